import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createJournalStoreOn } from './create-journal-store.ts';
import { REAL_DISK, type JournalDisk } from './journal-file.ts';
import {
  appendRest,
  asStored,
  freshFolder,
  journalIn,
  openJournals,
  writeJournal,
} from './journal.fixture.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';

const COMMITS = 5;

/** The effect of a failing call: none, a part, or all of it. */
const EXTENTS = ['none', 'half', 'all'] as const;
type Extent = (typeof EXTENTS)[number];

/** A disk whose n-th call fails, and `times - 1` calls after it. */
function failingDisk(n: number, times: number, extent: Extent): JournalDisk & { calls: number } {
  const disk = {
    ...REAL_DISK,
    calls: 0,
    write(handle, bytes, offset) {
      if (!fails()) return REAL_DISK.write(handle, bytes, offset);
      if (extent === 'none') throw new Error('ENOSPC: no space left on device');
      const part = extent === 'half' ? bytes.subarray(0, bytes.length >> 1) : bytes;
      REAL_DISK.write(handle, part, offset);
      // Like a system that could write only a part.
      if (extent === 'half') return part.length;
      throw new Error('EIO: i/o error');
    },
    sync(handle) {
      if (!fails()) return REAL_DISK.sync(handle);
      if (extent === 'all') REAL_DISK.sync(handle);
      throw new Error('EIO: i/o error');
    },
    truncate(handle, length) {
      if (!fails()) return REAL_DISK.truncate(handle, length);
      if (extent === 'all') REAL_DISK.truncate(handle, length);
      throw new Error('EIO: i/o error');
    },
  } satisfies JournalDisk & { calls: number };
  function fails(): boolean {
    disk.calls += 1;
    return disk.calls >= n && disk.calls < n + times;
  }
  return disk;
}

describe('a disk that fails', () => {
  test('keeps acknowledged commits and no half of another, whichever calls fail', async () => {
    const commits = await sampleCommits(4, COMMITS);
    const whole = readFileSync(await writeJournal(freshFolder(), commits));
    for (const times of [1, 2, 3, Number.MAX_SAFE_INTEGER]) {
      for (const extent of EXTENTS) {
        for (let n = 1; n <= 2 * COMMITS; n += 1) {
          const folder = freshFolder();
          const disk = failingDisk(n, times, extent);
          const store = createJournalStoreOn(disk, { folder, mode: 'write' });
          const failure = await appendRest(store, commits).catch((error: unknown) => error);
          expect(failure).toMatchObject({ code: 'journal_write_failed' });
          // A refused commit is neither shown nor counted.
          const { commit: acknowledged } = await store.load(KEY);
          expect(acknowledged).toBe(Math.floor((n - 1) / 2));
          expect(await store.read(KEY, 0)).toEqual(asStored(commits.slice(0, acknowledged)));
          // The same commit again: it is appended, or refused for good, and never stored twice.
          await appendRest(store, commits).catch((error: unknown) => {
            expect(error).toMatchObject({ code: 'journal_write_failed' });
            expect(times).toBeGreaterThan(1);
          });
          const { commit: taken } = await store.load(KEY);
          await store.close();

          const again = openJournals(folder);
          const kept = await again.read(KEY, 0);
          expect(kept).toEqual(asStored(commits.slice(0, kept.length)));
          expect(kept.length).toBeGreaterThanOrEqual(taken);
          expect(kept.length).toBeLessThanOrEqual(taken + 1);
          await appendRest(again, commits);
          expect(readFileSync(journalIn(folder)).equals(whole)).toBe(true);
          await again.close();
        }
      }
    }
  });

  test('accepts nothing after a partial write that it could not undo, until it is opened again', async () => {
    const folder = freshFolder();
    const commits = await sampleCommits(4, COMMITS);
    // The write of the second commit is cut, and the following call fails.
    const disk = failingDisk(3, 2, 'half');
    const store = createJournalStoreOn(disk, { folder, mode: 'write' });
    await expect(appendRest(store, commits)).rejects.toThrow(/open it again/);
    const { calls } = disk;
    await expect(appendRest(store, commits)).rejects.toThrow(/open it again/);
    expect(disk.calls).toBe(calls);
    await store.close();
    const again = openJournals(folder);
    await appendRest(again, commits);
    expect(await again.read(KEY, 0)).toEqual(asStored(commits));
  });

  test('that cannot drop a torn line is retried, and loses no commit', async () => {
    const folder = freshFolder();
    const commits = await sampleCommits(4, COMMITS);
    const file = await writeJournal(folder, commits);
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.concat([whole, Buffer.from('{"seq"')]));
    const store = createJournalStoreOn(failingDisk(1, 1, 'none'), { folder, mode: 'write' });
    await expect(store.load(KEY)).rejects.toMatchObject({ code: 'journal_write_failed' });
    expect(await store.read(KEY, 0)).toEqual(asStored(commits));
    expect(readFileSync(file).equals(whole)).toBe(true);
    await store.close();
  });

  test('that is full keeps whole commits, and continues when there is room', async () => {
    const folder = freshFolder();
    const script = fileURLToPath(new URL('./journal-writer.fixture.ts', import.meta.url));
    const node = `"${process.execPath}" --conditions=@hitl/source "${script}" "${folder}" 4 40`;
    // The system writes the part for which there is space, and refuses the next write.
    const full = await promisify(execFile)('sh', ['-c', `ulimit -f 32; ${node}`]).then(
      () => Promise.reject(new Error('the disk was not full')),
      (error: { stdout: string; stderr: string }) => error,
    );
    expect(full.stderr).toContain('journal_write_failed');
    const acknowledged = full.stdout.split('\n').length - 1;
    expect(acknowledged).toBeGreaterThan(2);
    const commits = await sampleCommits(4, 40);
    expect(readFileSync(journalIn(folder)).at(-1)).toBe(0x0a);
    const store = openJournals(folder);
    expect(await store.read(KEY, 0)).toEqual(asStored(commits.slice(0, acknowledged)));
    await appendRest(store, commits);
    expect(await store.read(KEY, 0)).toEqual(asStored(commits));
  });
});

