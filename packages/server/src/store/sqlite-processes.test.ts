import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { INITIAL_CONTROL, evolveRun } from '@hitl/protocol/fold';
import { createSampleLog, started } from '../testing/sample-log.ts';
import { createSqliteStore } from './sqlite.ts';
import type { SessionStore } from './store.ts';

const key = { tenantId: 'default', sessionId: 'ses_1' };

/** A process that writes to a file. */
interface Writer {
  order(line: string): void;
  /** The next line of its output; rejects if it has died. */
  next(): Promise<string>;
  /** Sends SIGKILL. Resolves to the output that was not read yet. */
  kill(): Promise<string[]>;
}

function spawnWriter(path: string, name: string): Writer {
  const script = fileURLToPath(new URL('./sqlite-writer.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@hitl/source', script, path, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // A writer that has died is reported by the end of its output.
  child.stdin.on('error', () => undefined);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    order: (line) => void child.stdin.write(`${line}\n`),
    async next() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${name} has died`);
      return value;
    },
    async kill() {
      child.kill('SIGKILL');
      const rest: string[] = [];
      for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
        rest.push(line.value);
      }
      return rest;
    },
  };
}

function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'hitl.db');
}

function open(path: string): SessionStore {
  const store = createSqliteStore({ path });
  onTestFinished(() => store.close());
  return store;
}

async function messagesOf(store: SessionStore): Promise<string[]> {
  const commits = await store.read(key, 0);
  expect(commits.map(({ commit }) => commit)).toEqual(commits.map((_, index) => index + 1));
  const events = commits.flatMap((commit) => commit.events);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect((await store.load(key)).state).toEqual(events.reduce(evolveRun, INITIAL_CONTROL));
  return events.flatMap((event) =>
    event.type === 'step_completed' && event.data.step.role === 'assistant'
      ? [event.data.step.id]
      : [],
  );
}

test('lets four processes set up one file at the same time, and one of them win each race', async () => {
  const path = freshPath();
  const writers = ['a', 'b', 'c', 'd'].map((name) => spawnWriter(path, name));
  expect(await Promise.all(writers.map((writer) => writer.next()))).toEqual(
    writers.map(() => 'ready'),
  );
  const rounds = 50;
  for (const writer of writers) {
    for (let round = 0; round < rounds; round += 1) writer.order(`begin race_${round}`);
  }
  const outcomes = await Promise.all(
    writers.map(async (writer) => {
      const said: string[] = [];
      while (said.length < rounds) said.push(await writer.next());
      return said;
    }),
  );
  for (let round = 0; round < rounds; round += 1) {
    const inRound = outcomes.map((said) => said[round] ?? 'nothing').toSorted();
    expect(inRound).toEqual(['appended', 'conflict', 'conflict', 'conflict']);
  }
});

test('numbers the commits of two processes in one log without gaps', async () => {
  const path = freshPath();
  const store = open(path);
  await createSampleLog(key).append(store, started('run_1'));
  const writers = ['a', 'b'].map((name) => spawnWriter(path, name));
  await Promise.all(writers.map((writer) => writer.next()));
  const said = await Promise.all(
    writers.map(async (writer) => {
      writer.order('write ses_1 40');
      const ids: string[] = [];
      for (let line = await writer.next(); line !== 'done'; line = await writer.next()) {
        ids.push(line);
      }
      return ids;
    }),
  );
  const messages = await messagesOf(store);
  expect(messages.toSorted()).toEqual(said.flat().toSorted());
  expect(messages).toHaveLength(80);
});

test.each([1, 3, 8, 20])(
  'has all acknowledged commits when its writer is killed after %i appends',
  async (count) => {
    const path = freshPath();
    const before = createSqliteStore({ path });
    await createSampleLog(key).append(before, started('run_1'));
    await before.close();

    const writer = spawnWriter(path, 'w');
    expect(await writer.next()).toBe('ready');
    writer.order('write ses_1 100000');
    const acknowledged: string[] = [];
    while (acknowledged.length < count) acknowledged.push(await writer.next());
    acknowledged.push(...(await writer.kill()));

    const messages = await messagesOf(open(path));
    expect(messages.slice(0, acknowledged.length)).toEqual(acknowledged);
    // At most the append that was in progress when it died.
    expect(messages.length - acknowledged.length).toBeLessThanOrEqual(1);
  },
);
