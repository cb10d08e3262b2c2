import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evolveRun, formatTime, INITIAL_CONTROL } from '@hitl/protocol/fold';
import {
  confirmResponse,
  runCompleted,
  runStarted,
  settlement,
  stepCompleted,
  toolCompleted,
  toolStarted,
} from '@hitl/protocol/testing';
import { describeSessionStore } from '../testing/describe-session-store.ts';
import { foldLog } from '../testing/fold-log.ts';
import { asked, commitOf, createSampleLog, requestsOf, started } from '../testing/sample-log.ts';
import type { SampleLog } from '../testing/sample-log.ts';
import {
  appendRest,
  asStored,
  freshFolder,
  journalIn,
  openJournals,
  writeJournal,
} from './journal/journal.fixture.ts';
import { writeLines, type JournalLine } from './journal/line.ts';
import { KEY, sampleCommits } from './journal/sample-commits.fixture.ts';
import { createJournalStore } from './journal.ts';
import { createMemoryStore } from './memory.ts';
import type { SessionStore } from './store.ts';

describeSessionStore('journal files', async () => ({
  store: createJournalStore({ folder: freshFolder(), mode: 'write' }),
}));

test('a journal has no chapters, since its messages are read anyway', async () => {
  const folder = freshFolder();
  const log = createSampleLog(KEY);
  const commit = { ...log.propose(started('run-1')), chapter: '"told"' };
  expect(await openJournals(folder).append(KEY, 0, commit)).toBe('appended');
  expect(readFileSync(journalIn(folder), 'utf8')).not.toContain('told');
  const again = openJournals(folder, { mode: 'read' });
  const commits = [{ commit: 1, events: commit.events }];
  expect(await again.readChapters(KEY)).toEqual({ chapters: [], commits });
});

const EVERYTHING = { tenantId: 'default', limit: 200 };

function linesOf(file: string): JournalLine[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JournalLine);
}

/** A run with a request about a call, its execution, a nested run and an end. */
async function wholeRun(store: SessionStore): Promise<SampleLog> {
  const log = createSampleLog(KEY);
  const calls = [{ id: 'c1' }, { id: 'c2' }];
  const nested = { run_id: 'nested-1' };
  await log.append(store, started('run-1', { owner: 'host:1:a' }));
  await log.append(store, asked(log, 'run-1', calls));
  const [first, second] = requestsOf(log, 'run-1', calls);
  if (first === undefined || second === undefined) throw new Error('two were asked');
  const response = confirmResponse({ request_id: first.id });
  await log.append(store, settlement(first, response, { waiting: [second] }));
  const denial = confirmResponse({ request_id: second.id, confirmed: false });
  await log.append(store, settlement(second, denial));
  const place = { run_id: 'run-1' };
  await log.append(store, [toolStarted({ tool_call_id: 'c1' }, place)]);
  const parent = { parent_run_id: 'run-1', parent_tool_call_id: 'c1' };
  await log.append(store, [runStarted({ ...parent, input: 'look' }, nested)]);
  await log.append(store, [runCompleted({ response: 'seen' }, nested)]);
  const denied = { content: 'Tool execution denied', is_success: false };
  await log.append(store, [
    toolCompleted({ tool_call_id: 'c1', content: 'seen' }, place),
    stepCompleted({ id: 'r1', role: 'tool', content: 'seen', tool_call_id: 'c1' }, place),
    toolCompleted({ tool_call_id: 'c2', ...denied }, place),
    stepCompleted({ id: 'r2', role: 'tool', content: denied.content, tool_call_id: 'c2' }, place),
  ]);
  await log.append(store, [
    stepCompleted({ id: 'end', role: 'assistant', content: 'Done.' }, place),
    runCompleted({ response: 'Done.' }, place),
  ]);
  return log;
}

