import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';

/** Outcome of asking. */
export type Asked =
  | { readonly kind: 'answered'; readonly response: InteractionResponse }
  /** The answer comes later: the process ends, and is run again. */
  | { readonly kind: 'waiting' }
  /** There can be no answer any more: the input ended. */
  | { readonly kind: 'ended' };

/** A way to ask a person, one request at a time. */
export interface Asker {
  /** Whether the person is present: an answer that does not fit is asked for again at once. */
  readonly isPresent: boolean;
  /** Asks, or looks for the answer to what was asked before. `signal` gives the question up. */
  ask(request: InteractionRequest, signal: AbortSignal): Promise<Asked>;
  /** The answer and its result are in the log: what was stored to ask for it can be removed. */
  settled(request: InteractionRequest): Promise<void>;
  /** Nothing more is asked. */
  close(): void;
}
