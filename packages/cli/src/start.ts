import type { ProgramName } from './main.ts';

/** The commands whose process starts tools, and has keys that those must not read. */
const RUNS_TOOLS = new Set(['serve', 'run']);

/** As Node ends a module that waits for what never comes. */
const UNSETTLED = 13;

/** Runs the program of this process by its command line. */
export async function start(name: ProgramName): Promise<void> {
  const argv = process.argv.slice(2);
  const unsettled = (): void => {
    process.exitCode = UNSETTLED;
  };
  process.once('beforeExit', unsettled);
  if (RUNS_TOOLS.has(argv[0] ?? '')) {
    // Before anything else is loaded, as it may start the process again.
    const { hideKeys, readableKeys } = await import('./process/environment.ts');
    const readable = hideKeys(process);
    if (readable.length > 0) process.stderr.write(readableKeys(readable));
  }
  const { exitWhenOutputCloses } = await import('./process/closed-output.ts');
  exitWhenOutputCloses(process);
  const { main } = await import('./main.ts');
  const code = await main(argv, process, name);
  process.off('beforeExit', unsettled);
  process.exitCode = code;
}
