/** How long after a question appeared nothing that is typed counts, in milliseconds. */
export const SETTLE_MS = 200;

const CTRL_C = '\u0003';

/** A terminal that can be read key by key. */
export interface TypedInput extends NodeJS.ReadableStream {
  setRawMode?(raw: boolean): unknown;
}

/**
 * Throws away what was typed before a question was on the screen, and what is typed while it appears:
 * an Enter that was meant for something else must not answer it. Ctrl+C still counts.
 * Resolves after `SETTLE_MS`; rejects with the signal's reason when that is aborted first.
 */
export function discardTypedAhead(
  stdin: TypedInput,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // In raw mode a line that was typed already is readable at once, without its Enter.
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
