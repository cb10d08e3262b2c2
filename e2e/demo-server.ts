import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stablePort } from './stable-port.ts';
import { killDemo, launchDemo } from './launch-demo.ts';
import { test as base } from './console-test.ts';

/** The demo as a separate process, with its own folder. */
export interface DemoServer {
  readonly url: string;
  /** The printed link for a browser. */
  readonly link: string;
  /** The current content of a file in the workspace. */
  read(path: string): Promise<string>;
  /** Kills the process like a crash, and starts another one on the same folder and port. */
  crashAndRestart(): Promise<void>;
  /** Kills the process like a crash. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

interface DemoOptions {
  auth?: 'local' | 'none';
  env?: Readonly<Record<string, string>>;
}

/** Starts a demo, passes it on, and cleans up. */
async function withDemo(
  { auth = 'none', env = {} }: DemoOptions,
  use: (demo: DemoServer) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-demo-'));
  const launch = (port: number) => launchDemo(folder, { port, auth, env });
  let { child, url, link } = await launch(await stablePort());
  const demo: DemoServer = {
    url,
    get link() {
      return link;
    },
    read: (path) => readFile(join(folder, 'workspace', path), 'utf8'),
    kill: () => killDemo(child),
    async restart() {
      ({ child, url, link } = await launch(Number(new URL(url).port)));
    },
    async crashAndRestart() {
      await demo.kill();
      await demo.restart();
    },
  };
  await use(demo);
  await killDemo(child);
  await rm(folder, { recursive: true, force: true });
}

interface OwnFixtures {
  /** The test's own demo, which it may crash. */
  demo: DemoServer;
  demoOptions: DemoOptions;
}

interface SharedFixtures {
  /** A demo shared by the tests of a worker, one after the other; each ends its own runs. */
  shared: DemoServer;
}

/** A test with a demo, shared or its own. */
export const test = base.extend<OwnFixtures, SharedFixtures>({
  demoOptions: [{}, { option: true }],
  demo: ({ demoOptions, context }, use) =>
    withDemo(demoOptions, async (demo) => {
      await use(demo);
      // Its pages leave first: they would tell the console of the end of their server.
      await context.close();
    }),
  // oxlint-disable-next-line no-empty-pattern -- playwright reads the names of the fixtures from it
  shared: [({}, use) => withDemo({}, use), { scope: 'worker' }],
});

export { expect } from '@playwright/test';
