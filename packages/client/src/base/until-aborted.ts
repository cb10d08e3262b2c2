/**
 * Result of `work`, or a rejection with the signal's reason as soon as it is aborted, even if
 * `work` ignores the signal. With a signal that is already aborted, `work` is not started.
 */
export function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    work().then(resolve, reject);
  });
}
