/** Milliseconds after a question appears during which input is discarded. */
export const SETTLE_MS = 200;

const CTRL_C = '\u0003';

/** A terminal that can be read key by key. */
export interface TypedInput extends NodeJS.ReadableStream {
  setRawMode?(raw: boolean): unknown;
}

/**
 * Discards what was typed before a question appeared and while it appears: an Enter meant for
 * something else must not answer it. Ctrl+C still works. Resolves after `SETTLE_MS`; rejects with
 * the reason of an aborted signal.
 */
export function discardTypedAhead(
  stdin: TypedInput,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // In raw mode, typed characters can be read without an Enter.
    stdin.setRawMode?.(true);
    const drop = (chunk: Buffer | string): void => {
      if (chunk.toString().includes(CTRL_C)) interrupt();
    };
    const stop = (): void => {
      clearTimeout(timer);
      stdin.off('data', drop);
      stdin.pause();
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      stop();
      stdin.setRawMode?.(false);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      stop();
      resolve();
    }, SETTLE_MS);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    stdin.on('data', drop);
    stdin.resume();
  });
}
