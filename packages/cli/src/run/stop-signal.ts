import type { CliIo } from '../process/io.ts';

/** Signals that interrupt a run. SIGHUP: its terminal was closed. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Waits for the first signal. Later ones are ignored until `release`: recording the interruption
 * and stopping the tools takes a few seconds at most, and stopping halfway could lose the run or
 * leave a tool running unnoticed.
 */
export function stopSignal(io: CliIo): { first: Promise<StopSignal>; release(): void } {
  let release = (): void => undefined;
  const first = new Promise<StopSignal>((resolve) => {
    const listeners = SIGNALS.map((name) => ({ name, listener: () => resolve(name) }));
    for (const { name, listener } of listeners) io.on(name, listener);
    release = () => {
      for (const { name, listener } of listeners) io.off(name, listener);
    };
  });
  return { first, release: () => release() };
}
