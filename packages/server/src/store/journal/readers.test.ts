import { execFile } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSampleLog, started } from '../../testing/sample-log.ts';
import type { StoredCommit } from '../store.ts';
import {
  appendRest,
  asStored,
  freshFolder,
  journalIn,
  openJournals,
  writeJournal,
} from './journal.fixture.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';

const EVERYTHING = { tenantId: 'default', limit: 100 };

test('readers see whole commits, in order, while another process writes', async () => {
  const folder = freshFolder();
  const commits = asStored(await sampleCommits(21, 60));
  const script = fileURLToPath(new URL('./journal-writer.fixture.ts', import.meta.url));
  const args = ['--conditions=@hitl/source', script, folder, '21', '60'];
  const writer = { isAlive: true };
  const writing = promisify(execFile)(process.execPath, args).finally(() => {
    writer.isAlive = false;
  });

  const readers = [0, 1].map(async () => {
    const reader = openJournals(folder, { mode: 'read' });
    const looks: number[] = [];
    const seen: StoredCommit[] = [];
    while (writer.isAlive || seen.length < commits.length) {
      seen.push(...(await reader.read(KEY, seen.length)));
      looks.push(seen.length);
      expect(await reader.load(KEY)).toMatchObject({ commit: expect.any(Number) });
      // Reading is synchronous, so nothing else would ever run.
      await setImmediate();
    }
    expect(seen).toEqual(commits);
    return looks;
  });
  await writing;
  for (const looks of await Promise.all(readers)) {
    expect(looks.length).toBeGreaterThan(2);
    expect(looks).toEqual(looks.toSorted((left, right) => left - right));
  }
});

test('a reader sees on its next call what was appended, and what was removed', async () => {
  const folder = freshFolder();
  const commits = await sampleCommits(7, 6);
  const reader = openJournals(folder, { mode: 'read' });
  expect(await reader.load(KEY)).toMatchObject({ commit: 0 });
  expect((await reader.listSessions(EVERYTHING)).items).toEqual([]);
  const writer = openJournals(folder);
  for (let count = 1; count <= commits.length; count += 1) {
    await appendRest(writer, commits.slice(0, count));
    expect(await reader.read(KEY, 0)).toEqual(asStored(commits.slice(0, count)));
    const { now: _, ownerUntil: __, ...loaded } = await reader.load(KEY);
    expect(await writer.load(KEY)).toMatchObject(loaded);
    expect(await reader.listRuns(EVERYTHING)).toEqual(await writer.listRuns(EVERYTHING));
    expect(await reader.listInteractions(EVERYTHING)).toEqual(
      await writer.listInteractions(EVERYTHING),
    );
  }
  const tombstone = { id: 'run-1', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] };
  await writer.remove(KEY, commits.length, tombstone);
  expect(await reader.load(KEY)).toMatchObject({ commit: 0 });
  expect((await reader.listRuns(EVERYTHING)).items).toEqual([]);
  expect(await reader.findTombstone(KEY)).toEqual(tombstone);
});

test.each<[string, (journal: string) => void]>([
  ['was renamed', () => {}],
  ['is another one that is damaged', (journal) => writeFileSync(journal, 'other\n')],
])('lists go on without a journal that %s, until it is back', async (_, damage) => {
  const folder = freshFolder();
  const journal = await writeJournal(folder, await sampleCommits(7, 6));
  const damages: string[] = [];
  const reader = openJournals(folder, {
    mode: 'read',
    onDamaged: ({ message }) => damages.push(message),
  });
  const before = await reader.listSessions(EVERYTHING);
  expect(before.items).toHaveLength(1);
  const aside = join(dirname(journal), 'journal.aside');
  renameSync(journal, aside);
  damage(journal);
  expect((await reader.listSessions(EVERYTHING)).items).toEqual([]);
  expect(damages).toHaveLength(1);
  renameSync(aside, journal);
  expect(await reader.listSessions(EVERYTHING)).toEqual(before);
});

