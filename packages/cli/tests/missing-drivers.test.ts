import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cliFolder } from './bundle.fixture.ts';
import { startProcess } from './process.fixture.ts';

const CONFIG = `
type: session_store
name: runs
---
type: permission_store
name: rules
---
type: agent
name: worker
model: { provider: scripted, turns: [{ text: hi }] }
permission_store: rules
session_store: runs
`;

/** The command as installed by npm, without any driver. */
async function installed(): Promise<{ folder: string; program: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-bare-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = join(folder, 'node_modules/@hitl/cli');
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(join(cliFolder, part), join(place, part), { recursive: true });
  }
  return { folder, program: join(place, 'bin/hitl.cjs') };
}

test.each([
  ['MongoDB', 'mongodb', 'mongodb', 'mongodb://ann:hunter2@localhost/runs'],
  ['PostgreSQL', 'postgres', 'pg', 'postgres://ann:hunter2@localhost/runs'],
])(
  'without the driver of %s, serve and its configuration name the package to install, and no password',
  async (name, type, driver, url) => {
    const { folder, program } = await installed();
    const named = `store_type: ${type}\nurl: ${url}\n`;
    await mkdir(join(folder, 'plain'));
    await mkdir(join(folder, 'named'));
    await writeFile(join(folder, 'plain/hitl.yaml'), CONFIG);
    await writeFile(join(folder, 'named/hitl.yaml'), CONFIG.replace('name: runs\n', `$&${named}`));
    for (const args of [
      ['--config', 'plain', '--store', url],
      ['--config', 'named'],
    ]) {
      const command = [program, 'serve', '--port', '0', '--auth', 'none', ...args];
      const {
        code: exit,
        stdout,
        stderr,
      } = await startProcess(command, {
        cwd: folder,
        input: '',
        // Without packages that the user has installed elsewhere.
        env: { NODE_PATH: '' },
      }).ended;
      expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
      expect(stderr).toBe(
        `hitl: session_store "runs" cannot be opened: ${name} needs the package "${driver}", which is ` +
          `not installed. Install it next to this one: npm install ${driver}.\n`,
      );
    }
  },
);
