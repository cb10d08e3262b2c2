import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from './adapter-error.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** What waits at a desk, for pages. */
export interface Desk {
  /** What waits, in its order. The same list for as long as nothing changes. */
  readonly requests: () => readonly InteractionRequest[];
  /** Calls `listener` after each change. Returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Passes an answer on to the agent.
   * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; it waits on then.
   */
  readonly respond: (response: InteractionResponse) => void;
}

/** Keeps what an agent in another process asks, until a person answers. */
export interface WaitingRoom<Answer> extends Desk {
  /**
   * Has a person answer a request. One that waits already is joined. Once all signals have fired it is
   * gone, and nobody denied it.
   */
  readonly ask: (
    request: InteractionRequest,
    signal: AbortSignal | undefined,
    answerOf: (response: InteractionResponse) => Answer,
  ) => Promise<Answer>;
  /** Gives the same answer to all that wait and that `which` names. */
  readonly settle: (which: (request: InteractionRequest) => boolean, answer: Answer) => void;
}

interface Waiting<Answer> {
  readonly request: InteractionRequest;
  readonly answerOf: (response: InteractionResponse) => Answer;
  readonly settle: (answer: Answer) => void;
}

/** An empty room. */
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
    ask: (request, given, answerOf) =>
      answers.ask(request.id, given, (signal) => {
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
