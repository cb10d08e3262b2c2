import { constants } from 'node:fs';
import { mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';
import { temporaryFolder } from './testing.ts';
import { isWithin, makeParents, namedPath, openChecked, realPathInside } from './workspace.ts';

test.each([
  ['a/./b//c', '/work/a/b/c'],
  ['a/../../x', '/x'],
  ['/a', '/a'],
  ['~', homedir()],
  ['~/a', join(homedir(), 'a')],
  ['~user/a', '/work/~user/a'],
  ['a\\b', '/work/a\\b'],
])('names the path of %j as rules do', (path, expected) => {
  expect(namedPath('/work', path)).toBe(expected);
});

test.each([
  ['/work', '/work', true],
  ['/work', '/work/a', true],
  ['/work', '/work/..a', true],
  ['/work', '/worker', false],
  ['/work', '/', false],
  ['/', '/a', true],
])('tells whether %j holds %j', (folder, path, expected) => {
  expect(isWithin(folder, path)).toBe(expected);
});

test('gives the real path of what does not exist yet', async () => {
  const workspace = await temporaryFolder();
  await mkdir(join(workspace, 'real'));
  await symlink('real', join(workspace, 'link'));
  expect(await realPathInside(workspace, 'link/new/file')).toBe(join(workspace, 'real/new/file'));
});

test('says that the workspace is missing', async () => {
  await expect(realPathInside('/hitl-nowhere', 'a')).rejects.toThrow(
    'The workspace does not exist: /hitl-nowhere',
  );
});

/** What somebody does between the check of a path and its use: a folder becomes a link outside. */
async function swappedFolder() {
  const [workspace, outside] = [await temporaryFolder(), await temporaryFolder()];
  await mkdir(join(workspace, 'folder'));
  await writeFile(join(workspace, 'folder/file'), 'inside');
  await writeFile(join(outside, 'file'), 'outside');
  const realPath = await realPathInside(workspace, 'folder/file');
  await rename(join(workspace, 'folder'), join(workspace, 'moved'));
  await symlink(outside, join(workspace, 'folder'));
  return { realPath, outside };
}

test('does not open a file through a folder that became a link after the check', async () => {
  const { realPath } = await swappedFolder();
  await expect(openChecked(realPath, 'folder/file', constants.O_RDONLY)).rejects.toThrow(
    'folder/file was replaced while it was opened',
  );
});

test('does not write through a folder that became a link after the check', async () => {
  const { realPath, outside } = await swappedFolder();
  const before = await stat(join(outside, 'file'));
  await expect(
    replaceFile({ real_path: realPath, path: 'folder/file', content: 'x' }),
  ).rejects.toThrow('was replaced while');
  expect(await stat(join(outside, 'file'))).toEqual(before);
});

test('does not open a link that took the place of the file after the check', async () => {
  const [workspace, outside] = [await temporaryFolder(), await temporaryFolder()];
  await writeFile(join(outside, 'file'), 'outside');
  await writeFile(join(workspace, 'file'), 'inside');
  const realPath = await realPathInside(workspace, 'file');
  await rm(realPath);
  await symlink(join(outside, 'file'), realPath);
  await expect(openChecked(realPath, 'file', constants.O_RDONLY)).rejects.toThrow(
    'file was replaced while it was opened',
  );
});

test('makes no folders through a link', async () => {
  const [workspace, outside] = [await temporaryFolder(), await temporaryFolder()];
  await symlink(outside, join(workspace, 'folder'));
  await expect(makeParents(join(workspace, 'folder/file'), 'folder/file')).rejects.toThrow(
    'The folder of folder/file was replaced while it was made',
  );
});

test('does not overwrite what somebody else wrote since it was read', async () => {
  const workspace = await temporaryFolder();
  const realPath = join(workspace, 'file');
  await writeFile(realPath, 'one');
  const seen = await stat(realPath, { bigint: true });
  await writeFile(realPath, 'two and more');
  await expect(
    replaceFile({ real_path: realPath, path: 'file', content: 'x', seen }),
  ).rejects.toThrow('file was changed by somebody else meanwhile: read it again');
});
