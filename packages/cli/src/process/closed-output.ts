import type { CliIo } from './io.ts';

/**
 * Ends the program quietly when its stdout is closed (`| head`), as usual in a shell, unless it has
 * to continue (`ignoreClosedOutput`). A closed stderr never ends it.
 */
export function exitWhenOutputCloses({ stdout, stderr }: NodeJS.Process): void {
  stdout.on('error', () => {
    if (stdout.listenerCount('error') === 1) process.exit();
  });
  stderr.on('error', () => undefined);
}

/** Lets a command continue when its output is closed: its work matters more than its messages. */
export function ignoreClosedOutput({ stdout, stderr }: CliIo): void {
  for (const output of [stdout, stderr]) output.on?.('error', () => undefined);
}
