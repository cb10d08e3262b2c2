import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
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

/** Default of `RunOptions.grace`, in milliseconds. */
const GRACE = 20_000;

/** How to run a command. */
export interface RunOptions {
  /**
   * After so many milliseconds it gets SIGTERM, is then killed with all its children, and resolves to
   * `TOOK_TOO_LONG`. Default: no limit.
   */
  readonly limit?: number | undefined;
  /** Time to clean up after SIGTERM, and to close its output after its exit, in milliseconds. Default 20,000. */
  readonly grace?: number | undefined;
  /**
   * Prefix of each line of its output, for commands that run at the same time. Default: none, and
   * the terminal is attached.
   */
  readonly label?: string | undefined;
  /** Further environment variables. Default: none. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/**
 * Runs a command in the workspace root, and resolves to its exit code (1 if a signal ended it). SIGINT
 * and SIGTERM are passed on.
 */
export function run(
  command: string,
  args: readonly string[],
  { limit, grace = GRACE, label, env }: RunOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: label === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'],
      // A separate process group, so that it ends together with its children.
      detached: limit !== undefined,
      env: { ...process.env, ...quiet, ...env },
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
    if (label !== undefined) {
      copyLines(child.stdout, process.stdout, label);
      copyLines(child.stderr, process.stderr, label);
      // A process that it left behind may keep them open.
      child.once('exit', () =>
        later(grace, () => {
          child.stdout?.destroy();
          child.stderr?.destroy();
        }),
      );
    }
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

function copyLines(from: Readable | null, to: NodeJS.WritableStream, label: string): void {
  if (from === null) return;
  createInterface({ input: from, crlfDelay: Infinity }).on('line', (line) => {
    to.write(`${label} | ${line}\n`);
  });
}

function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // The process group is gone.
  }
}

/**
 * Runs a script that npm packages ship, with the current Node, so that no shim picks another one.
 */
export function runNode(
  script: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<number> {
  return run(process.execPath, [script, ...args], options);
}
