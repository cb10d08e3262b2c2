import type { CliIo } from './io.ts';

/** Signals that ask a process to end. */
export type EndSignal = 'SIGINT' | 'SIGTERM';

/**
 * Waits for the first SIGINT or SIGTERM; the second ends the process immediately, as by default.
 * `release` removes the handlers.
 */
export function firstSignal(io: CliIo): { signal: Promise<EndSignal>; release(): void } {
  let release = (): void => undefined;
  const signal = new Promise<EndSignal>((resolve) => {
    const settle = (name: EndSignal) => () => {
      release();
      resolve(name);
    };
    const listeners = { SIGINT: settle('SIGINT'), SIGTERM: settle('SIGTERM') };
    release = () => {
      io.off('SIGINT', listeners.SIGINT);
      io.off('SIGTERM', listeners.SIGTERM);
    };
    io.on('SIGINT', listeners.SIGINT);
    io.on('SIGTERM', listeners.SIGTERM);
  });
  return { signal, release: () => release() };
}
