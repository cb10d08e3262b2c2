import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Exit code and output of a process. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running process. */
export interface RunningProcess {
  readonly pid: number;
  /** Resolves with the first line on stdout; rejects if the process ends without one. */
  readonly firstLine: Promise<string>;
  readonly ended: Promise<Ended>;
  /** What it has written to stderr so far. */
  readonly stderr: () => string;
  /** Resolves once it has written this on stdout or stderr; rejects if it ends before. */
  wrote(text: string | RegExp): Promise<void>;
  /** Writes to its stdin. */
  write(text: string): void;
  kill(signal: NodeJS.Signals): void;
}

/** Options of a process. */
export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  /** All of its stdin. Default: stdin stays open for `write`. */
  readonly input?: string;
  /** Whether our ends of its stdout and stderr, or only of its stdout, are closed after the start. */
  readonly unread?: boolean | 'stdout';
}

const SURROUNDINGS = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  // Compiling our sources is most of a short process, so they are compiled once for all.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'hitl-compile-cache'),
};

/** Starts Node with these arguments. It is killed at the end of the test. */
export function startProcess(
  args: readonly string[],
  { cwd, env, input, unread = false }: ProcessOptions,
): RunningProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...SURROUNDINGS, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A process that does not read its input may have exited before it is written.
  child.stdin.on('error', () => undefined);
  if (input !== undefined) child.stdin.end(input);
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      for (const listener of listeners) listener();
    });
    if (unread === true || unread === name) child[name].destroy();
  }
  const ended = once(child, 'close').then(([code, signal]): Ended => ({
    code,
    signal,
    ...written,
  }));
  const until = <T>(found: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const value = found();
        if (value !== undefined) resolve(value);
      };
      listeners.add(look);
      look();
      void ended.then(({ stdout, stderr }) =>
        reject(new Error(`the process ended: ${stdout}${stderr}`)),
      );
    });
  const firstLine = until(() => {
    const end = written.stdout.indexOf('\n');
    return end >= 0 ? written.stdout.slice(0, end) : undefined;
  });
  // A caller that only waits for the end need not handle a missing line.
  firstLine.catch(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    firstLine,
    ended,
    stderr: () => written.stderr,
    async wrote(text) {
      await until(() => {
        const all = written.stdout + written.stderr;
        const found = typeof text === 'string' ? all.includes(text) : text.test(all);
        return found || undefined;
      });
    },
    write: (text) => void child.stdin.write(text),
    kill: (signal) => void child.kill(signal),
  };
}

/** A new folder for a test, with files in it. */
export async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }),
  );
  return folder;
}
