import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { createStore, type Store } from '../stores/store.ts';
import { createAnswer, type AnswerSnapshot } from './answer-machine.ts';

/** Takes an answer in a host's own way. Resolved means recorded, rejected means failed. */
export type TakeAnswer = (response: InteractionResponse) => void | Promise<void>;

/** The answer to one request that goes to a function of the host. Its methods never fail. */
export interface HostSubmission extends Store<AnswerSnapshot> {
  /** Answers. Does nothing while an answer is on its way or once one was taken. */
  readonly submit: (response: InteractionResponse) => Promise<AnswerSnapshot>;
  /** Sends the last answer again. */
  readonly retry: () => Promise<AnswerSnapshot>;
}

/**
 * The answer to a request that goes to a function of the host, for cards without a client. The host
 * knows what else becomes of the request: whether its clock stands still, whether it has expired.
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
