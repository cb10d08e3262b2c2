import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { createStore, type Store } from '../stores/store.ts';
import { createAnswer, type AnswerSnapshot } from './answer-machine.ts';

/** The host's function for an answer. Resolved means recorded, rejected means failed. */
export type TakeAnswer = (response: InteractionResponse) => void | Promise<unknown>;

/** The answer to one request, passed to a function of the host. Its methods never reject. */
export interface HostSubmission extends Store<AnswerSnapshot> {
  /** Answers. Does nothing while an answer is being sent or once one was accepted. */
  readonly submit: (response: InteractionResponse) => Promise<AnswerSnapshot>;
  /** Sends the last answer again. */
  readonly retry: () => Promise<AnswerSnapshot>;
}

/**
 * Creates the answer to a request that is passed to a function of the host, for cards without a
 * client. The host manages the request itself: its clock and its expiry.
 */
export function createHostSubmission(
  request: InteractionRequest,
  take: TakeAnswer,
): HostSubmission {
  const { state, submit, retry } = createAnswer<unknown>(
    {
      request: () => request,
      async send(response) {
        await take(response);
        return undefined;
      },
      onSent: (action) => ({
        status: action === 'pause' || action === 'resume' ? 'pending' : 'confirmed',
      }),
      onFailed: (error) => ({ status: 'failed', error, retryable: true }),
      onChange: () => store.notify(),
    },
    'pending',
  );
  const store = createStore(state);
  const after = (work: Promise<void>): Promise<AnswerSnapshot> => work.then(store.getSnapshot);
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    submit: (response) => after(submit(response)),
    retry: () => after(retry()),
  };
}
