import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const bin = fileURLToPath(new URL('./bin.ts', import.meta.url));

/** How a process ended, and all that it wrote. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real process of the command line. */
export interface HitlProcess {
  /** Resolves with the first line on stdout; rejects when the process ends without one. */
  readonly firstLine: Promise<string>;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts `hitl ARGS…` from source in a folder. It is killed at the end of the test. */
export function hitl(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Record<string, string> },
): HitlProcess {
  const child = spawn(process.execPath, ['--conditions=@hitl/source', bin, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]): Ended => ({
    code,
    signal,
    ...written,
  }));
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const end = written.stdout.indexOf('\n');
      if (end >= 0) resolve(written.stdout.slice(0, end));
    });
    void ended.then(({ stderr }) => reject(new Error(`hitl ended: ${stderr}`)));
  });
  // Who only waits for the end does not have to handle that there was no line.
  firstLine.catch(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { firstLine, ended, kill: (signal) => void child.kill(signal) };
}

/** A folder of its own for a test, with files in it. */
export async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-serve-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }),
  );
  return folder;
}

/** A server that listens. */
export interface ListeningHitl extends HitlProcess {
  readonly url: string;
}

/** Starts `hitl serve --port 0` and waits until it listens. */
export async function serveHitl(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Record<string, string> },
): Promise<ListeningHitl> {
  const running = hitl(['serve', '--port', '0', ...args], options);
  const line = await running.firstLine;
  return { ...running, url: line.replace('listening on ', '') };
}
