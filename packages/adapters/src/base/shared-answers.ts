/** Answers by the ids of calls, each worked out once for all who ask. */
export interface SharedAnswers<Answer> {
  /**
   * The answer for an id. `start` is called where nobody asks under it yet; its signal fires once all
   * who ask have gone.
   */
  readonly ask: (
    id: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Answer>,
  ) => Promise<Answer>;
  /** Drops a kept answer. */
  readonly forget: (id: string) => void;
}

interface Open<Answer> {
  readonly answer: Promise<Answer>;
  readonly stop: AbortController;
  askers: number;
  kept: boolean;
}

/** Rejects as soon as the signal fires, whatever becomes of the promise. */
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
 * One answer for all who ask under one id: Claude Code asks twice about a call that it resumes. An
 * answer that `keeps` names stays until it is forgotten.
 */
export function createSharedAnswers<Answer>(
  keeps: (answer: Answer) => boolean = () => false,
): SharedAnswers<Answer> {
  const open = new Map<string, Open<Answer>>();

  function opened(id: string, start: (signal: AbortSignal) => Promise<Answer>): Open<Answer> {
    const stop = new AbortController();
    const one: Open<Answer> = { answer: start(stop.signal), stop, askers: 0, kept: false };
    open.set(id, one);
    one.answer.then(
      (answer) => void (one.kept = keeps(answer)),
      () => undefined,
    );
    return one;
  }

  return {
    async ask(id, signal, start) {
      const one = open.get(id) ?? opened(id, start);
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