describe('the file', () => {
  test('has one JSON object a line, numbered from 1, of the seven types', async () => {
    const folder = freshFolder();
    await wholeRun(openJournals(folder));
    const lines = linesOf(journalIn(folder));
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(['seq', 'timestamp', 'type', 'payload']);
    }
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    const times = lines.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted());
    const types = lines.map(({ type }) => type).filter((type) => type !== 'SYSTEM_MESSAGE');
    expect(types).toEqual([
      'RUN_START',
      'USER_MESSAGE',
      'THOUGHT',
      'ACTION_REQUEST',
      'ACTION_REQUEST',
      'ACTION_RESULT',
      'ACTION_RESULT',
      'THOUGHT',
      'RUN_END',
    ]);
  });

  test('shows readers each proposed action, and its one result', async () => {
    const folder = freshFolder();
    await wholeRun(openJournals(folder));
    const payloadsOf = (type: string): unknown[] =>
      linesOf(journalIn(folder))
        .filter((line) => line.type === type)
        .map(({ payload }) => {
          const { event: _, commit: __, ...told } = payload;
          return told;
        });
    expect(payloadsOf('ACTION_REQUEST')).toEqual([
      { action_id: 'c1', tool_name: 'bash', arguments: { command: 'echo c1' } },
      { action_id: 'c2', tool_name: 'bash', arguments: { command: 'echo c2' } },
    ]);
    expect(payloadsOf('ACTION_RESULT')).toEqual([
      { action_id: 'c1', tool_name: 'bash', status: 'SUCCESS', observation_content: 'seen' },
      {
        action_id: 'c2',
        tool_name: 'bash',
        status: 'ERROR',
        observation_content: 'Tool execution denied',
      },
    ]);
    expect(payloadsOf('USER_MESSAGE')).toEqual([{ content: 'Input of run-1' }]);
  });

  test('holds every event once, in order, and ends each commit with its mark', async () => {
    const folder = freshFolder();
    const store = openJournals(folder);
    const log = await wholeRun(store);
    const lines = linesOf(journalIn(folder));
    const events = lines.flatMap(({ payload }) => payload.event ?? []);
    expect(events).toEqual((await store.read(KEY, 0)).flatMap((commit) => commit.events));
    expect(events.reduce(evolveRun, INITIAL_CONTROL)).toEqual(log.state);
    const marks = lines.flatMap(({ payload }) => payload.commit ?? []);
    expect(marks.map(({ number }) => number)).toEqual(
      Array.from({ length: log.commits }, (_, index) => index + 1),
    );
    expect(lines.at(-1)?.payload).toHaveProperty('commit');
  });

  test('is of mode 0600, in folders of mode 0700', async () => {
    const folder = freshFolder();
    await writeJournal(folder, await sampleCommits(1, 1));
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    expect(modeOf(journalIn(folder))).toBe(0o600);
    expect(modeOf(dirname(journalIn(folder)))).toBe(0o700);
    expect(modeOf(join(folder, 'run-1'))).toBe(0o700);
    expect(readdirSync(dirname(journalIn(folder)))).toEqual(['journal.jsonl']);
  });

  test('is created with the first commit, also in an existing folder, and only grows at its end', async () => {
    const folder = freshFolder();
    mkdirSync(dirname(journalIn(folder)), { recursive: true });
    const commits = await sampleCommits(1, 8);
    const store = openJournals(folder);
    await store.load(KEY);
    expect(existsSync(journalIn(folder))).toBe(false);
    let before = '';
    for (let count = 1; count <= commits.length; count += 1) {
      await appendRest(store, commits.slice(0, count));
      const text = readFileSync(journalIn(folder), 'utf8');
      expect(text.startsWith(before)).toBe(true);
      expect(text.length).toBeGreaterThan(before.length);
      before = text;
    }
  });

  test('continues after a process died between creating and writing it', async () => {
    const folder = freshFolder();
    const file = await writeJournal(folder, await sampleCommits(1, 1));
    writeFileSync(file, '');
    const commits = await sampleCommits(2, 2);
    const store = openJournals(folder);
    expect(await store.load(KEY)).toMatchObject({ commit: 0, state: INITIAL_CONTROL });
    await appendRest(store, commits);
    expect(await openJournals(folder).read(KEY, 0)).toEqual(asStored(commits));
  });

  test('is not written with lines that could not be read again', async () => {
    const folder = freshFolder();
    const store = openJournals(folder);
    const [commit] = await sampleCommits(1, 1);
    if (commit === undefined) throw new Error('there is one');
    const foreign = commit.events.map((event) => ({ ...event, session_id: 'another' }));
    await expect(store.append(KEY, 0, { ...commit, events: foreign })).rejects.toMatchObject({
      code: 'journal_write_failed',
      message: expect.stringMatching(/belongs to another run, another/),
    });
    expect(existsSync(journalIn(folder))).toBe(false);
    expect(await store.append(KEY, 0, commit)).toBe('appended');
  });
});

