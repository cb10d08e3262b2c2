import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  appendRest,
  asStored,
  freshFolder,
  journalIn,
  openJournals,
  writeJournal,
} from './journal.fixture.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';
import type { JournalLine } from './line.ts';

const SEED = 9;
const COMMITS = 4;

const script = fileURLToPath(new URL('./journal-writer.fixture.ts', import.meta.url));

/** Runs a writer until it ends or dies. Returns its output, and the signal that ended it. */
async function runWriter(
  folder: string,
  ...at: readonly string[]
): Promise<{ readonly said: readonly string[]; readonly signal: string | null }> {
  const args = ['--conditions=@hitl/source', script, folder, `${SEED}`, `${COMMITS}`, ...at];
  const { stdout, signal } = await promisify(execFile)(process.execPath, args).then(
    (ended) => ({ stdout: ended.stdout, signal: null }),
    (error: { stdout: string; signal: string | null }) => error,
  );
  return { said: stdout.split('\n').slice(0, -1), signal };
}

/** Every call of a writer of these commits to the disk, and every way to die there. */
const DEATHS = Array.from({ length: COMMITS }, (_, index) => [
  [2 * index + 1, 'before'],
  [2 * index + 1, 'middle'],
  [2 * index + 1, 'after'],
  [2 * index + 2, 'after'],
]).flat();

test('a process killed before, during or after any write or sync loses no acknowledged commit and leaves no partial one', async () => {
  const commits = await sampleCommits(SEED, COMMITS);
  const whole = readFileSync(await writeJournal(freshFolder(), commits));
  const undisturbed = freshFolder();
  expect((await runWriter(undisturbed)).said.at(-1)).toBe(`done after ${2 * COMMITS}`);
  expect(readFileSync(journalIn(undisturbed)).equals(whole)).toBe(true);

  for (const [n, moment] of DEATHS) {
    const folder = freshFolder();
    const { said, signal } = await runWriter(folder, `${n}`, `${moment}`);
    expect(signal).toBe('SIGKILL');
    const left = readFileSync(journalIn(folder));

    // A reader sees whole commits, and changes nothing.
    const reader = openJournals(folder, { mode: 'read' });
    const seen = await reader.read(KEY, 0);
    expect(seen).toEqual(asStored(commits.slice(0, seen.length)));
    expect(seen.length).toBeGreaterThanOrEqual(said.length);
    expect(seen.length).toBeLessThanOrEqual(said.length + 1);
    expect(readFileSync(journalIn(folder)).equals(left)).toBe(true);

    // The next process continues as if nothing had happened.
    await appendRest(openJournals(folder), commits);
    expect(readFileSync(journalIn(folder)).equals(whole)).toBe(true);
    expect(await reader.read(KEY, 0)).toEqual(asStored(commits));
  }
  const seqs = linesOf(whole).map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
});

test('a process that is killed while it drops a torn line drops it the next time', async () => {
  const commits = await sampleCommits(SEED, COMMITS);
  for (const [n, moment] of [
    ['1', 'before'],
    ['1', 'after'],
    ['2', 'after'],
  ] as const) {
    const folder = freshFolder();
    const file = await writeJournal(folder, commits.slice(0, -1));
    appendFileSync(file, '{"seq":');
    expect((await runWriter(folder, n, moment)).signal).toBe('SIGKILL');
    const store = openJournals(folder);
    expect(await store.read(KEY, 0)).toEqual(asStored(commits.slice(0, -1)));
    await appendRest(store, commits);
    expect(await store.read(KEY, 0)).toEqual(asStored(commits));
  }
});

function linesOf(bytes: Buffer): JournalLine[] {
  const lines = bytes.toString().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JournalLine);
}
