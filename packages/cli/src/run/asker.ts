import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';

/** Outcome of a question. */
export type Asked =
  | { readonly kind: 'answered'; readonly response: InteractionResponse }
  /** The answer will come later: the process ends and is started again then. */
  | { readonly kind: 'waiting' }
  /** No answer can come any more, because the input ended. */
  | { readonly kind: 'ended' };

/** A way to ask a person, one request at a time. */
export interface Asker {
  /** Whether the person is present, so that an invalid answer is asked for again immediately. */
  readonly isPresent: boolean;
  /** Asks, or looks for the answer to an earlier question. An aborted `signal` ends it. */
  ask(request: InteractionRequest, signal: AbortSignal): Promise<Asked>;
  /** The answer and its result are in the log: the stored question can be removed. */
  settled(request: InteractionRequest): Promise<void>;
  /** No more questions follow. */
  close(): void;
}
