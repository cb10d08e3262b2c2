import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { shellWarning } from '@hitl/permissions';

const LIMIT_MS = 5000;

/** Determines the version of a shell, and warns if the rules were not tested with it. */
export async function checkShell(
  shell: string,
  onWarning: (message: string) => void,
): Promise<void> {
  const printed = await promisify(execFile)(shell, ['--version'], {
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    timeout: LIMIT_MS,
  }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
  const warning = shellWarning(printed);
  if (warning !== undefined) onWarning(warning);
}
