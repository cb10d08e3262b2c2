import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forgetCall, notedCall, noteCall } from './call-notes.ts';

/** A folder of many old notes, in a temporary folder of its own. */
async function manyNotes(): Promise<string> {
  const before = process.env['TMPDIR'];
  const temporary = await mkdtemp(join(tmpdir(), 'hitl-notes-'));
  process.env['TMPDIR'] = temporary;
  onTestFinished(async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(temporary, { recursive: true });
  });
  const folder = join(temporary, `hitl-claude-code-${userInfo().username}`);
  await mkdir(folder, { mode: 0o700 });
  for (let index = 0; index < 300; index += 1) {
    const file = join(folder, `old ${index}`);
    await writeFile(file, '');
    await utimes(file, 0, 0);
  }
  return folder;
}

const name = { server: 'http://127.0.0.1:1', sessionId: 's', toolUseId: 't' };

test('a note is kept, old ones are deleted, and it can be forgotten', async () => {
  const folder = await manyNotes();
  noteCall(name, { interactionId: 'i', holder: 'h' });
  expect(notedCall(name)).toEqual({ interactionId: 'i', holder: 'h' });
  expect(await readdir(folder)).toHaveLength(1);
  forgetCall(name);
  expect(notedCall(name)).toBeUndefined();
});

test('a note is kept while another hook deletes old ones', async () => {
  const folder = await manyNotes();
  // Listed, but gone when it is looked at, as a note that another process deletes in between.
  await symlink('gone', join(folder, 'a deleted note'));
  noteCall(name, { interactionId: 'i', holder: 'h' });
  expect(notedCall(name)).toEqual({ interactionId: 'i', holder: 'h' });
  expect((await readdir(folder)).filter((file) => file.startsWith('old'))).toEqual([]);
});
