import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendRest,
  asStored,
  freshFolder,
  openJournals,
  writeJournal,
} from './journal.fixture.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';
import { JournalDamagedError } from './damage.ts';
import type { DroppedLines } from './journal-log.ts';
import { parseJournal, START } from './parse-journal.ts';

const COMMITS = 12;

describe('the rest of a crash', () => {
  test.each<[string, (bytes: Buffer) => Buffer, Partial<DroppedLines>]>([
    [
      'a torn line',
      (bytes) => Buffer.concat([bytes, Buffer.from('{"seq":')]),
      { lines: 1, bytes: 7 },
    ],
    [
      'a torn line of somebody who writes spaces',
      (bytes) => Buffer.concat([bytes, Buffer.from('{"seq": 99, "typ')]),
      { lines: 1, bytes: 16 },
    ],
    [
      'zeros, after a power cut',
      (bytes) => Buffer.concat([bytes, Buffer.alloc(4096)]),
      { lines: 1, bytes: 4096 },
    ],
    [
      'a torn line and zeros',
      (bytes) => Buffer.concat([bytes, Buffer.from('{"se'), Buffer.alloc(100)]),
      { lines: 1, bytes: 104 },
    ],
  ])('is dropped and reported once: %s', async (_, change, expected) => {
    const folder = freshFolder();
    const commits = await sampleCommits(7, COMMITS);
    const file = await writeJournal(folder, commits);
    const whole = readFileSync(file);
    writeFileSync(file, change(whole));

    const reader = openJournals(folder, { mode: 'read' });
    expect(await reader.read(KEY, 0)).toEqual(asStored(commits));
    expect(readFileSync(file).equals(change(whole))).toBe(true);

    const dropped: DroppedLines[] = [];
    const store = openJournals(folder, { onDropped: (lines) => dropped.push(lines) });
    expect(await store.read(KEY, 0)).toEqual(asStored(commits));
    expect(await store.load(KEY)).toMatchObject({ commit: COMMITS });
    expect(dropped).toEqual([{ file, sessionId: 'run-1', ...expected }]);
    expect(readFileSync(file).equals(whole)).toBe(true);
    const again = openJournals(folder, { onDropped: (lines) => dropped.push(lines) });
    await again.load(KEY);
    expect(dropped).toHaveLength(1);
  });

  test('is dropped back to the last complete commit, and the log continues from there', async () => {
    const folder = freshFolder();
    const commits = await sampleCommits(7, COMMITS);
    const file = await writeJournal(folder, commits);
    const whole = readFileSync(file);
    const { end } = parseJournal(whole, START, { file, sessionId: 'run-1' });
    const last = whole.subarray(0, -1).lastIndexOf('\n') + 1;
    // Without its last line, which ends it, the whole commit is dropped.
    writeFileSync(file, whole.subarray(0, last));
    const dropped: DroppedLines[] = [];
    const store = openJournals(folder, { onDropped: (lines) => dropped.push(lines) });
    expect(await store.read(KEY, 0)).toEqual(asStored(commits.slice(0, -1)));
    const kept = readFileSync(file);
    expect(dropped.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(last - kept.length);
    const final = commits.at(-1);
    if (final === undefined) throw new Error('there are commits');
    expect(await store.append(KEY, COMMITS - 1, final)).toBe('appended');
    expect(readFileSync(file).equals(whole)).toBe(true);
    expect(end.offset).toBe(whole.length);
  });

  test('is completed if only the last line end is missing', async () => {
    const folder = freshFolder();
    const commits = await sampleCommits(7, COMMITS);
    const file = await writeJournal(folder, commits);
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, -1));
    const dropped: DroppedLines[] = [];
    const reader = openJournals(folder, { mode: 'read' });
    expect(await reader.read(KEY, 0)).toEqual(asStored(commits));
    const store = openJournals(folder, { onDropped: (lines) => dropped.push(lines) });
    expect(await store.read(KEY, 0)).toEqual(asStored(commits));
    expect(dropped).toEqual([]);
    expect(readFileSync(file).equals(whole)).toBe(true);
    expect(await reader.read(KEY, 0)).toEqual(asStored(commits));
  });
});

