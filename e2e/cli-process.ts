import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';
import { stablePort } from './stable-port.ts';

/** A folder with an agent that asks its user and then writes to `ran.txt`. */
export interface Project {
  readonly path: string;
  /** Runs `delta run` to its end. */
  run(): Promise<{ readonly code: number | null; readonly stdout: string }>;
  /** Number of executions of the tool. */
  runs(): Promise<number>;
}

/** `hitl serve` as a process. */
export interface InboxServer {
  readonly url: string;
  /** The link that `--auth local` printed on stderr. */
  link(): Promise<string>;
  /** Kills it like a crash, and starts another one on the same folder and port. */
  crashAndRestart(): Promise<void>;
}

/** The installed commands, in their own folders. */
export interface CommandLine {
  /** Creates a folder; `turns` are the turns of its model, as YAML. */
  project(name: string, turns: string): Promise<Project>;
  serve(args: readonly string[], env?: Record<string, string>): Promise<InboxServer>;
}

/** The built command, as installed. */
function start(name: string, args: readonly string[], cwd: string, env = {}): ChildProcess {
  return spawn(process.execPath, [resolve('packages/cli/bin', `${name}.cjs`), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Keeps printing its stderr, and finds the link that logs a browser in. */
async function linkOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('stderr is not a pipe.');
  const lines = createInterface({ input: child.stderr });
  return new Promise((found, lost) => {
    lines.on('line', (line) => {
      const [link] = /http:\S+\/login\?code=\w+/.exec(line) ?? [];
      if (link === undefined) process.stderr.write(`${line}\n`);
      else found(link);
    });
    lines.on('close', () => lost(new Error('hitl serve printed no link.')));
  });
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function projectIn(path: string): Project {
  return {
    path,
    async run() {
      const child = start('delta', ['run'], path);
      child.stderr?.pipe(process.stderr, { end: false });
      const output: Buffer[] = [];
      child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, stdout: Buffer.concat(output).toString() };
    },
    async runs() {
      const text = await readFile(join(path, 'ran.txt'), 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line !== '').length;
    },
  };
}

/** A test with its own folders and servers. */
export const test = base.extend<{ cli: CommandLine }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here
  cli: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hitl-cli-'));
    const running = new Set<ChildProcess>();

    async function launch(args: readonly string[], env: Record<string, string>) {
      const child = start('hitl', ['serve', ...args], folder, env);
      running.add(child);
      const link = linkOf(child);
      // Tests that do not log in ignore a missing link.
      link.catch(() => undefined);
      if (child.stdout === null) throw new Error('stdout is not a pipe.');
      for await (const line of createInterface({ input: child.stdout })) {
        const [, url] = /^listening on (\S+)$/.exec(line) ?? [];
        if (url !== undefined) return { child, url, link };
      }
      throw new Error('hitl serve ended before it listened.');
    }

    await use({
      async project(name, turns) {
        const path = join(folder, name);
        await mkdir(path);
        const model = `model:\n  provider: scripted\n  turns:\n${turns}`;
        await writeFile(
          join(path, 'config.yaml'),
          `${model}\ntools: [ask_human, bash]\ntask: Go\n`,
        );
        return projectIn(path);
      },
      async serve(args, env = {}) {
        // Tests with authentication pass the flag themselves.
        const open = args.includes('--auth') ? [] : ['--auth', 'none'];
        // The link is logged at level info.
        const level = args.includes('local') ? 'info' : 'warn';
        const flags = [...args, ...open, '--log-level', level];
        const all = [...flags, '--port', String(await stablePort())];
        let { child, url, link } = await launch(all, env);
        return {
          url,
          link: () => link,
          async crashAndRestart() {
            await killed(child);
            ({ child, url, link } = await launch(all, env));
          },
        };
      },
    });
    await Promise.all([...running].map(killed));
    await rm(folder, { recursive: true, force: true });
  },
});

export { expect } from '@playwright/test';
