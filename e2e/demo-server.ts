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
  /** What a file of the workspace holds now. */
  read(path: string): Promise<string>;
  /** Ends the process as a crash does, and starts another one on the same folder and port. */
  crashAndRestart(): Promise<void>;
  /** Ends the process as a crash does. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

async function launch(folder: string, port: number): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@hitl/source',
      'apps/demo/server/main.ts',
      '--no-build',
      '--no-open',
      // Logging in has a test of its own.
      '--auth=none',
      `--port=${port}`,
      `--folder=${folder}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^listening on (\S+)$/.exec(line) ?? [];
    if (url !== undefined) return { child, url };
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
export const test = base.extend<{ demo: DemoServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here
  demo: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hitl-demo-'));
    let { child, url } = await launch(folder, 0);
    const demo: DemoServer = {
      url,
      read: (path) => readFile(join(folder, 'workspace', path), 'utf8'),
      kill: () => killed(child),
      async restart() {
        ({ child, url } = await launch(folder, Number(new URL(url).port)));
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