test('a reader starts again if the file was replaced, or if commits that it saw were undone', async () => {
  const folder = freshFolder();
  const commits = await sampleCommits(7, 6);
  const others = await sampleCommits(8, 4);
  const file = await writeJournal(folder, commits);
  const whole = readFileSync(file);
  const reader = openJournals(folder, { mode: 'read' });
  expect(await reader.read(KEY, 0)).toEqual(asStored(commits));

  // As if the disk had kept only the first commits, and others were appended to them.
  const three = await writeJournal(freshFolder(), commits.slice(0, 3));
  truncateSync(file, readFileSync(three).length);
  expect(await reader.read(KEY, 0)).toEqual(asStored(commits.slice(0, 3)));
  writeFileSync(file, whole, { flag: 'r+' });
  expect(await reader.read(KEY, 0)).toEqual(asStored(commits));

  // The same, before the reader reads again.
  const [fifth, sixth] = commits.slice(4);
  if (fifth === undefined || sixth === undefined) throw new Error('six were made');
  const long = { ...sixth, events: [fifth, sixth, sixth, sixth].flatMap(({ events }) => events) };
  const retold = [...commits.slice(0, 4), long];
  const longer = readFileSync(await writeJournal(freshFolder(), retold));
  expect(longer.length).toBeGreaterThan(whole.length);
  writeFileSync(file, longer, { flag: 'r+' });
  expect(await reader.read(KEY, 0)).toEqual(asStored(retold));

  rmSync(dirname(dirname(file)), { recursive: true });
  expect(await reader.read(KEY, 0)).toEqual([]);
  await writeJournal(folder, others);
  expect(await reader.read(KEY, 0)).toEqual(asStored(others));
});

test('a reader changes nothing and drives nothing', async () => {
  const folder = freshFolder();
  const store = openJournals(folder);
  const log = createSampleLog(KEY);
  await log.append(store, started('run-1', { owner: 'host:1:a' }), { leaseMs: 0 });
  const reader = openJournals(folder, { mode: 'read' });
  expect(await store.due(10)).toHaveLength(1);
  expect(await reader.due(10, 'host:')).toEqual([]);
  expect(await reader.renew(KEY, 'host:1:a', 1000)).toBe(false);
  const commit = log.propose([]);
  await expect(reader.append(KEY, 1, commit)).rejects.toMatchObject({ code: 'journal_read_only' });
  const tombstone = { id: 'run-1', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] };
  await expect(reader.remove(KEY, 1, tombstone)).rejects.toMatchObject({
    code: 'journal_read_only',
  });
  expect(await store.load(KEY)).toMatchObject({ commit: 1 });
});

test('lists show every run that has a folder, and nothing else in there', async () => {
  const folder = freshFolder();
  const store = openJournals(folder);
  for (const id of ['a', 'b', 'Ä/ö %2F~', '.hidden']) {
    await createSampleLog({ ...KEY, sessionId: id }).append(store, started(`run_${id}`));
  }
  symlinkSync('a', join(folder, 'LATEST'));
  writeFileSync(join(folder, 'notes.txt'), '');
  mkdirSync(join(folder, 'empty'));
  mkdirSync(join(folder, 'not a name of ours'));
  for (const mode of ['read', 'write'] as const) {
    const { items } = await openJournals(folder, { mode }).listSessions(EVERYTHING);
    const ids = items.map(({ session_id: id }) => id);
    expect(ids.toSorted()).toEqual(['.hidden', 'a', 'b', 'Ä/ö %2F~']);
  }
});

test('lists fail with a damaged journal, or continue without it if there is a listener for it', async () => {
  const folder = freshFolder();
  const file = await writeJournal(folder, await sampleCommits(7, 3));
  const store = openJournals(folder);
  await createSampleLog({ ...KEY, sessionId: 'whole' }).append(store, started('run_whole'));
  writeFileSync(file, '[]\n');
  for (const mode of ['read', 'write'] as const) {
    const strict = openJournals(folder, { mode });
    await expect(strict.listRuns(EVERYTHING)).rejects.toMatchObject({ file });
    await expect(strict.findRun('default', 'run_whole')).rejects.toMatchObject({ file });
    const told: string[] = [];
    const tolerant = openJournals(folder, { mode, onDamaged: (error) => told.push(error.file) });
    for (let look = 0; look < 2; look += 1) {
      const { items } = await tolerant.listRuns(EVERYTHING);
      expect(items.map(({ id }) => id)).toEqual(['run_whole']);
    }
    expect(told).toEqual([file]);
    await expect(tolerant.load(KEY)).rejects.toMatchObject({ code: 'journal_damaged' });
  }
  expect(readFileSync(journalIn(folder), 'utf8')).toBe('[]\n');
});
