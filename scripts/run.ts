import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The workspace root, without a trailing slash. */
export const root: string = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Keeps tools from sending usage data. */
const quiet = {
  DO_NOT_TRACK: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  TURBO_TELEMETRY_DISABLED: '1',
};

/** Exit code if a command did not end in time, as with `timeout`. */
export const TOOK_TOO_LONG = 124;

/** Time to clean up after SIGTERM, in milliseconds. */
const GRACE = 20_000;

/**
 * Runs a command in the workspace root with the terminal attached, and resolves to its exit code (1
 * if a signal ended it). SIGINT and SIGTERM are passed on. After `limit` milliseconds it gets
 * SIGTERM, is then killed with all its children, and resolves to `TOOK_TOO_LONG`. Default: no
 * limit.
 */
export function run(
  command: string,
  args: readonly string[],
  limit?: number,
  grace: number = GRACE,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      // A separate process group, so that it ends together with its children.
      detached: limit !== undefined,
      env: { ...process.env, ...quiet },
    });
    const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    let late = false;
    const timers: NodeJS.Timeout[] = [];
    const later = (milliseconds: number, act: () => void): void =>
      void timers.push(setTimeout(act, milliseconds));
    if (limit !== undefined) {
      later(limit, () => {
        late = true;
        child.kill('SIGTERM');
        later(grace, () => killGroup(child.pid));
      });
    }
    const release = (): void => {
      for (const timer of timers) clearTimeout(timer);
      if (late) killGroup(child.pid);
      process.removeListener('SIGINT', passOn).removeListener('SIGTERM', passOn);
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (code) => {
      release();
      resolve(late ? TOOK_TOO_LONG : (code ?? 1));
    });
  });
}

function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // The process group has ended.
  }
}

/**
 * Runs a script that npm packages ship, with the current Node, so that no shim picks another one.
 */
export function runNode(script: string, args: readonly string[], limit?: number): Promise<number> {
  return run(process.execPath, [script, ...args], limit);
}
