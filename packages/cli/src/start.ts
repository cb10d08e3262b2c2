import { main, type ProgramName } from './main.ts';
import { exitWhenOutputCloses } from './process/closed-output.ts';

/** The commands whose process starts tools, and has keys that those must not read. */
const RUNS_TOOLS = new Set(['serve', 'run']);

/** Runs the program of this process by its command line. */
export async function start(name: ProgramName): Promise<void> {
  exitWhenOutputCloses(process);
  const argv = process.argv.slice(2);
  if (RUNS_TOOLS.has(argv[0] ?? '')) {
    // Before any command is loaded, as it may start the process again.
    const { hideKeys, readableKeys } = await import('./process/environment.ts');
    const readable = hideKeys(process);
    if (readable.length > 0) process.stderr.write(readableKeys(readable));
  }
  process.exitCode = await main(argv, process, name);
}