describe('whatever happens to its bytes', () => {
  const source = { file: 'journal.jsonl', sessionId: 'run-1' };
  const sample = async (
    seed: number,
    count = COMMITS,
  ): Promise<{ bytes: Buffer; stored: unknown[] }> => {
    const commits = await sampleCommits(seed, count);
    const bytes = readFileSync(await writeJournal(freshFolder(), commits));
    return { bytes, stored: commits.map(({ events, audit }) => ({ events, extra: { audit } })) };
  };

  test('every beginning of a journal is a beginning of the log, commit by commit', async () => {
    const { bytes, stored } = await sample(3, 5);
    let commits = 0;
    for (let length = 0; length <= bytes.length; length += 1) {
      const parsed = parseJournal(bytes.subarray(0, length), START, source);
      expect(parsed.commits.length).toBeGreaterThanOrEqual(commits);
      expect(parsed.end.offset + parsed.rest.bytes).toBe(length);
      if (parsed.commits.length === commits) continue;
      commits = parsed.commits.length;
      expect(parsed.commits).toEqual(stored.slice(0, commits));
    }
    expect(commits).toBe(5);
  });

  test('a journal cut anywhere opens, continues, and ends like the whole one', async () => {
    const commits = await sampleCommits(5, COMMITS);
    const whole = readFileSync(await writeJournal(freshFolder(), commits));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (length) => {
        const folder = freshFolder();
        const file = await writeJournal(folder, commits.slice(0, 1));
        writeFileSync(file, whole.subarray(0, length));
        const store = openJournals(folder);
        await appendRest(store, commits);
        expect(readFileSync(file).equals(whole)).toBe(true);
        await store.close();
      }),
      { numRuns: 60 },
    );
  });

  test('one changed byte is a named error, or ends the log before it', async () => {
    const { bytes, stored } = await sample(11);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, difference) => {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ difference;
          try {
            const { commits, rest } = parseJournal(changed, START, source);
            expect(commits).toEqual(stored.slice(0, commits.length));
            expect(commits).toHaveLength(rest.bytes === 0 ? COMMITS : COMMITS - 1);
            // Only a missing last line end is no error, since such a line was torn.
            expect(at).toBe(bytes.length - 1);
          } catch (error) {
            if (!(error instanceof JournalDamagedError)) throw error;
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('no byte of the word that ends a commit is changed unseen', async () => {
    const { bytes } = await sample(11);
    const word = bytes.lastIndexOf('"commit"');
    const { end } = parseJournal(bytes.subarray(0, word), START, source);
    const parse = (changed: Buffer) => () =>
      parseJournal(changed.subarray(end.offset), end, source);
    for (let at = word; at < word + 8; at += 1) {
      for (let difference = 1; difference < 256; difference += 1) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ difference;
        expect(parse(changed), `${at} ^ ${difference}`).toThrow(JournalDamagedError);
      }
    }
  });

  test('arguments that look like the end of a commit are arguments', async () => {
    const mark = { number: 1, lines: 3, crc: 0, audit: { trails: [], chain: {} } };
    const line = { seq: 1, timestamp: '2026-01-01T00:00:00.000Z', type: 'ACTION_REQUEST' };
    const payload = { action_id: 'c1', tool_name: 'send', arguments: mark };
    const text = `${JSON.stringify({ ...line, payload })}\n`;
    expect(parseJournal(Buffer.from(text), START, source).rest).toMatchObject({ lines: 1 });
  });

  test('any bytes at its end are dropped as torn, or are a named error', async () => {
    const { bytes, stored } = await sample(13);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (more) => {
        try {
          const changed = Buffer.concat([bytes, more]);
          expect(parseJournal(changed, START, source).commits).toEqual(stored);
        } catch (error) {
          if (!(error instanceof JournalDamagedError)) throw error;
        }
      }),
    );
  });
});
