import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { killDemo, launchDemo } from './launch-demo.ts';

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

/** A test with a demo of its own. */
export const test = base.extend<{ demo: DemoServer; demoAuth: 'local' | 'none' }>({
  // Logging in has a test of its own.
  demoAuth: ['none', { option: true }],
  demo: async ({ demoAuth }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hitl-demo-'));
    let { child, url, link } = await launchDemo(folder, 0, demoAuth);
    const demo: DemoServer = {
      url,
      get link() {
        return link;
      },
      read: (path) => readFile(join(folder, 'workspace', path), 'utf8'),
      kill: () => killDemo(child),
      async restart() {
        ({ child, url, link } = await launchDemo(folder, Number(new URL(url).port), demoAuth));
      },
      async crashAndRestart() {
        await demo.kill();
        await demo.restart();
      },
    };
    await use(demo);
    await killDemo(child);
    await rm(folder, { recursive: true, force: true });
  },
});

export { expect } from '@playwright/test';
