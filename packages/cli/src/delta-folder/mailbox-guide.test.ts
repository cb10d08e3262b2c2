import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { deltaProgram, hitlProgram } from '../../tests/bundle.fixture.ts';
import { runMain } from '../../tests/main.fixture.ts';
import { agentFolder, ask, type AgentFolder } from '../../tests/run.fixture.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const guide = readFileSync(join(root, 'docs/guides/mailbox.md'), 'utf8');
const SECONDS = { timeout: 180_000 };

/** The scripts of the guide, by the name in their second line. */
const scripts = new Map(
  [...guide.matchAll(/^```sh\n(#!\/bin\/sh\n# (\S+): [\s\S]*?)^```/gm)].map(
    ([, source = '', name = '']) => [name, source],
  ),
);

/** Runs a script of the guide in a directory, with `delta` and `hitl` on the path. */
async function script(
  { path }: AgentFolder,
  name: string,
  {
    args = [],
    input = '',
    env = {},
  }: { args?: string[]; input?: string; env?: Record<string, string> },
) {
  const bin = join(path, '.bin');
  await mkdir(bin, { recursive: true });
  const programs = ['delta', 'hitl'].map((program) => {
    const source = program === 'hitl' ? hitlProgram : deltaProgram;
    const start = `exec '${process.execPath}' '${source}' "$@"`;
    return [program, `#!/bin/sh\n${start}\n`] as const;
  });
  for (const [file, content] of [...programs, [name, scripts.get(name) ?? ''] as const]) {
    await writeFile(join(bin, file), content);
    await chmod(join(bin, file), 0o755);
  }
  const child = spawn(join(bin, name), args, {
    cwd: path,
    env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: path, ...env },
  });
  // A script may exit before it has read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, stdout, stderr };
}

describe('the mailbox guide', SECONDS, () => {
  test('has a script that answers like a person, and it works', async () => {
    const folder = await agentFolder([
      ask('Which colour?'),
      ask('Password?', { sensitive: true }),
      { text: 'It is {{ask_Which_colour_}}' },
    ]);
    const { code, stdout, stderr } = await script(folder, 'person.sh', {
      input: 'blue\nhunter2\n',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Which colour?');
    expect(stdout).toMatch(/It is blue\n$/);
    expect(folder.results()).toHaveLength(2);
    expect(existsSync(folder.paths.request)).toBe(false);
  });

  test('has a cron job that notifies once, and continues after an answer', async () => {
    const folder = await agentFolder([
      ask('Which colour?'),
      { text: 'It is {{ask_Which_colour_}}' },
    ]);
    const idle = await agentFolder([]);
    const tell = { args: [folder.path, idle.path], env: { TELL: `tee -a ${folder.path}/mail` } };
    await folder.delta(['run']);
    await script(folder, 'cron.sh', tell);
    const again = await script(folder, 'cron.sh', tell);
    expect(again).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(folder.file('mail').match(/Which colour\?/g)).toHaveLength(1);
    expect(folder.metadata().status).toBe('WAITING_FOR_INPUT');
    await folder.answer('blue\n');
    expect((await script(folder, 'cron.sh', tell)).code).toBe(0);
    expect(folder.metadata().status).toBe('COMPLETED');
    expect(folder.file('.delta/cron.log')).toBe('It is blue\n');
  });

  test('names only commands and flags that exist', async () => {
    const calls = [...guide.matchAll(/\bhitl (inbox|serve)((?: [^\s|`]+)*)/g)];
    expect(calls.length).toBeGreaterThan(4);
    for (const [, command = '', rest = ''] of calls) {
      const sub = / (show|answer|watch|list)\b/.exec(rest)?.[1];
      const { stdout } = await runMain([command, ...(sub === undefined ? [] : [sub]), '--help']);
      // `inbox` alone has the flags of `inbox list`.
      const more = command === 'inbox' ? (await runMain(['inbox', 'list', '--help'])).stdout : '';
      for (const [flag] of rest.matchAll(/--[a-z-]+/g)) expect(stdout + more).toContain(`${flag} `);
    }
  });
});