describe('changes of an open journal by another process', () => {
  test.each<[string, (file: string) => void, RegExp]>([
    [
      'appends to it',
      (file) => writeFileSync(file, 'x', { flag: 'a' }),
      /changed by another process/,
    ],
    ['cuts it', (file) => writeFileSync(file, ''), /changed by another process/],
    ['saves it anew, as editors do', replaceByCopy, /changed by another process/],
    ['removes it', (file) => rmSync(file), /is gone/],
    ['removes its folder', (file) => rmSync(dirname(file), { recursive: true }), /is gone/],
  ])('stops the next append, where it %s', async (_, change, says) => {
    const folder = freshFolder();
    const commits = await sampleCommits(4, COMMITS);
    const store = openJournals(folder);
    await appendRest(store, commits.slice(0, -1));
    change(journalIn(folder));
    await expect(appendRest(store, commits)).rejects.toMatchObject({
      code: 'journal_damaged',
      message: expect.stringMatching(says),
    });
    expect(await store.load(KEY)).toMatchObject({ commit: COMMITS - 1 });
  });

  test('a run with the same id that was created meanwhile is not changed', async () => {
    const folder = freshFolder();
    const commits = await sampleCommits(4, 1);
    const store = openJournals(folder);
    await store.load(KEY);
    mkdirSync(dirname(journalIn(folder)), { recursive: true });
    writeFileSync(journalIn(folder), "somebody's");
    await expect(appendRest(store, commits)).rejects.toMatchObject({ code: 'journal_exists' });
    expect(readFileSync(journalIn(folder), 'utf8')).toBe("somebody's");
  });
});

function replaceByCopy(file: string): void {
  writeFileSync(`${file}~`, readFileSync(file));
  chmodSync(`${file}~`, 0o600);
  renameSync(`${file}~`, file);
}
