import type { ProgramName } from './main.ts';
import { createProcessIo } from './process/process-io.ts';

/** Commands that start tools and have keys that those must not read. */
const RUNS_TOOLS = new Set(['serve', 'run']);

/** The exit code of Node for a module whose top-level await never settles. */
const UNSETTLED = 13;

/** Runs the program with the command line of this process. */
export async function start(name: ProgramName): Promise<void> {
  const argv = process.argv.slice(2);
  const unsettled = (): void => {
    process.exitCode = UNSETTLED;
  };
  process.once('beforeExit', unsettled);
  const io = createProcessIo();
  if (RUNS_TOOLS.has(argv[0] ?? '')) {
    // Before anything else is loaded, because it may restart the process.
    const { hideKeys, readableKeys } = await import('./process/environment.ts');
    const readable = hideKeys(process);
    if (readable.length > 0) io.stderr.write(readableKeys(readable));
  }
  const { main } = await import('./main.ts');
  const code = await main(argv, io, name);
  process.off('beforeExit', unsettled);
  process.exitCode = code;
  // Node would first take apart everything that the command has made.
  setImmediate(() => {
    if (!io.hasStreams() && process.getActiveResourcesInfo().length === 0) process.exit();
  });
}
