import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makePipe } from '../../tools/tools.fixture.ts';
import { asStored, freshFolder, openJournals, writeJournal } from './journal.fixture.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';

/** Replaces the journal by something else; the journal is moved to `beside`. */
type Change = (file: string, beside: string) => void | Promise<void>;

test.each<[string, Change, RegExp]>([
  ['a symbolic link to it', (file, beside) => symlinkSync(beside, file), /is a symbolic link/],
  ['a link that leads nowhere', (file) => symlinkSync('nowhere', file), /is a symbolic link/],
  ['a folder', (file) => mkdirSync(file), /is not a regular file/],
  ['a named pipe', (file) => makePipe(file), /is not a regular file/],
])('where a journal was, %s is refused', async (_, change, says) => {
  const folder = freshFolder();
  const file = await writeJournal(folder, await sampleCommits(7, 2));
  const beside = join(dirname(file), 'beside.jsonl');
  renameSync(file, beside);
  await change(file, beside);
  await expectRefused(folder, says);
});

test.each<[string, Change, RegExp]>([
  ['a symbolic link to it', (place, beside) => symlinkSync(beside, place), /is a symbolic link/],
  ['a file', (place) => writeFileSync(place, ''), /is not a folder/],
])('where the folder of a journal was, %s is refused', async (_, change, says) => {
  for (const levels of [1, 2]) {
    const folder = freshFolder();
    const file = await writeJournal(folder, await sampleCommits(7, 2));
    const place = levels === 1 ? dirname(file) : dirname(dirname(file));
    renameSync(place, `${place}-real`);
    await change(place, `${place}-real`);
    await expectRefused(folder, says);
  }
});

test.each(['journal.json', 'journal.jsonl.bak', 'journal (1).jsonl'])(
  'a journal renamed to %s is reported as missing, not started again',
  async (name) => {
    const folder = freshFolder();
    const commits = await sampleCommits(7, 2);
    const file = await writeJournal(folder, commits);
    const renamed = join(dirname(file), name);
    renameSync(file, renamed);
    await expectRefused(folder, /exists: it was renamed/);
    expect(readdirSync(dirname(file))).toEqual([name]);
    // With its original name, it is usable again.
    renameSync(renamed, file);
    expect(await openJournals(folder).read(KEY, 0)).toEqual(asStored(commits));
  },
);

test('a repaired journal is opened by the store that refused it', async () => {
  const folder = freshFolder();
  const commits = await sampleCommits(7, 2);
  const file = await writeJournal(folder, commits);
  renameSync(file, `${file}.bak`);
  mkdirSync(file);
  const stores = (['write', 'read'] as const).map((mode) => openJournals(folder, { mode }));
  for (const store of stores) await expect(store.load(KEY)).rejects.toThrow(/not a regular file/);
  rmSync(file, { recursive: true });
  renameSync(`${file}.bak`, file);
  for (const store of stores) expect(await store.read(KEY, 0)).toEqual(asStored(commits));
});

async function expectRefused(folder: string, says: RegExp): Promise<void> {
  for (const mode of ['write', 'read'] as const) {
    const store = openJournals(folder, { mode });
    await expect(store.load(KEY)).rejects.toMatchObject({
      code: 'journal_damaged',
      message: expect.stringMatching(says),
    });
  }
}
