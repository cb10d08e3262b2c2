import { chmod, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileEditTool } from './file-edit.ts';
import { temporaryFolder, toolContext } from './tools.fixture.ts';

async function workspaceWith(text: string | Uint8Array): Promise<string> {
  const workspace = await temporaryFolder();
  await writeFile(join(workspace, 'a.txt'), text);
  return workspace;
}

function edit(workspace: string, oldText: string, newText: string, path = 'a.txt') {
  const args = { path, old_text: oldText, new_text: newText };
  return createFileEditTool({ workspace }).execute(args, toolContext());
}

test('replaces the text in place, and nothing else', async () => {
  const workspace = await workspaceWith('\uFEFFone\r\ntwo\nthree\n');
  await chmod(join(workspace, 'a.txt'), 0o640);
  expect(await edit(workspace, 'two', "$& $1 '$`'")).toBe('Edited a.txt at line 2');
  expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe("\uFEFFone\r\n$& $1 '$`'\nthree\n");
  expect((await stat(join(workspace, 'a.txt'))).mode & 0o777).toBe(0o640);
  expect(await readdir(workspace)).toEqual(['a.txt']);
});

test.each([
  ['four', 'x', 'old_text does not occur in a.txt'],
  ['o', 'x', 'old_text occurs 2 times in a.txt: include more of the surrounding text'],
  ['', 'x', 'old_text is empty: file_write writes whole files'],
  ['two', 'two', 'old_text and new_text are equal: nothing to do'],
])('refuses to replace %j by %j', async (oldText, newText, message) => {
  const workspace = await workspaceWith('one\ntwo\nthree\n');
  await expect(edit(workspace, oldText, newText)).rejects.toThrow(message);
  expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
});

test('counts occurrences that overlap', async () => {
  const workspace = await workspaceWith('aaa');
  await expect(edit(workspace, 'aa', 'b')).rejects.toThrow('old_text occurs 2 times');
});

test('reports if only the line ends differ', async () => {
  const workspace = await workspaceWith('one\r\ntwo\r\n');
  await expect(edit(workspace, 'one\ntwo', 'x')).rejects.toThrow(
    String.raw`old_text does not occur in a.txt; it would with the line ends of the file, \r\n`,
  );
});

test('refuses files that are missing, binary, too large or outside', async () => {
  const workspace = await workspaceWith(Buffer.from('one\0two'));
  await writeFile(join(workspace, 'large.txt'), 'one two three');
  const outside = await workspaceWith('one');
  await symlink(join(outside, 'a.txt'), join(workspace, 'link'));
  await expect(edit(workspace, 'one', 'x', 'b.txt')).rejects.toThrow('b.txt does not exist');
  await expect(edit(workspace, 'one', 'x')).rejects.toThrow('a.txt is a binary file');
  await expect(edit(workspace, 'one', 'x', 'link')).rejects.toThrow('outside the workspace');
  const small = createFileEditTool({ workspace, maxFileBytes: 10 });
  await expect(
    small.execute({ path: 'large.txt', old_text: 'one', new_text: 'x' }, toolContext()),
  ).rejects.toThrow('large.txt has 13 bytes; 10 is the maximum that can be edited');
  expect(await readFile(join(outside, 'a.txt'), 'utf8')).toBe('one');
});

test('asks for approval, and matches rules by path', () => {
  const tool = createFileEditTool({ workspace: '/work' });
  expect(tool).toMatchObject({
    name: 'file_edit',
    effects: 'at_most_once',
    requiresConsent: true,
    permission: { kind: 'path', arg: 'path', safeArgs: ['old_text', 'new_text'] },
  });
  expect(tool.describeCall?.({ path: 'a.txt' })).toEqual({ paths: ['/work/a.txt'] });
});

const place = (workspace: string, old_text: string, path = 'a.txt') =>
  createFileEditTool({ workspace }).lookUpCall?.({ path, old_text, new_text: 'x' });

test('shows the line of the edit, and the lines around it', async () => {
  const workspace = await workspaceWith('1\n2\n3\n4\nfive is(here);\n6\n7\n8\n9\n');
  const context = { before: ['2', '3', '4'], start: 'five ', end: ';', after: ['6', '7', '8'] };
  expect(await place(workspace, 'is(here)')).toEqual({
    edit_place: { occurrences: 1, line: 5, context },
  });
  // The line that is joined with what is left of the text belongs to the context.
  expect(await place(workspace, '1\n2\n')).toMatchObject({
    edit_place: {
      line: 1,
      context: { before: [], start: '', end: '3', after: ['4', 'five is(here);', '6'] },
    },
  });
});

test('tells the person that a text is not there, or more than once', async () => {
  const workspace = await workspaceWith('aaa');
  expect(await place(workspace, 'b')).toEqual({ edit_place: { occurrences: 0 } });
  expect(await place(workspace, 'aa')).toEqual({ edit_place: { occurrences: 2 } });
});

test('shows nothing around an edit of a file that usually holds secrets, or of long lines', async () => {
  const workspace = await workspaceWith(`one${'x'.repeat(2000)}`);
  await writeFile(join(workspace, '.env'), 'A=1\nTOKEN=hunter2\n');
  const found = { edit_place: { occurrences: 1, line: 1 } };
  expect(await place(workspace, 'A=1', '.env')).toEqual(found);
  expect(await place(workspace, 'one')).toEqual(found);
});