describe('opening a journal', () => {
  test.each([1, 2, 3])('restores every row by folding the journal (seed %i)', async (seed) => {
    const folder = freshFolder();
    const commits = await sampleCommits(seed, 60);
    const before = openJournals(folder);
    await appendRest(before, commits);
    const again = openJournals(folder, { sessionId: KEY.sessionId });
    const folded = foldLog(await again.read(KEY, 0));
    const { now: _, ownerUntil: __, ...loaded } = await again.load(KEY);
    expect(await before.load(KEY)).toMatchObject(loaded);
    expect(loaded).toMatchObject({ commit: 60, state: folded.state });
    expect(await again.findSession(KEY)).toEqual(folded.session);
    expect(await again.listRuns(EVERYTHING)).toEqual(await before.listRuns(EVERYTHING));
    expect(await again.listInteractions(EVERYTHING)).toEqual(
      await before.listInteractions(EVERYTHING),
    );
    for (const run of folded.runs.keys()) {
      expect(await again.readAudit(KEY, run)).toEqual(await before.readAudit(KEY, run));
      expect(await again.readRun(KEY, run, 2, 9)).toEqual(await before.readRun(KEY, run, 2, 9));
    }
  });

  test('ends the claim of the run’s owner: the next process finds the run immediately', async () => {
    const folder = freshFolder();
    let now = Date.UTC(2026, 5, 1);
    const first = openJournals(folder, { now: () => now });
    const log = createSampleLog(KEY);
    const hour = { leaseMs: 3_600_000 };
    await log.append(first, started('run-1', { owner: 'host:1:a' }), hour);
    expect(await first.due(10)).toEqual([]);
    now += 1000;
    const second = openJournals(folder, { now: () => now, sessionId: 'run-1' });
    expect(await second.due(10)).toEqual([
      {
        key: KEY,
        owner: 'host:1:a',
        ownerUntil: formatTime(now),
        nextDeadline: null,
        runnable: true,
      },
    ]);
    expect(await second.renew(KEY, 'host:1:a', 1000)).toBe(true);
    expect(await second.due(10)).toEqual([]);
  });

  test('continues with its newest time if the clock of the machine went back', async () => {
    const folder = freshFolder();
    await writeJournal(folder, [createSampleLog(KEY, 3600).propose(started('run-1'))]);
    const store = openJournals(folder, { now: () => Date.UTC(2001, 0, 1) });
    const { state, now } = await store.load(KEY);
    expect(now).toBe('2001-01-01T00:00:00.000Z');
    const step = stepCompleted({ id: 'late', role: 'assistant' }, { run_id: 'run-1' });
    const commit = commitOf(KEY.sessionId, state, [step], now);
    expect(await store.append(KEY, 1, commit)).toBe('appended');
    const times = linesOf(journalIn(folder)).map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted());
    expect(times.at(-1)).toBe(state.last_timestamp);
  });

  test('sees only the named session, and writes no other', async () => {
    const folder = freshFolder();
    const all = openJournals(folder);
    for (const id of ['run-1', 'run-2']) {
      const log = createSampleLog({ ...KEY, sessionId: id });
      await log.append(all, started(id, { owner: 'host:1:a' }), { leaseMs: 0 });
    }
    expect(await all.due(10)).toHaveLength(2);
    const bytes = readFileSync(join(folder, 'run-2', 'execution', 'journal.jsonl'));
    const one = openJournals(folder, { sessionId: 'run-1' });
    expect((await one.due(10)).map(({ key }) => key)).toEqual([KEY]);
    expect((await one.listRuns(EVERYTHING)).items.map(({ id }) => id)).toEqual(['run-1']);
    const other = { ...KEY, sessionId: 'run-2' };
    expect(await one.load(other)).toMatchObject({ commit: 0 });
    expect(await one.findRun('default', 'run-2')).toBeNull();
    const commit = createSampleLog(other).propose(started('run-3'));
    await expect(one.append(other, 0, commit)).rejects.toMatchObject({ code: 'journal_read_only' });
    expect(readFileSync(join(folder, 'run-2', 'execution', 'journal.jsonl')).equals(bytes)).toBe(
      true,
    );
  });

  test('keeps an event of a newer version, and numbers what follows after it', async () => {
    const folder = freshFolder();
    const store = openJournals(folder);
    const log = createSampleLog(KEY);
    const commit = log.propose(started('run-1'));
    const [first] = commit.events;
    const unknown = { ...first, type: 'run_danced', seq: 3, data: { steps: 3 } };
    const events = [...commit.events, JSON.parse(JSON.stringify(unknown)) as typeof first];
    await store.append(KEY, 0, {
      ...commit,
      events: events.filter((event) => event !== undefined),
    });
    const again = openJournals(folder);
    expect(await again.read(KEY, 0)).toEqual([{ commit: 1, events }]);
    expect((await again.load(KEY)).state.trees['run-1']).toMatchObject({ last_seq: 3 });
  });

  test('accepts nothing once it is closed', async () => {
    const store = openJournals(freshFolder());
    const commits = await sampleCommits(1, 2);
    await appendRest(store, commits.slice(0, 1));
    await store.close();
    await expect(appendRest(store, commits)).rejects.toThrow(/are closed/);
  });

  test('folds 10 MB in 10,000 commits', async () => {
    const folder = freshFolder();
    const memory = createMemoryStore();
    const log = createSampleLog(KEY);
    const texts: string[] = [];
    for (let index = 0, lines = 0; index < 10_000; index += 1) {
      const content = `${index} `.repeat(60);
      const step = stepCompleted({ id: `m${index}`, role: 'assistant', content });
      const drafts = index === 0 ? started('run-1') : [step];
      const text = writeLines(log.propose(drafts), index + 1, lines, '');
      texts.push(text);
      lines += text.split('\n').length - 1;
      await log.append(memory, drafts);
    }
    mkdirSync(dirname(journalIn(folder)), { recursive: true });
    writeFileSync(journalIn(folder), texts.join(''));
    expect(statSync(journalIn(folder)).size).toBeGreaterThan(10_000_000);
    // Anything slower than linear would not finish here in time.
    for (const mode of ['read', 'write'] as const) {
      const store = openJournals(folder, { mode });
      expect(await store.load(KEY)).toMatchObject({ commit: 10_000, state: log.state });
    }
  });
});
