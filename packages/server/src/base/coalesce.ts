/**
 * Lets many ask for the same work at once: it runs one at a time, and everyone gets a run that
 * began after they asked. A failure reaches all who waited for that run.
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
      // How the run before ended concerns those who waited for it.
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
