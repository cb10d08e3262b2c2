import type { CliIo } from './io.ts';

/** Signals that ask a process to end. SIGHUP: its terminal was closed. */
export type EndSignal = Parameters<CliIo['on']>[0];

/**
 * Waits for the first of some signals. Later ones are ignored until `release`, which removes the
 * handlers, or are `fatal`: they end the process immediately, as by default.
 */
export function firstSignal<Name extends EndSignal>(
  io: CliIo,
  names: readonly Name[],
  later: 'ignored' | 'fatal',
): { readonly signal: Promise<Name>; release(): void } {
  let release = (): void => undefined;
  const signal = new Promise<Name>((resolve) => {
    const listeners = names.map((name) => {
      const listener = (): void => {
        if (later === 'fatal') release();
        resolve(name);
      };
      io.on(name, listener);
      return { name, listener };
    });
    release = () => {
      for (const { name, listener } of listeners) io.off(name, listener);
    };
  });
  return { signal, release: () => release() };
}
