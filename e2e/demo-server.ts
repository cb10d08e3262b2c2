import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';

/** The demo as its own process, on a folder of its own. */
export interface DemoServer {
  readonly url: string;
  /** What it printed for a browser to open. */
  readonly link: string;
  /** What a file of the workspace holds now. */
  read(path: string): Promise<string>;
  /** Ends the process as a crash does, and starts another one on the same folder and port. */
  crashAndRestart(): Promise<void>;
  /** Ends the process as a crash does. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

interface Launched {
  readonly child: ChildProcess;
  readonly url: string;
  readonly link: string;
}

async function launch(folder: string, port: number, auth: string): Promise<Launched> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@hitl/source',
      'apps/demo/server/main.ts',
      '--no-build',
      '--no-open',
      `--auth=${auth}`,
      `--port=${port}`,
      `--folder=${folder}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /^listening on (\S+)$/.exec(line)?.[1];
    const [, link] = /^ {2}Open (\S+) in a browser\.$/.exec(line) ?? [];
    if (url !== undefined && link !== undefined) return { child, url, link };
  }
  throw new Error('The demo ended before it listened.');
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** A test with a demo of its own. */
export const test = base.extend<{ demo: DemoServer; demoAuth: 'local' | 'none' }>({
  // Logging in has a test of its own.
  demoAuth: ['none', { option: true }],
  demo: async ({ demoAuth }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hitl-demo-'));
    let { child, url, link } = await launch(folder, 0, demoAuth);
    const demo: DemoServer = {
      url,
      get link() {
        return link;
      },
      read: (path) => readFile(join(folder, 'workspace', path), 'utf8'),
      kill: () => killed(child),
      async restart() {
        ({ child, url, link } = await launch(folder, Number(new URL(url).port), demoAuth));
      },
      async crashAndRestart() {
        await demo.kill();
        await demo.restart();
      },
    };
    await use(demo);
    await killed(child);
    await rm(folder, { recursive: true, force: true });
  },
});

export { expect } from '@playwright/test';
