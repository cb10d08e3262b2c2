import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProtectedFiles } from './protected-files.ts';
import { temporaryFolder } from './tools.fixture.ts';
import { isWithin } from './is-within.ts';
import { locateFile, namedPath, shownPath } from './workspace.ts';

test.each([
  ['a/./b//c', '/work/a/b/c'],
  ['a/../../x', '/x'],
  ['/a', '/a'],
  ['~', homedir()],
  ['~/a', join(homedir(), 'a')],
  ['~user/a', '/work/~user/a'],
  ['a\\b', '/work/a\\b'],
])('resolves the path of %j like rules', (path, expected) => {
  expect(namedPath('/work', path)).toBe(expected);
});

test.each([
  ['/work', '/work', true],
  ['/work', '/work/a', true],
  ['/work', '/work/..a', true],
  ['/work', '/worker', false],
  ['/work', '/', false],
  ['/', '/a', true],
])('decides whether %j contains %j', (folder, path, expected) => {
  expect(isWithin(folder, path)).toBe(expected);
});

test.each([
  [homedir(), '~'],
  [join(homedir(), 'shop'), '~/shop'],
  [`${homedir()}-of-another`, `${homedir()}-of-another`],
  ['/srv/../work', '/work'],
])('shows the folder %j as %j', (folder, shown) => {
  expect(shownPath(folder)).toBe(shown);
});

test('finds the real path of a file that does not exist yet', async () => {
  const workspace = await temporaryFolder();
  await mkdir(join(workspace, 'real'));
  await symlink('real', join(workspace, 'link'));
  expect(
    await locateFile(workspace, 'link/new/file', createProtectedFiles({ workspace })),
  ).toMatchObject({
    path: 'link/new/file',
    root: workspace,
    realPath: join(workspace, 'real/new/file'),
  });
});

test('reports that the workspace is missing', async () => {
  await expect(
    locateFile('/hitl-nowhere', 'a', createProtectedFiles({ workspace: '/hitl-nowhere' })),
  ).rejects.toThrow('The workspace does not exist: /hitl-nowhere');
});
