import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { SessionStore } from '../store.ts';
import { createJournalStoreOn } from './create-journal-store.ts';
import { REAL_DISK, type JournalDisk } from './journal-file.ts';
import {
  appendRest,
  asStored,
  freshFolder,
  openJournals,
  writeJournal,
} from './journal.fixture.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';

function openOn(
  folder: string,
  limits: Partial<JournalDisk>,
  mode: 'read' | 'write',
): SessionStore {
  const store = createJournalStoreOn({ ...REAL_DISK, ...limits }, { folder, mode });
  onTestFinished(() => store.close());
  return store;
}

test('a journal is read in pieces of any size, also while it is written', async () => {
  const folder = freshFolder();
  const commits = await sampleCommits(7, 12);
  const file = await writeJournal(folder, commits.slice(0, 6));
  const readers = [1, 7, 100, 1000, 4096].map((pieceBytes) =>
    openOn(folder, { pieceBytes }, 'read'),
  );
  for (const reader of readers) {
    expect(await reader.read(KEY, 0)).toEqual(asStored(commits.slice(0, 6)));
  }
  await appendRest(openJournals(folder), commits);
  for (const reader of readers) expect(await reader.read(KEY, 0)).toEqual(asStored(commits));

  const whole = readFileSync(file);
  for (const pieceBytes of [1, 64, whole.length - 1, whole.length, whole.length + 1]) {
    writeFileSync(file, Buffer.concat([whole, Buffer.from('{"seq":'), Buffer.alloc(3000)]));
    const writer = openOn(folder, { pieceBytes }, 'write');
    expect(await writer.read(KEY, 0)).toEqual(asStored(commits));
    await writer.close();
    expect(readFileSync(file).equals(whole)).toBe(true);
  }
});

test('a journal that is too large is refused before it is read', async () => {
  const folder = freshFolder();
  const file = await writeJournal(folder, await sampleCommits(7, 2));
  truncateSync(file, 3 * 1024 ** 3);
  await expect(openJournals(folder).load(KEY)).rejects.toMatchObject({
    code: 'journal_damaged',
    message: expect.stringContaining('has more than 1073741824 bytes'),
  });
});

test('a commit that would make a journal too large is refused, and what is there can be read', async () => {
  const folder = freshFolder();
  const commits = await sampleCommits(7, 12);
  const maxBytes = readFileSync(await writeJournal(folder, commits.slice(0, 6))).length + 10;
  const store = openOn(folder, { maxBytes }, 'write');
  await expect(appendRest(store, commits)).rejects.toMatchObject({ code: 'commit_too_large' });
  expect(await store.read(KEY, 0)).toEqual(asStored(commits.slice(0, 6)));
  await store.close();
  expect(await openOn(folder, { maxBytes }, 'write').read(KEY, 0)).toHaveLength(6);
});
