import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';

/** What became of a question. */
export type Asked =
  | { readonly kind: 'answered'; readonly response: InteractionResponse }
  /** Somebody has to answer later: the process ends, and is run again. */
  | { readonly kind: 'waiting' }
  /** Nobody can answer any more: the input ended. */
  | { readonly kind: 'ended' };

/** A way to ask a person, one request at a time. */
export interface Asker {
  /** Whether the person is there: an answer that does not fit is asked for again at once. */
  readonly isPresent: boolean;
  /** Asks, or looks for the answer to what was asked before. `signal` gives the question up. */
  ask(request: InteractionRequest, signal: AbortSignal): Promise<Asked>;
  /** The answer is in the log, and what it led to: what was kept to ask it can go. */
  settled(request: InteractionRequest): Promise<void>;
  /** Nothing more is asked. */
  close(): void;
}
