import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileWriteTool } from './file-write.ts';
import { makePipe, temporaryFolder, toolContext } from './tools.fixture.ts';

function write(workspace: string, path: string, content = 'new') {
  return createFileWriteTool({ workspace }).execute({ path, content }, toolContext());
}

test('writes a new file, with missing folders', async () => {
  const workspace = await temporaryFolder();
  expect(await write(workspace, 'src/deep/a.txt', 'ä\n')).toBe('Wrote 3 bytes to src/deep/a.txt');
  expect(await readFile(join(workspace, 'src/deep/a.txt'), 'utf8')).toBe('ä\n');
});

test('replaces a file atomically and keeps its mode', async () => {
  const workspace = await temporaryFolder();
  const file = join(workspace, 'run.sh');
  await writeFile(file, 'old');
  await chmod(file, 0o750);
  const before = await stat(file);
  await write(workspace, 'run.sh');
  const after = await stat(file);
  expect(await readFile(file, 'utf8')).toBe('new');
  expect(after.mode).toBe(before.mode);
  // A new file with the old name: readers of the old one still read all of it.
  expect(after.ino).not.toBe(before.ino);
  expect(await readdir(workspace)).toEqual(['run.sh']);
});

test('writes through a link that stays inside, and keeps the link', async () => {
  const workspace = await temporaryFolder();
  await writeFile(join(workspace, 'target'), 'old');
  await symlink('target', join(workspace, 'link'));
  await write(workspace, 'link');
  expect(await readlink(join(workspace, 'link'))).toBe('target');
  expect(await readFile(join(workspace, 'target'), 'utf8')).toBe('new');
});

test('writes nothing outside the workspace, by any path', async () => {
  const outside = await temporaryFolder();
  await writeFile(join(outside, 'file'), 'untouched');
  const workspace = await temporaryFolder();
  await symlink(join(outside, 'file'), join(workspace, 'to-file'));
  await symlink(outside, join(workspace, 'to-folder'));
  const paths = [
    join(outside, 'file'),
    join(outside, 'new'),
    '../new',
    '~/new',
    'to-file',
    'to-folder/file',
    'to-folder/new',
    'to-folder/deep/new',
  ];
  for (const path of paths) {
    await expect(write(workspace, path)).rejects.toThrow(`${path} is outside the workspace`);
  }
  expect(await readdir(outside)).toEqual(['file']);
  expect(await readFile(join(outside, 'file'), 'utf8')).toBe('untouched');
});

test('does not create what a broken link points to', async () => {
  const outside = await temporaryFolder();
  const workspace = await temporaryFolder();
  await symlink(join(outside, 'file'), join(workspace, 'link'));
  await symlink(join(outside, 'folder'), join(workspace, 'folder'));
  for (const path of ['link', 'folder/file', 'folder/deep/file']) {
    await expect(write(workspace, path)).rejects.toThrow(`${path} leads through a broken link`);
  }
  expect(await readdir(outside)).toEqual([]);
  expect((await lstat(join(workspace, 'link'))).isSymbolicLink()).toBe(true);
});

test('refuses anything but a regular file', async () => {
  const workspace = await temporaryFolder();
  await mkdir(join(workspace, 'folder'));
  await makePipe(join(workspace, 'pipe'));
  await expect(write(workspace, 'folder')).rejects.toThrow('folder is a folder, not a file');
  await expect(write(workspace, '.')).rejects.toThrow('. is a folder, not a file');
  await expect(write(workspace, 'pipe')).rejects.toThrow('pipe is not a regular file');
  expect((await readdir(workspace)).toSorted()).toEqual(['folder', 'pipe']);
});

test('writes nothing when it is already aborted', async () => {
  const workspace = await temporaryFolder();
  const signal = AbortSignal.abort(new Error('aborted'));
  const work = createFileWriteTool({ workspace }).execute(
    { path: 'a.txt', content: 'x' },
    toolContext({ signal }),
  );
  await expect(work).rejects.toThrow('aborted');
  expect(await readdir(workspace)).toEqual([]);
});

test('asks for approval, and matches rules by path', () => {
  const tool = createFileWriteTool({ workspace: '/work' });
  expect(tool).toMatchObject({
    name: 'file_write',
    effects: 'at_most_once',
    requiresConsent: true,
    permission: { kind: 'path', arg: 'path', safeArgs: ['content'] },
  });
  expect(tool.describeCall?.({ path: 'a.txt', content: '' })).toEqual({ paths: ['/work/a.txt'] });
});
