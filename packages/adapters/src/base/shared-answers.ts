import { sameJson } from '@hitl/protocol/fold';
import { AdapterError } from './adapter-error.ts';

/** Subject of a request. */
export interface Subject {
  readonly id: string;
  /** The whole content of the question: another question under the same id does not get the answer. */
  readonly about: unknown;
}

/** Answers by the ids of calls, each computed once for all who ask. */
export interface SharedAnswers<Answer> {
  /**
   * The answer for a subject. `start` is called if no one has asked for it yet; its signal is aborted once all
   * who asked have left.
   * @throws AdapterError `unsupported_request` if something else is asked about under the same id.
   */
  readonly ask: (
    subject: Subject,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Answer>,
  ) => Promise<Answer>;
  /** Drops a kept answer. */
  readonly forget: (id: string) => void;
}

interface Open<Answer> {
  readonly about: unknown;
  readonly answer: Promise<Answer>;
  readonly stop: AbortController;
  askers: number;
  kept: boolean;
}

/** Rejects as soon as the signal is aborted, even if the promise is still pending. */
function until<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Creates shared answers: one for all who ask with the same id, because Claude Code asks twice about a call
 * that it resumes. An answer for which `keeps` returns true stays until it is forgotten.
 */
export function createSharedAnswers<Answer>(
  keeps: (answer: Answer) => boolean = () => false,
): SharedAnswers<Answer> {
  const open = new Map<string, Open<Answer>>();

  function opened(
    { id, about }: Subject,
    start: (signal: AbortSignal) => Promise<Answer>,
  ): Open<Answer> {
    const stop = new AbortController();
    const one: Open<Answer> = { about, answer: start(stop.signal), stop, askers: 0, kept: false };
    open.set(id, one);
    one.answer.then(
      (answer) => void (one.kept = keeps(answer)),
      () => undefined,
    );
    return one;
  }

  return {
    async ask(subject, signal, start) {
      const { id, about } = subject;
      const one = open.get(id) ?? opened(subject, start);
      if (!sameJson(one.about, about)) {
        throw new AdapterError('unsupported_request', `Another call is pending or runs as ${id}.`);
      }
      one.askers += 1;
      try {
        return await until(one.answer, signal);
      } finally {
        one.askers -= 1;
        if (one.askers === 0 && !one.kept) {
          if (open.get(id) === one) open.delete(id);
          one.stop.abort(signal?.reason);
        }
      }
    },
    forget: (id) => void open.delete(id),
  };
}
