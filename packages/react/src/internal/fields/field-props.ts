import type { InteractionPart } from '@hitl/protocol';

/** What the control of a part of a question is given. */
export interface FieldProps<P extends InteractionPart> {
  part: P;
  /** Its place in the response, which prefixes the paths of its issues. */
  place: string;
  labelledBy: string;
  describedBy: string | undefined;
}
