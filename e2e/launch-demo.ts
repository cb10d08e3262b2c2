import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A demo in its own process. */
export interface LaunchedDemo {
  readonly child: ChildProcess;
  readonly url: string;
  /** The printed link for a browser. */
  readonly link: string;
}

/** Port, authentication and additional environment. */
export interface LaunchOptions {
  /** 0 picks a free one. */
  readonly port?: number;
  readonly auth?: 'local' | 'none';
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built demo on a folder, with the built packages: from sources a start takes twice the time. */
export async function launchDemo(
  folder: string,
  { port = 0, auth = 'none', env = {} }: LaunchOptions = {},
): Promise<LaunchedDemo> {
  const child = spawn(
    process.execPath,
    [
      'apps/demo/server/main.ts',
      '--no-build',
      '--no-open',
      `--auth=${auth}`,
      `--port=${port}`,
      `--folder=${folder}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } },
  );
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /^listening on (\S+)$/.exec(line)?.[1];
    const [, link] = /^ {2}Open (\S+) in a browser\.$/.exec(line) ?? [];
    if (url !== undefined && link !== undefined) return { child, url, link };
  }
  throw new Error('The demo ended before it listened.');
}

/** Kills the process like a crash. */
export async function killDemo(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
