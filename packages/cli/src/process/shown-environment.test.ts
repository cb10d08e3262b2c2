import { expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from '../../tests/process.fixture.ts';
import { folderWith } from '../../tests/serve-process.fixture.ts';
import { blankShownEnvironment } from './shown-environment.ts';

const source = JSON.stringify(import.meta.resolve('./shown-environment.ts'));

const PROGRAM = `import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { blankShownEnvironment } from ${source};
const shown = () => readFileSync('/proc/self/environ', 'utf8').split('\\0').filter(Boolean);
const before = { env: { ...process.env }, shown: shown() };
const done = blankShownEnvironment(process.env, (name) => name === 'PATH');
const { OPENAI_API_KEY: inChild } = JSON.parse(
  execFileSync(process.execPath, ['-p', 'JSON.stringify(process.env)'], { encoding: 'utf8' }),
);
console.log(JSON.stringify({ before, done, shown: shown(), env: process.env, inChild }));
`;

test('only harmless variables stay shown; the process and its children keep all', async () => {
  const cwd = await folderWith({ 'blank.mjs': PROGRAM });
  const env = { OPENAI_API_KEY: 'k'.repeat(5000), EMPTY: '', NON_ASCII: 'größer = ☃' };
  const { code, stdout, stderr } = await startProcess(['blank.mjs'], { cwd, env, input: '' }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { before, ...after } = JSON.parse(stdout) as {
    before: { env: Record<string, string>; shown: string[] };
  };
  expect(before.env).toMatchObject(env);
  expect(before.shown).toContain(`OPENAI_API_KEY=${env.OPENAI_API_KEY}`);
  expect(after).toEqual({
    done: true,
    shown: [`PATH=${process.env['PATH']}`],
    env: before.env,
    inChild: env.OPENAI_API_KEY,
  });
});

/** Files like those of a process whose environment begins at address 4. */
async function processFiles(memory: string): Promise<string> {
  const fields = ['S', ...Array.from({ length: 46 }, () => '0'), '4', '9'];
  return folderWith({
    environ: 'A=1\0B=2\0',
    stat: `1 (node (x) y) ${fields.join(' ')}`,
    mem: memory,
  });
}

test('the memory at the address of the environment is overwritten, and nothing else', async () => {
  const folder = await processFiles('old A=1\0B=2\0 end');
  expect(blankShownEnvironment({ A: '1', B: '2' }, (name) => name === 'A', folder)).toBe(true);
  expect(await readFile(join(folder, 'mem'), 'utf8')).toBe('old A=1\0\0\0\0\0 end');
});

test('nothing is overwritten if something else is there, or the system has no such files', async () => {
  const folder = await processFiles('old C=1\0B=2\0 end');
  expect(blankShownEnvironment({ A: '1', B: '2' }, () => false, folder)).toBe(false);
  expect(await readFile(join(folder, 'mem'), 'utf8')).toBe('old C=1\0B=2\0 end');
  expect(blankShownEnvironment({ A: '1' }, () => false, join(folder, 'none'))).toBe(false);
});
