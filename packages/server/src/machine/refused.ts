import type { Problem } from '@hitl/protocol/endpoints';

/** Why a command has no events. */
export type Refused =
  /** It already applies. */
  | { readonly kind: 'nothing' }
  /** The sender no longer owns the run: it stops. */
  | { readonly kind: 'not_owner' }
  /** The interaction is not pending (any more); see its record. */
  | { readonly kind: 'not_pending' }
  | { readonly kind: 'problem'; readonly problem: Problem };
