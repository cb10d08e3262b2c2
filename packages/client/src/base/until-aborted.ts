/**
 * What `work` comes to, or the signal's reason as soon as it fires, whether or not `work` heeds it.
 * With a signal that has fired already nothing begins.
 */
export function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    work().then(resolve, reject);
  });
}
