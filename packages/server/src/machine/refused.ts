import type { Problem } from '@hitl/protocol/endpoints';

/** Why a command has no events. */
export type Refused =
  /** What it asks for holds already. */
  | { readonly kind: 'nothing' }
  /** The sender no longer owns the run: it stops. */
  | { readonly kind: 'not_owner' }
  /** The interaction does not wait (any more); its record says why. */
  | { readonly kind: 'not_pending' }
  | { readonly kind: 'problem'; readonly problem: Problem };
