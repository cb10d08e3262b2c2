import type { CliIo } from './io.ts';

/**
 * Ends a program quietly once nobody reads its stdout any more (`| head`), as other programs of a
 * shell do, unless it has to go on (`outliveReaders`). What goes to stderr is never worth ending for.
 */
export function endWithReader({ stdout, stderr }: NodeJS.Process): void {
  stdout.on('error', () => {
    if (stdout.listenerCount('error') === 1) process.exit();
  });
  stderr.on('error', () => undefined);
}

/** Lets a command go on without its readers: what it does counts for more than what it tells. */
export function outliveReaders({ stdout, stderr }: CliIo): void {
  for (const output of [stdout, stderr]) output.on?.('error', () => undefined);
}
