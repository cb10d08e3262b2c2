import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileReadTool } from './file-read.ts';
import { makePipe, temporaryFolder, toolContext } from './tools.fixture.ts';

async function workspaceWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const workspace = await temporaryFolder();
  await Promise.all(
    Object.entries(files).map(([name, content]) => writeFile(join(workspace, name), content)),
  );
  return workspace;
}

function read(workspace: string, args: Record<string, unknown>, maxBytes?: number) {
  const limit = maxBytes === undefined ? {} : { maxOutputBytes: maxBytes };
  return createFileReadTool({ workspace, ...limit }).execute(args, toolContext());
}

test('returns the text unchanged', async () => {
  const text = '\uFEFFone\r\ntwo\n\n  drei ä €\n';
  const workspace = await workspaceWith({ 'a.txt': text, empty: '' });
  expect(await read(workspace, { path: 'a.txt' })).toBe(text);
  expect(await read(workspace, { path: join(workspace, 'a.txt') })).toBe(text);
  expect(await read(workspace, { path: 'not/there/../../a.txt' })).toBe(text);
  expect(await read(workspace, { path: 'empty' })).toBe('');
});

test.each([
  [{ offset: 1 }, 'two\nthree'],
  [{ limit: 2 }, 'one\ntwo\n'],
  [{ offset: 1, limit: 1 }, 'two\n'],
  [{ offset: 2, limit: 9 }, 'three'],
])('reads the requested lines: %j', async (range, expected) => {
  const workspace = await workspaceWith({ 'a.txt': 'one\ntwo\nthree' });
  expect(await read(workspace, { path: 'a.txt', ...range })).toBe(expected);
});

test('reports the number of lines if none is left', async () => {
  const workspace = await workspaceWith({ open: 'one\ntwo\nthree', ended: 'one\ntwo\nthree\n' });
  for (const path of ['open', 'ended']) {
    await expect(read(workspace, { path, offset: 3 })).rejects.toThrow(
      `${path} has 3 lines: there is none after line 3`,
    );
  }
});

test('reads lines across the pieces in which a file is read', async () => {
  const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index} ä\n`);
  const workspace = await workspaceWith({ 'a.txt': lines.join('') });
  const range = { path: 'a.txt', offset: 20_000, limit: 3000 };
  expect(await read(workspace, range, 1_000_000)).toBe(lines.slice(20_000, 23_000).join(''));
});

test('cuts a long text between characters and reports its size', async () => {
  const workspace = await workspaceWith({ 'a.txt': `skip\n${'ä'.repeat(50_000)}\nmore\n` });
  const rest = await read(workspace, { path: 'a.txt', offset: 1 }, 101);
  expect(rest).toMatch(/^ä+… \[cut: 100006 bytes in all\]$/);
  const one = await read(workspace, { path: 'a.txt', offset: 1, limit: 1 }, 101);
  expect(one).toMatch(/^ä+… \[cut: 100001 bytes in all\]$/);
});

test('reads the beginning of a file that is larger than memory', async () => {
  const workspace = await workspaceWith({ 'a.txt': 'x'.repeat(200_000) });
  const size = 2 ** 40;
  await truncate(join(workspace, 'a.txt'), size);
  expect(await read(workspace, { path: 'a.txt' })).toMatch(
    new RegExp(String.raw`^x+… \[cut: ${size} bytes in all\]$`),
  );
});

test('stops reading when it is aborted', async () => {
  const workspace = await workspaceWith({ 'a.txt': 'text' });
  const signal = AbortSignal.abort(new Error('aborted'));
  const work = createFileReadTool({ workspace }).execute(
    { path: 'a.txt' },
    toolContext({ signal }),
  );
  await expect(work).rejects.toThrow('aborted');
});

test('refuses files that are not text', async () => {
  const workspace = await workspaceWith({
    nul: Buffer.from('text\0text'),
    latin: Buffer.from('caf\u00e9', 'latin1'),
  });
  await expect(read(workspace, { path: 'nul' })).rejects.toThrow('nul is a binary file, not text');
  await expect(read(workspace, { path: 'latin' })).rejects.toThrow('latin is not text in UTF-8');
});

test('reports what is wrong with a path', async () => {
  const workspace = await workspaceWith({ 'a.txt': 'text' });
  await mkdir(join(workspace, 'src'));
  await makePipe(join(workspace, 'pipe'));
  const cases = {
    'b.txt': 'b.txt does not exist',
    src: 'src is a folder, not a file',
    pipe: 'pipe is not a regular file',
    'a.txt/b': 'a.txt/b leads through a file as if it were a folder',
    'file:///etc/passwd': 'file:///etc/passwd is a URL: give the path alone',
    'a\0b': 'The path contains a NUL character',
    '': 'The path is empty',
  };
  for (const [path, message] of Object.entries(cases)) {
    await expect(read(workspace, { path })).rejects.toThrow(message);
  }
});

test('reads nothing outside the workspace, by any path', async () => {
  const outside = await workspaceWith({ secret: 'secret' });
  const workspace = await workspaceWith({ inside: 'inside' });
  await symlink(join(outside, 'secret'), join(workspace, 'to-file'));
  await symlink(outside, join(workspace, 'to-folder'));
  await symlink('to-folder', join(workspace, 'to-link'));
  await symlink('..', join(workspace, 'up'));
  const paths = [
    join(outside, 'secret'),
    '/etc/passwd',
    '~/.profile',
    '../secret',
    'to-file',
    'to-folder/secret',
    'to-link/secret',
    'up',
    `${workspace}-other/file`,
  ];
  for (const path of paths) {
    await expect(read(workspace, { path })).rejects.toThrow(`${path} is outside the workspace`);
  }
});

test('follows links that stay inside, also when the workspace is one', async () => {
  const workspace = await workspaceWith({ 'a.txt': 'text' });
  await symlink('a.txt', join(workspace, 'link'));
  const other = await temporaryFolder();
  await symlink(workspace, join(other, 'workspace'));
  expect(await read(workspace, { path: 'link' })).toBe('text');
  expect(await read(join(other, 'workspace'), { path: 'link' })).toBe('text');
});

test('refuses circular and broken links', async () => {
  const workspace = await temporaryFolder();
  await symlink('round', join(workspace, 'round'));
  await symlink('/nowhere/at/all', join(workspace, 'broken'));
  await expect(read(workspace, { path: 'round' })).rejects.toThrow('through a cycle of links');
  await expect(read(workspace, { path: 'broken' })).rejects.toThrow('leads through a broken link');
});

test('is pure, matches rules by path and shows the file that is meant', () => {
  const tool = createFileReadTool({ workspace: '/work' });
  expect(tool).toMatchObject({
    name: 'file_read',
    effects: 'pure',
    permission: { kind: 'path', arg: 'path', safeArgs: ['offset', 'limit'] },
  });
  expect(tool.describeCall?.({ path: 'src/../../etc/passwd' })).toEqual({ paths: ['/etc/passwd'] });
  expect(tool.describeCall?.({ path: 'a\0b' })).toEqual({});
});
