// Generated from the schemas by `pnpm protocol`; do not edit.
import type { InteractionType } from '../interaction/interaction-type.ts';

/** The kind of a member's value; `texts`: a list of texts; `other`: lists of objects. */
export type MemberKind = 'text' | 'number' | 'flag' | 'texts' | 'other';

/**
 * Members of a question or a part of one, by type, with the kinds of their values. The server sets
 * all other members of a request.
 */
export const QUESTION_MEMBERS: Readonly<
  Record<InteractionType, Readonly<Record<string, MemberKind>>>
> = {
  input: {
    id: 'text',
    title: 'text',
    description: 'text',
    required: 'flag',
    type: 'text',
    placeholder: 'text',
    multiline: 'flag',
    input_type: 'text',
    sensitive: 'flag',
    default_value: 'text',
    min_length: 'number',
    max_length: 'number',
  },
  select: {
    id: 'text',
    title: 'text',
    description: 'text',
    required: 'flag',
    type: 'text',
    options: 'other',
    multiple: 'flag',
    min_selected: 'number',
    max_selected: 'number',
    allow_other: 'flag',
    default_values: 'texts',
  },
  confirm: {
    id: 'text',
    title: 'text',
    description: 'text',
    required: 'flag',
    type: 'text',
    confirm_text: 'text',
    cancel_text: 'text',
  },
  combined: {
    id: 'text',
    title: 'text',
    description: 'text',
    required: 'flag',
    type: 'text',
    interactions: 'other',
  },
};
