import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Tombstone } from '../store.ts';
import {
  appendRest,
  asStored,
  freshFolder,
  journalIn,
  openJournals,
  writeJournal,
} from './journal.fixture.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';

const COMMITS = 4;
const HASH = 'ab'.repeat(32);
const LINK = { seq: 1, timestamp: '2026-01-01T00:00:00.000Z', kind: 'approval_required' };
const TOMBSTONE: Tombstone = {
  id: 'run-1',
  deleted_at: '2026-01-02T00:00:00.000Z',
  runs: [
    {
      run_id: 'run_gone',
      head: HASH,
      entries: [{ ...LINK, data_hash: HASH, prev_hash: HASH, hash: HASH }],
    },
  ],
};

test('a removed session leaves only its tombstone, also after opening again', async () => {
  const folder = freshFolder();
  const store = openJournals(folder);
  await appendRest(store, await sampleCommits(1, COMMITS));
  expect(await store.remove(KEY, COMMITS, TOMBSTONE)).toBe('appended');
  expect(existsSync(journalIn(folder))).toBe(false);
  for (const mode of ['read', 'write'] as const) {
    const again = openJournals(folder, { mode });
    expect(await again.findTombstone(KEY)).toEqual(TOMBSTONE);
    expect(await again.findErasedRun('default', 'run_gone')).toEqual(TOMBSTONE.runs[0]);
    expect(await again.findErasedRun('other', 'run_gone')).toBeNull();
    expect(await again.load(KEY)).toMatchObject({ commit: 0 });
  }
});

test('a removal that crashed before the journal was deleted has no effect', async () => {
  const folder = freshFolder();
  const commits = await sampleCommits(1, COMMITS);
  await writeJournal(folder, commits);
  const coming = join(folder, 'run-1', 'tombstone.json.new');
  for (const content of [JSON.stringify(TOMBSTONE), '{"id":']) {
    writeFileSync(coming, content);
    const reader = openJournals(folder, { mode: 'read' });
    expect(await reader.read(KEY, 0)).toEqual(asStored(commits));
    expect(await reader.findTombstone(KEY)).toBeNull();
    const store = openJournals(folder);
    expect(await store.read(KEY, 0)).toEqual(asStored(commits));
    expect(await store.findTombstone(KEY)).toBeNull();
    expect(existsSync(coming)).toBe(false);
  }
});

test('a removal that crashed after the journal was deleted is completed', async () => {
  const folder = freshFolder();
  const file = await writeJournal(folder, await sampleCommits(1, COMMITS));
  writeFileSync(join(folder, 'run-1', 'tombstone.json.new'), JSON.stringify(TOMBSTONE));
  rmSync(file);
  const reader = openJournals(folder, { mode: 'read' });
  expect(await reader.findTombstone(KEY)).toEqual(TOMBSTONE);
  expect(await reader.findErasedRun('default', 'run_gone')).toEqual(TOMBSTONE.runs[0]);
  const store = openJournals(folder);
  expect(await store.findTombstone(KEY)).toEqual(TOMBSTONE);
  expect(JSON.parse(readFileSync(join(folder, 'run-1', 'tombstone.json'), 'utf8'))).toEqual(
    TOMBSTONE,
  );
  expect(await reader.findTombstone(KEY)).toEqual(TOMBSTONE);
});

test('a session that is created again after its removal can be removed again', async () => {
  const folder = freshFolder();
  const store = openJournals(folder);
  const commits = await sampleCommits(1, COMMITS);
  await appendRest(store, commits);
  await store.remove(KEY, COMMITS, TOMBSTONE);
  await appendRest(store, commits);
  expect(await openJournals(folder).read(KEY, 0)).toEqual(asStored(commits));
  const later = { ...TOMBSTONE, deleted_at: '2026-01-03T00:00:00.000Z' };
  expect(await store.remove(KEY, COMMITS, later)).toBe('appended');
  expect(await openJournals(folder).findTombstone(KEY)).toEqual(later);
});

test('after a failed removal the store shows the content of the disk', async () => {
  const folder = freshFolder();
  const store = openJournals(folder);
  const commits = await sampleCommits(1, COMMITS);
  await appendRest(store, commits);
  renameSync(join(folder, 'run-1'), join(folder, 'elsewhere'));
  await expect(store.remove(KEY, COMMITS, TOMBSTONE)).rejects.toThrow(/ENOENT/);
  expect(await store.load(KEY)).toMatchObject({ commit: 0 });
  renameSync(join(folder, 'elsewhere'), join(folder, 'run-1'));
  expect(await openJournals(folder).read(KEY, 0)).toEqual(asStored(commits));
});
