import { chmod, copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith, startProcess, type Ended } from './process.fixture.ts';

const loader = fileURLToPath(new URL('../bin/load.cjs', import.meta.url));

/** Like a bundle: an entry, a chunk with a function that is called later, and one that is not. */
const FILES = {
  'bin/go.cjs': `require('./load.cjs')('go.cjs');`,
  'dist/go.cjs': `require('./chunks/say-1.cjs').say(process.argv[3]);`,
  'dist/chunks/say-1.cjs': `
    const { join } = require('node:path');
    exports.say = (name) => console.log(join('hello', name ?? 'nobody'));
    exports.more = () => { ${'[1, 2, 3].map((n) => n + 1);'.repeat(2000)} };
  `,
};

async function program(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await folderWith({ ...FILES, ...files });
  await copyFile(loader, join(folder, 'bin/load.cjs'));
  return folder;
}

function run(cwd: string, ...args: string[]): Promise<Ended> {
  return startProcess([join(cwd, 'bin/go.cjs'), ...args], { cwd, input: '' }).ended;
}

/** The cache files, each with its inode number, which changes when the file is replaced. */
async function keptIn(folder: string): Promise<readonly { name: string; inode: bigint }[]> {
  const names = await readdir(join(folder, '.cache'));
  return Promise.all(
    names.map(async (name) => {
      const { ino: inode } = await stat(join(folder, '.cache', name), { bigint: true });
      return { name, inode };
    }),
  );
}

test('compiled code is cached once for each command, and a cached start prints the same', async () => {
  const folder = await program();
  expect(await run(folder, 'run', 'ann')).toMatchObject({ code: 0, stdout: 'hello/ann\n' });
  const first = await keptIn(folder);
  expect(first).toHaveLength(1);
  expect(first[0]?.name).toMatch(/-run$/);
  expect(await run(folder, 'run', 'bob')).toMatchObject({ code: 0, stdout: 'hello/bob\n' });
  expect(await keptIn(folder)).toEqual(first);
  await run(folder, '--help');
  expect(await keptIn(folder)).toHaveLength(2);
});

test('the code of a later start that calls much more is cached as well', async () => {
  const folder = await program({
    'dist/go.cjs': `
      const { more, say } = require('./chunks/say-1.cjs');
      if (process.argv[3] === 'more') more();
      say(process.argv[3]);
    `,
  });
  await run(folder, 'run', 'less');
  const [less] = await keptIn(folder);
  await run(folder, 'run', 'more');
  const [more] = await keptIn(folder);
  expect(more?.inode).not.toBe(less?.inode);
  await run(folder, 'run', 'more');
  expect(await keptIn(folder)).toEqual([more]);
});

test('after many starts the code of one that calls much more is cached as well', async () => {
  const folder = await program({
    'dist/go.cjs': `
      const { more, say } = require('./chunks/say-1.cjs');
      if (process.argv[3] === 'more') more();
      say(process.argv[3]);
    `,
  });
  for (let start = 0; start < 5; start += 1) await run(folder, 'run', 'less');
  const [less] = await keptIn(folder);
  // After the fourth start, only the eighth one checks how much it has compiled.
  for (let start = 5; start < 8; start += 1) await run(folder, 'run', 'more');
  expect(await keptIn(folder)).toEqual([less]);
  await run(folder, 'run', 'more');
  expect((await keptIn(folder))[0]?.inode).not.toBe(less?.inode);
});

test('a cache of other code, or a damaged one, is not used', async () => {
  const folder = await program();
  await run(folder, 'run', 'ann');
  const [kept] = await keptIn(folder);
  const path = join(folder, '.cache', kept?.name ?? '');
  const whole = await readFile(path);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(whole.length),
    whole.subarray(0, whole.length - 100),
  ]) {
    await writeFile(path, bytes);
    expect(await run(folder, 'run', 'bob')).toMatchObject({ code: 0, stdout: 'hello/bob\n' });
    expect((await stat(path)).size).toBeGreaterThan(whole.length / 2);
  }
  // A new bundle has other names.
  await writeFile(join(folder, 'dist/chunks/say-2.cjs'), `exports.say = () => console.log('new');`);
  await writeFile(join(folder, 'dist/go.cjs'), `require('./chunks/say-2.cjs').say();`);
  expect(await run(folder, 'run', 'bob')).toMatchObject({ code: 0, stdout: 'new\n' });
});

test('an entry whose name does not depend on its content is compiled each time', async () => {
  const folder = await program({ 'dist/go.cjs': `console.log('one');` });
  expect(await run(folder, 'run')).toMatchObject({ stdout: 'one\n' });
  await writeFile(join(folder, 'dist/go.cjs'), `console.log('two');`);
  expect(await run(folder, 'run')).toMatchObject({ stdout: 'two\n' });
});

test('a command runs even if nothing can be written', async () => {
  const folder = await program();
  // A file instead of the folder, because root ignores missing permissions.
  await writeFile(join(folder, '.cache'), '');
  await chmod(join(folder, '.cache'), 0o444);
  expect(await run(folder, 'run', 'ann')).toMatchObject({
    code: 0,
    stdout: 'hello/ann\n',
    stderr: '',
  });
});
