/**
 * Coalesces concurrent calls: the work runs one at a time, and each caller gets a run that started
 * after its call. A failure rejects all callers of that run.
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
      // The result of the previous run concerns only its callers.
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
