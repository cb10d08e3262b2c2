import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatTime } from '@hitl/protocol/fold';
import { runCompleted } from '@hitl/protocol/testing';
import { asked, createSampleLog, started } from '../testing/sample-log.ts';
import {
  createSqlitePermissionStore,
  createSqliteStore,
  openSqlite,
  type SqliteDatabase,
} from './sqlite.ts';
import type { SessionStore } from './store.ts';

const key = { tenantId: 'default', sessionId: 'ses_1' };
const ada = { tenantId: 'default', userId: 'ada' };
const newKey = { tenantId: 'default', sessionId: 'new' };
const tombstone = { id: 'ses_1', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] };

function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'a', 'b', 'hitl.db');
}

function open(path: string, busyTimeoutMs = 5000): SqliteDatabase {
  const database = openSqlite({ path, busyTimeoutMs });
  onTestFinished(() => void database.close());
  return database;
}

/** All rows of all tables. */
function dump(database: SqliteDatabase): unknown {
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and name like 'hitl_%'`)
    .all() as { name: string }[];
  return tables.map(({ name }) => [name, database.prepare(`select * from ${name}`).all()]);
}

test('creates the folder of its file, and loses nothing when the power fails', () => {
  const path = freshPath();
  const database = open(path);
  expect(existsSync(path)).toBe(true);
  expect(database.prepare('pragma journal_mode').all()).toEqual([{ journal_mode: 'wal' }]);
  // 2 is FULL: an acknowledged commit is on the disk.
  expect(database.prepare('pragma synchronous').all()).toEqual([{ synchronous: 2 }]);
});

test.each(['deleted', 'replaced'])('writes nothing once its file was %s', async (what) => {
  const path = freshPath();
  const store = createSqliteStore({ path });
  onTestFinished(() => store.close());
  await createSampleLog(key).append(store, started('run_1'));
  const log = createSampleLog(newKey);
  renameSync(path, `${path}.old`);
  if (what === 'replaced') copyFileSync(`${path}.old`, path);
  await expect(log.append(store, started('run_2'))).rejects.toMatchObject({
    code: 'store_unavailable',
    message: expect.stringContaining(`${path} was deleted or replaced while it was open`),
  });
  rmSync(path, { force: true });
  renameSync(`${path}.old`, path);
  expect(await log.append(store, started('run_2'))).toBe('appended');
});

test('keeps sessions and rules over one connection that stays open', async () => {
  const database = open(freshPath());
  const sessions = createSqliteStore({ database });
  const rules = createSqlitePermissionStore({ database });
  const log = createSampleLog(key);
  await Promise.all([
    log.append(sessions, started('run_1')),
    rules.save(ada, [{ pattern: 'bash(ls)', effect: 'allow', source: 'api' }]),
  ]);
  await sessions.close();
  expect(await rules.rules(ada)).toHaveLength(1);
  await rules.close();
  expect(await createSqliteStore({ database }).load(key)).toMatchObject({ commit: 1 });
});

test('uses the given clock', async () => {
  let now = Date.UTC(2026, 5, 1);
  const database = open(':memory:');
  const store = createSqliteStore({ database, now: () => now });
  const rules = createSqlitePermissionStore({ database, now: () => now });
  const log = createSampleLog(key);
  const until = formatTime(now + 1000);
  now += 999;
  await log.append(store, started('run_1', { owner: 'host:1:a' }), {
    notAfter: until,
    leaseMs: 5000,
  });
  expect(await store.load(key)).toMatchObject({
    now: formatTime(now),
    ownerUntil: formatTime(now + 5000),
  });
  now += 4999;
  expect(await store.due(10)).toEqual([]);
  now += 1;
  expect(await store.due(10)).toHaveLength(1);
  expect(await log.append(store, [runCompleted()], { notAfter: until })).toBe('too_late');
  const [rule] = await rules.save(ada, [{ pattern: 'bash(ls)', effect: 'allow', source: 'api' }]);
  expect(rule?.created_at).toBe(formatTime(now));
});

test.each([
  ['a newer version', 1000, 'store_newer'],
  ['a version from before the first release', 2, 'store_older'],
])('refuses a file of %s', (_, version, code) => {
  const path = freshPath();
  const database = open(path);
  createSqliteStore({ database });
  database.exec(`update hitl_schema set version = ${version}`);
  const refusal = expect.objectContaining({ code });
  expect(() => createSqliteStore({ path })).toThrow(refusal);
  expect(() => createSqlitePermissionStore({ database })).toThrow(refusal);
});

test('changes nothing when another process holds the file for too long', async () => {
  const path = freshPath();
  const store = createSqliteStore({ database: open(path, 0) });
  const other = open(path);
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  other.exec('begin immediate');
  await expect(log.append(store, [runCompleted()])).rejects.toThrow(/locked/);
  other.exec('rollback');
  expect(await store.load(key)).toMatchObject({ commit: 1 });
  expect(await log.append(store, [runCompleted()])).toBe('appended');
});

/** A connection whose n-th statement fails, from 1; `calls` counts the statements. */
function failing(database: SqliteDatabase, n: () => number): SqliteDatabase & { calls: number } {
  const connection = {
    calls: 0,
    prepare(sql: string) {
      const statement = database.prepare(sql);
      return {
        all(...parameters: Parameters<typeof statement.all>) {
          connection.calls += 1;
          if (connection.calls === n()) throw new Error('disk I/O error');
          return statement.all(...parameters);
        },
      };
    },
    exec(sql: string) {
      connection.calls += 1;
      if (connection.calls === n()) throw new Error('disk I/O error');
      return database.exec(sql);
    },
    close: () => undefined,
  };
  return connection;
}

test.each<[string, (store: SessionStore) => Promise<unknown>]>([
  ['a first append', (store) => createSampleLog(newKey).append(store, started('run_2'))],
  ['an append', (store) => store.append(key, 1, createSampleLog(key).propose(started('run_2')))],
  ['a removal', (store) => store.remove(key, 1, tombstone)],
])('leaves %s wholly done or not at all, whichever of its statements fails', async (_, work) => {
  const path = freshPath();
  const witness = open(path);
  await createSampleLog(key).append(createSqliteStore({ database: witness }), started('run_1'));
  let failAt = Infinity;
  const connection = failing(open(path), () => failAt);
  const store = createSqliteStore({ database: connection });
  const before = dump(witness);
  let outcome: unknown;
  do {
    connection.calls = 0;
    failAt = failAt === Infinity ? 1 : failAt + 1;
    outcome = await work(store).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome.message).toBe('disk I/O error');
      expect(dump(witness)).toEqual(before);
    }
  } while (outcome instanceof Error);
  expect(outcome).toBe('appended');
  // Begin, at least three statements, and commit: each has failed once.
  expect(failAt).toBeGreaterThan(5);
  expect(dump(witness)).not.toEqual(before);
});

test('finds everything by an index, however many sessions there are', async () => {
  const database = open(':memory:');
  const texts = new Set<string>();
  const store = createSqliteStore({
    database: {
      prepare(sql) {
        texts.add(sql);
        return database.prepare(sql);
      },
      exec: (sql) => database.exec(sql),
      close: () => undefined,
    },
  });
  texts.clear();
  const tenantId = 'default';
  await store.load(key);
  await store.read(key, 0, 10);
  await store.readRun(key, 'run_1', 0, 10);
  await store.renew(key, 'host:1:a', 1000);
  await store.due(10);
  await store.findRun(tenantId, 'run_1');
  await store.findSession(key);
  await store.findInteraction(tenantId, 'int_1');
  await store.findInteractionsOfCall({ tenantId, toolCallId: 'c1', limit: 10 });
  await store.findTombstone(key);
  await store.readAudit(key, 'run_1');
  await store.findErasedRun(tenantId, 'run_1');
  const lists: object[] = [{}, { user_id: 'ada' }, { session_id: 'ses_1' }];
  for (const filter of lists) {
    const query = { tenantId, limit: 10, ...filter };
    await store.listRuns(query);
    await store.listSessions(query);
    await store.listInteractions(query);
    await store.listInteractions({ ...query, status: 'pending' });
    await store.listInteractions({ ...query, runId: 'run_1' });
  }
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  await log.append(store, asked(log, 'run_1', [{ id: 'c1' }]));
  await store.listInteractions({ tenantId, limit: 10 });
  await store.remove(key, 2, tombstone);

  expect(texts.size).toBeGreaterThan(25);
  for (const sql of texts) {
    const plan = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
    const lines = plan.map(({ detail }) => detail);
    // Only a list of a whole tenant may scan an index, in its order, until the page is full.
    const wholeList = sql.includes('limit') && !/"session_id" = |run_id = /.test(sql);
    const wide = lines.filter(
      (line) =>
        /^SCAN (hitl_|[aehisct]$)/.test(line) || (line.endsWith('(tenant_id=?)') && !wholeList),
    );
    expect({ sql, wide }).toEqual({ sql, wide: [] });
  }
});
