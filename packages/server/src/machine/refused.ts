import type { Problem } from '@hitl/protocol/endpoints';

/** Why a command has no events. */
export type Refused =
  /** The command has no effect in this state. */
  | { readonly kind: 'nothing' }
  /** The sender no longer owns the run and must stop. */
  | { readonly kind: 'not_owner' }
  /** The interaction is not or no longer pending; see its record. */
  | { readonly kind: 'not_pending' }
  | { readonly kind: 'problem'; readonly problem: Problem };
