import type { Store } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { unknownRequest } from './adapter-error.ts';
import { createListeners } from './listeners.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** Store of the pending requests of an agent, in their order. */
export interface RequestStore extends Store<readonly InteractionRequest[]> {
  /**
   * Passes an answer on to the agent.
   * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; the request stays
   * pending then.
   */
  readonly respond: (response: InteractionResponse) => void;
}

/** A request store with the functions of its adapter. */
export interface AdapterRequestStore<Answer> extends RequestStore {
  /**
   * Adds a request, and resolves with its answer. A second caller with the same request joins the first; one
   * with another request under the same id fails. Once the signals of all callers are aborted, the request is
   * removed without a denial.
   */
  readonly ask: (
    request: InteractionRequest,
    /** The agent's own question, which tells equal requests from others under the same id. */
    about: unknown,
    signal: AbortSignal | undefined,
    answerOf: (response: InteractionResponse) => Answer,
  ) => Promise<Answer>;
  /** Gives the same answer to all pending requests for which `which` returns true. */
  readonly settle: (which: (request: InteractionRequest) => boolean, answer: Answer) => void;
}

interface Pending<Answer> {
  readonly request: InteractionRequest;
  readonly answerOf: (response: InteractionResponse) => Answer;
  readonly settle: (answer: Answer) => void;
}

/** Creates an empty store. */
export function createRequestStore<Answer>(): AdapterRequestStore<Answer> {
  const pending = new Map<string, Pending<Answer>>();
  const answers = createSharedAnswers<Answer>();
  const listeners = createListeners();
  let requests: readonly InteractionRequest[] = [];

  function notify(): void {
    requests = [...pending.values()].map(({ request }) => request);
    listeners.notify();
  }

  function remove(id: string): void {
    if (pending.delete(id)) notify();
  }

  return {
    ask: (request, about, given, answerOf) =>
      answers.ask({ id: request.id, about }, given, (signal) => {
        signal.addEventListener('abort', () => remove(request.id), { once: true });
        return new Promise((settle) => {
          pending.set(request.id, { request, answerOf, settle });
          notify();
        });
      }),
    getSnapshot: () => requests,
    subscribe: listeners.subscribe,
    respond(response) {
      const { request_id: id } = response;
      const one = pending.get(id);
      if (one === undefined) throw unknownRequest(id);
      one.settle(one.answerOf(response));
      remove(id);
    },
    settle(which, answer) {
      for (const [id, one] of pending) {
        if (!which(one.request)) continue;
        one.settle(answer);
        remove(id);
      }
    },
  };
}
