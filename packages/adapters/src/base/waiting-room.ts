import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from './adapter-error.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** Pending requests of a desk, for pages. */
export interface Desk {
  /** The pending requests in their order. The same list for as long as nothing changes. */
  readonly requests: () => readonly InteractionRequest[];
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Passes an answer on to the agent.
   * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; the request stays
   * pending then.
   */
  readonly respond: (response: InteractionResponse) => void;
}

/** Keeps the requests of an agent in another process until a person answers them. */
export interface WaitingRoom<Answer> extends Desk {
  /**
   * Has a person answer a request. A second caller with the same request joins the first; one with another
   * request under the same id fails. Once the signals of all callers are aborted, the request is removed
   * without a denial.
   */
  readonly ask: (
    request: InteractionRequest,
    /** What the agent asked: the answer is translated to its terms. */
    about: unknown,
    signal: AbortSignal | undefined,
    answerOf: (response: InteractionResponse) => Answer,
  ) => Promise<Answer>;
  /** Gives the same answer to all pending requests for which `which` returns true. */
  readonly settle: (which: (request: InteractionRequest) => boolean, answer: Answer) => void;
}

interface Waiting<Answer> {
  readonly request: InteractionRequest;
  readonly answerOf: (response: InteractionResponse) => Answer;
  readonly settle: (answer: Answer) => void;
}

/** Creates an empty room. */
export function createWaitingRoom<Answer>(): WaitingRoom<Answer> {
  const waiting = new Map<string, Waiting<Answer>>();
  const answers = createSharedAnswers<Answer>();
  const listeners = new Set<() => void>();
  let requests: readonly InteractionRequest[] = [];

  function changed(): void {
    requests = [...waiting.values()].map(({ request }) => request);
    for (const listener of listeners) listener();
  }

  function remove(id: string): void {
    if (waiting.delete(id)) changed();
  }

  return {
    ask: (request, about, given, answerOf) =>
      answers.ask({ id: request.id, about }, given, (signal) => {
        signal.addEventListener('abort', () => remove(request.id), { once: true });
        return new Promise((settle) => {
          waiting.set(request.id, { request, answerOf, settle });
          changed();
        });
      }),
    requests: () => requests,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    respond(response) {
      const { request_id: id } = response;
      const one = waiting.get(id);
      if (one === undefined) {
        throw new AdapterError('unknown_request', `Nothing waits as ${id}.`);
      }
      one.settle(one.answerOf(response));
      remove(id);
    },
    settle(which, answer) {
      for (const [id, one] of waiting) {
        if (!which(one.request)) continue;
        one.settle(answer);
        remove(id);
      }
    },
  };
}
