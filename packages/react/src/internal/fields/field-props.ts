import type { InteractionPart } from '@hitl/protocol';

/** Props of the control of a part of a question. */
export interface FieldProps<P extends InteractionPart> {
  part: P;
  /** Path of the field in the response; paths of its issues start with it. */
  place: string;
  labelledBy: string;
  describedBy: string | undefined;
}
