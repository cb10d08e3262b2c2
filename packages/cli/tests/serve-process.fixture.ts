import { hitlProgram } from './bundle.fixture.ts';
import { startProcess, type ProcessOptions, type RunningProcess } from './process.fixture.ts';

export { folderWith } from './process.fixture.ts';

/** Starts `hitl ARGS…` in a folder. It is killed at the end of the test. */
export function hitl(args: readonly string[], options: ProcessOptions): RunningProcess {
  return startProcess([hitlProgram, ...args], { input: '', ...options });
}

/** A listening server. */
export interface ListeningHitl extends RunningProcess {
  readonly url: string;
}

/** Starts `hitl serve --port 0`, without authentication by default, and waits until it listens. */
export async function serveHitl(
  args: readonly string[],
  options: ProcessOptions,
): Promise<ListeningHitl> {
  const open = args.includes('--auth') ? [] : ['--auth', 'none'];
  const running = hitl(['serve', '--port', '0', ...open, ...args], options);
  const line = await running.firstLine;
  return { ...running, url: line.replace('listening on ', '') };
}
