/**
 * Coalesces concurrent calls: runs never overlap, and each caller waits for a run that started
 * after its call. A failure rejects all callers that waited for that run.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function begin(): Promise<void> {
    const run = work().finally(() => {
      if (current === run) current = null;
    });
    current = run;
    return run;
  }

  return () => {
    if (current === null) return begin();
    next ??= current
      // The previous run's failure concerns only its own callers.
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
