import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Field of `stat` with the address of the environment, counted from the state of the process. */
const ENV_START = 47;

/**
 * Overwrites variables in the environment that Linux shows to other processes of this user, as in
 * `/proc/PID/environ`: the memory that the program was started with. They stay in `env`, which gets
 * copies of them first. Returns `false` if the system does not allow this; then they remain shown.
 */
export function blankShownEnvironment(
  env: Record<string, string | undefined>,
  isHarmless: (name: string) => boolean,
  folder = '/proc/self',
): boolean {
  try {
    const shown = readFileSync(join(folder, 'environ'));
    const blanked = Buffer.from(shown);
    let at = 0;
    for (const entry of shown.toString('latin1').split('\0')) {
      if (!isHarmless(entry.split('=', 1)[0] ?? '')) blanked.fill(0, at, at + entry.length);
      at += entry.length + 1;
    }
    // Setting a variable stores it in new memory, even if its value stays the same.
    for (const [name, value] of Object.entries(env)) if (!isHarmless(name)) env[name] = value;
    return overwrite(join(folder, 'mem'), startOfEnvironment(folder), shown, blanked);
  } catch {
    return false;
  }
}

function startOfEnvironment(folder: string): number {
  const stat = readFileSync(join(folder, 'stat'), 'latin1');
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[ENV_START]);
}

/** Replaces bytes in the memory of this process, if they are what is expected there. */
function overwrite(memory: string, address: number, expected: Buffer, bytes: Buffer): boolean {
  if (!Number.isSafeInteger(address) || address <= 0) return false;
  const file = openSync(memory, 'r+');
  try {
    const found = Buffer.alloc(expected.length);
    readSync(file, found, 0, found.length, address);
    if (!found.equals(expected)) return false;
    return writeSync(file, bytes, 0, bytes.length, address) === bytes.length;
  } finally {
    closeSync(file);
  }
}
