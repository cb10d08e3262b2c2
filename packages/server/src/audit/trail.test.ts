import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditTrailSchema, type AuditTrail, type RunEvent } from '@hitl/protocol';
import { verifyAudit } from '@hitl/protocol/fold';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import { createSqliteStore, openSqlite, type SqliteDatabase } from '../store/sqlite.ts';
import type { SessionStore, TrailLinks } from '../store/store.ts';
import { agentTool } from '../agents/agent-tool.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  valueOf,
  world,
} from '../engine/engine.fixture.ts';
import type { Engine } from '../engine/engine.ts';

const REVIEWER = { ...ALICE, userId: 'rita', reviewer: true };
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

/** An agent with calls that need a person and calls that do not, and a nested agent. */
function engineOn(store: SessionStore): Engine {
  const ledger = newLedger();
  const gated = ledgerTool(ledger, 'gated', { requiresConsent: true });
  const free = ledgerTool(ledger, 'free', { requiresConsent: false });
  const inner = scripted(
    [{ calls: [{ id: 'i1', name: 'gated', args: { deep: true } }] }, { text: 'inner end' }],
    [gated],
    { name: 'inner' },
  );
  const outer = scripted(
    [
      {
        calls: [
          { id: 'c1', name: 'gated', args: { command: 'npm run lint' } },
          { id: 'c2', name: 'free', args: {} },
        ],
      },
      { calls: [{ id: 'c3', name: 'inner', args: { input: 'look' } }] },
      { text: 'end' },
    ],
    [gated, free, agentTool(inner.agent)],
  );
  const { engine } = world([outer.agent, inner.agent], ledger, { store });
  onTestFinished(() => engine.close(0));
  return engine;
}

/** Answers all pending requests until the run has ended. */
async function approveAll(engine: Engine, runId: string, note?: string): Promise<void> {
  for (;;) {
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) return;
    const { id: request_id, type } = request;
    const answer = { request_id, type, action: 'approve' as const, ...(note && { note }) };
    valueOf(await engine.respond(ALICE, request_id, answer));
    await settle(engine, ALICE, runId);
  }
}

async function trailOf(engine: Engine, runId: string): Promise<AuditTrail> {
  return AuditTrailSchema.parse(valueOf(await engine.audit(ALICE, runId)));
}

/** A store in a file, and another connection to that file. */
function onFile(): { store: SessionStore; database: SqliteDatabase; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-audit-'));
  const path = join(folder, 'hitl.db');
  const store = createSqliteStore({ path });
  const database = openSqlite({ path });
  onTestFinished(async () => {
    database.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { store, database, path };
}

describe('an audit trail', () => {
  test('is intact whenever the run is suspended, and grows without changing earlier entries', async () => {
    const engine = engineOn(createMemoryStore());
    const { run_id: id } = await start(engine, ALICE);
    const before = await trailOf(engine, id);
    expect(before.entries.map(({ kind }) => kind)).toEqual([
      'run_started',
      'auto_approved',
      'approval_required',
    ]);
    expect(await verifyAudit(before)).toMatchObject({ ok: true, head: before.head });
    await approveAll(engine, id);
    const after = await trailOf(engine, id);
    expect(after.entries.slice(0, 3)).toEqual(before.entries);
    expect(await verifyAudit(after, { expect: before.head ?? '' })).toMatchObject({ ok: true });
    expect(after.entries.at(-1)).toMatchObject({ kind: 'run_completed', hash: after.head });
  });

  test('of a root run includes those of nested runs, which have their own as well', async () => {
    const { store } = onFile();
    const engine = engineOn(store);
    const { run_id: id } = await start(engine, ALICE);
    await approveAll(engine, id);
    const root = await trailOf(engine, id);
    const nestedId = root.entries.find(({ run_id: run }) => run !== undefined)?.['run_id'];
    if (typeof nestedId !== 'string') throw new Error('a nested run has entries');
    const nested = await trailOf(engine, nestedId);
    expect(nested.entries.map(({ kind }) => kind)).toEqual([
      'run_started',
      'approval_required',
      'approval_decision',
      'tool_started',
      'tool_completed',
      'run_completed',
    ]);
    const verdicts = [await verifyAudit(root), await verifyAudit(nested)];
    expect(verdicts).toMatchObject([
      { ok: true, head: root.head },
      { ok: true, head: nested.head },
    ]);
    const own = root.entries.filter(({ run_id: run }) => run === nestedId);
    expect(own.map(({ data_hash: data }) => data)).toEqual(
      nested.entries.map(({ data_hash: data }) => data),
    );
  });

  test('of a call of an external loop is intact too, whether a person was asked or not', async () => {
    const engine = engineOn(createMemoryStore());
    const input = { session_id: 'theirs', tool_name: 'deploy', tool_args: {}, user_id: 'alice' };
    valueOf(await engine.createInteraction(ALICE, { ...input, tool_call_id: 'x1' }));
    valueOf(await engine.saveRule(ALICE, 'alice', 'deny', { resource: 'deploy(*)' }));
    valueOf(await engine.createInteraction(ALICE, { ...input, tool_call_id: 'x2' }));
    const { items: runs } = await engine.listRuns(ALICE, { sessionId: 'theirs', limit: 10 });
    const trails = await Promise.all(runs.map(({ id }) => trailOf(engine, id)));
    const kinds = trails.map(({ entries }) => entries.map(({ kind }) => kind).join(' '));
    expect(new Set(kinds)).toEqual(
      new Set(['run_started approval_required', 'run_started auto_denied run_completed']),
    );
    const verdicts = await Promise.all(trails.map((trail) => verifyAudit(trail)));
    expect(verdicts).toMatchObject([{ ok: true }, { ok: true }]);
  });

  test('is intact whenever it is read, even while entries are added', async () => {
    const memory = createMemoryStore();
    let act: () => Promise<void> = () => Promise.resolve();
    const store: SessionStore = {
      ...memory,
      async readRun(...args) {
        const events = await memory.readRun(...args);
        await act();
        return events;
      },
      async readAudit(...args) {
        const links = await memory.readAudit(...args);
        await act();
        return links;
      },
    };
    const engine = engineOn(store);
    const { run_id: id } = await start(engine, ALICE);
    let acts = 0;
    act = async () => {
      acts += 1;
      const action = acts % 2 === 1 ? 'pause_run' : 'resume_run';
      valueOf(await engine.control(ALICE, { run_id: id, action }));
    };
    for (let round = 0; round < 3; round += 1) {
      const trail = await trailOf(engine, id);
      expect(await verifyAudit(trail)).toMatchObject({ ok: true, entries: trail.entries.length });
    }
    expect(acts).toBeGreaterThan(6);
  });

  test('continues in another instance that only shares the store', async () => {
    const { store, path } = onFile();
    const { run_id: id } = await start(engineOn(store), ALICE);
    const other = createSqliteStore({ path });
    onTestFinished(() => other.close());
    const engine = engineOn(other);
    await approveAll(engine, id);
    expect(await verifyAudit(await trailOf(engine, id))).toMatchObject({ ok: true });
  });

  test('includes a note that is not valid Unicode', async () => {
    const engine = engineOn(createMemoryStore());
    const { run_id: id } = await start(engine, ALICE);
    await approveAll(engine, id, 'half \ud83d of it');
    const trail = await trailOf(engine, id);
    expect(trail.entries.find(({ kind }) => kind === 'approval_decision')).toMatchObject({
      note: 'half \uFFFD of it',
    });
    expect(await verifyAudit(trail)).toMatchObject({ ok: true });
  });
});

describe('verifyAudit detects changes of the file of a server', () => {
  async function finished() {
    const { store, database } = onFile();
    const engine = engineOn(store);
    const { run_id: id, session_id } = await start(engine, ALICE);
    await approveAll(engine, id);
    const whole = await trailOf(engine, id);
    const where = (kind: string): number => whole.entries.findIndex((one) => one.kind === kind);
    return {
      id,
      whole,
      where,
      database,
      session_id,
      /** The number of the commit with an entry. */
      commitOf: (kind: string): number => {
        const seq = whole.entries[where(kind)]?.seq ?? 0;
        const [row] = database
          .prepare(
            `select commit_number as number from hitl_commits
             where root_run_id = ? and first_seq <= ? and last_seq >= ?`,
          )
          .all(id, seq, seq) as { number: number }[];
        return row?.number ?? 0;
      },
      trailsIn: (commit: number): readonly TrailLinks[] => {
        const [row] = database
          .prepare('select trails from hitl_commits where commit_number = ?')
          .all(commit) as { trails: string }[];
        return JSON.parse(row?.trails ?? '[]') as readonly TrailLinks[];
      },
      writeTrails: (commit: number, trails: readonly TrailLinks[]): void => {
        database
          .prepare('update hitl_commits set trails = ? where commit_number = ?')
          .all(JSON.stringify(trails), commit);
      },
      change: (commit: number, change: (events: RunEvent[]) => RunEvent[]): void => {
        const [row] = database
          .prepare('select events from hitl_commits where commit_number = ?')
          .all(commit) as { events: string }[];
        if (row === undefined) throw new Error(`no commit ${commit}`);
        const changed = JSON.stringify(change(JSON.parse(row.events) as RunEvent[]));
        database
          .prepare('update hitl_commits set events = ? where commit_number = ?')
          .all(changed, commit);
      },
      verdict: async (expect_?: string) =>
        verifyAudit(await trailOf(engine, id), expect_ === undefined ? {} : { expect: expect_ }),
    };
  }

  test('nothing', async () => {
    const { verdict, whole } = await finished();
    expect(whole.entries.length).toBeGreaterThan(10);
    expect(await verdict()).toMatchObject({ ok: true, entries: whole.entries.length, erased: 0 });
  });

  test('another argument in the log', async () => {
    const { change, commitOf, verdict, where } = await finished();
    change(commitOf('approval_required'), (events) =>
      events.map((event) =>
        event.type === 'interaction_request'
          ? {
              ...event,
              data: {
                interaction_request: {
                  ...event.data.interaction_request,
                  tool_args: { command: 'npm run evil' },
                },
              },
            }
          : event,
      ),
    );
    expect(await verdict()).toEqual({
      ok: false,
      broken_at: where('approval_required'),
      why: 'changed',
    });
  });

  test('another person in the log', async () => {
    const { change, commitOf, verdict, where } = await finished();
    change(commitOf('approval_decision'), (events) =>
      events.map((event) =>
        event.type === 'interaction_response'
          ? { ...event, data: { ...event.data, caller: 'eve' } }
          : event,
      ),
    );
    expect(await verdict()).toEqual({
      ok: false,
      broken_at: where('approval_decision'),
      why: 'changed',
    });
  });

  test('one byte of a hash', async () => {
    const { commitOf, id, trailsIn, writeTrails, verdict, where } = await finished();
    const commit = commitOf('approval_decision');
    const trails = trailsIn(commit);
    const last = trails.find(({ run_id }) => run_id === id)?.links.at(-1);
    if (last === undefined) throw new Error('the commit adds to the trail');
    const changed = {
      ...last,
      hash: `${last.hash.startsWith('0') ? '1' : '0'}${last.hash.slice(1)}`,
    };
    writeTrails(
      commit,
      trails.map((one) => ({
        ...one,
        links: one.links.map((link) => (link === last ? changed : link)),
      })),
    );
    // The last hash of the commit, whose answer also started the call.
    expect(await verdict()).toEqual({
      ok: false,
      broken_at: where('tool_started'),
      why: 'changed',
    });
  });

  test('deleted events of a commit', async () => {
    const { database, commitOf, verdict, where } = await finished();
    const commit = commitOf('approval_decision');
    database.prepare(`update hitl_commits set events = '[]' where commit_number = ?`).all(commit);
    expect(await verdict()).toEqual({
      ok: false,
      broken_at: where('approval_decision'),
      why: 'changed',
    });
  });

  test('deleted hashes of a commit', async () => {
    const { database, commitOf, verdict, where } = await finished();
    const commit = commitOf('approval_decision');
    database.prepare('update hitl_commits set trails = null where commit_number = ?').all(commit);
    expect(await verdict()).toEqual({
      ok: false,
      broken_at: where('approval_decision'),
      why: 'changed',
    });
  });

  test('a commit that was deleted with its hashes', async () => {
    const { database, commitOf, verdict, where } = await finished();
    const commit = commitOf('approval_decision');
    database.prepare('delete from hitl_commits where commit_number = ?').all(commit);
    // The entries after the decision have moved to its position.
    expect(await verdict()).toEqual({
      ok: false,
      broken_at: where('approval_decision'),
      why: 'missing',
    });
  });

  test('two swapped commits', async () => {
    const { commitOf, trailsIn, writeTrails, verdict, where } = await finished();
    const [one, two] = [commitOf('approval_required'), commitOf('approval_decision')];
    const [first, second] = [trailsIn(one), trailsIn(two)];
    writeTrails(one, second);
    writeTrails(two, first);
    expect(await verdict()).toEqual({
      ok: false,
      broken_at: where('auto_approved'),
      why: 'reordered',
    });
  });

  /** Removes the last commit with its hashes. */
  function cutTail(database: SqliteDatabase, commit: number): void {
    database.prepare('delete from hitl_commits where commit_number >= ?').all(commit);
  }

  test('a removed tail', async () => {
    const { database, commitOf, verdict, whole } = await finished();
    cutTail(database, commitOf('run_completed'));
    const { broken_at, ...rest } = (await verdict()) as { broken_at: number };
    expect(rest).toEqual({ ok: false, why: 'cut' });
    expect(broken_at).toBeLessThan(whole.entries.length);
  });

  test('a tail removed together with the stored head, given an expected hash', async () => {
    const { database, commitOf, id, verdict, whole } = await finished();
    const commit = whole.entries.findLast(({ kind }) => kind === 'run_completed');
    cutTail(database, commitOf('run_completed'));
    const [last] = database
      .prepare(
        `select json_extract(r.value, '$.links[#-1].hash') as hash
         from hitl_commits c, json_each(c.trails) r
         where json_extract(r.value, '$.run_id') = ? order by c.commit_number desc limit 1`,
      )
      .all(id) as { hash: string }[];
    const head = last?.hash ?? '';
    database.prepare('update hitl_runs set audit_head = ? where run_id = ?').all(head, id);
    expect(await verdict()).toMatchObject({ ok: true, head });
    expect(await verdict(commit?.hash)).toMatchObject({ ok: false, why: 'cut' });
  });

  test('hashes removed, with their head, from a log that continues', async () => {
    const { database, commitOf, id, verdict, where, whole } = await finished();
    const first = whole.entries[where('approval_decision') - 1]?.hash ?? '';
    const commit = commitOf('approval_decision');
    database.prepare('update hitl_commits set trails = null where commit_number >= ?').all(commit);
    database.prepare('update hitl_runs set audit_head = ? where run_id = ?').all(first, id);
    expect(await verdict()).toEqual({
      ok: false,
      broken_at: where('approval_decision'),
      why: 'changed',
    });
  });
});

describe('the audit trail of a deleted session', () => {
  test('keeps the position and hashes of each entry, and none of its content', async () => {
    const { store } = onFile();
    const engine = engineOn(store);
    const { run_id: id, session_id: sessionId } = await start(engine, ALICE);
    await approveAll(engine, id);
    const whole = await trailOf(engine, id);
    valueOf(await engine.deleteSession(ALICE, sessionId));

    const tombstone = await store.findTombstone({ tenantId: 'default', sessionId });
    expect(tombstone).toEqual({
      id: sessionId,
      deleted_at: expect.any(String),
      runs: [
        { run_id: expect.any(String), head: HASH, entries: expect.any(Array) },
        {
          run_id: id,
          head: whole.head,
          entries: whole.entries.map(({ seq, timestamp, kind, data_hash, prev_hash, hash }) => {
            return { seq, timestamp, kind, data_hash, prev_hash, hash };
          }),
        },
      ],
    });
    expect(JSON.stringify(tombstone)).not.toMatch(/npm run lint|gated|alice/);

    const trail = valueOf(await engine.audit(REVIEWER, id));
    expect(trail.entries.every(({ erased }) => erased === true)).toBe(true);
    expect(await verifyAudit(trail, { expect: whole.head ?? '' })).toEqual({
      ok: true,
      head: whole.head,
      entries: whole.entries.length,
      erased: whole.entries.length,
    });
    // Its owner is erased as well.
    const absent = { ok: false, problem: { code: 'run_not_found' } };
    expect(await engine.audit(ALICE, id)).toMatchObject(absent);
    expect(await engine.audit({ ...REVIEWER, tenantId: 'other' }, id)).toMatchObject(absent);
    expect(await engine.getRun(REVIEWER, id)).toMatchObject(absent);
  });

  test('is kept when a session of the same id is deleted again', async () => {
    const engine = engineOn(createMemoryStore());
    const runs: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const { run_id: id } = await start(engine, ALICE, { session_id: 'again' });
      await approveAll(engine, id);
      valueOf(await engine.deleteSession(ALICE, 'again'));
      runs.push(id);
    }
    const trails = await Promise.all(runs.map((id) => engine.audit(REVIEWER, id)));
    const verdicts = await Promise.all(trails.map((trail) => verifyAudit(valueOf(trail))));
    expect(verdicts).toMatchObject([{ ok: true }, { ok: true }]);
  });
});

/** Removes the sealed mark from the log and all hashes, as in logs of older versions. */
function forgetSealing(database: SqliteDatabase): void {
  const rows = database
    .prepare('select commit_number as number, events from hitl_commits')
    .all() as {
    number: number;
    events: string;
  }[];
  for (const { number, events } of rows) {
    const older = (JSON.parse(events) as RunEvent[]).map((event) => {
      if (event.type !== 'run_started') return event;
      const { sealed: _, ...data } = event.data;
      return { ...event, data };
    });
    database
      .prepare('update hitl_commits set events = ? where commit_number = ?')
      .all(JSON.stringify(older), number);
  }
  database.exec('update hitl_commits set trails = null');
  database.exec('update hitl_runs set audit_head = null');
  database.exec('update hitl_sessions set chain = null');
}

describe('a log that is older than audit hashes', () => {
  /** A suspended run in a file whose log has no hashes. */
  async function old() {
    const { store, database, path } = onFile();
    const { run_id: id, session_id } = await start(engineOn(store), ALICE);
    return {
      id,
      session_id,
      engine: (): Engine => {
        forgetSealing(database);
        const reopened = createSqliteStore({ path });
        onTestFinished(() => reopened.close());
        return engineOn(reopened);
      },
      before: engineOn(store),
    };
  }

  test('reports that it has none, and is sealed completely with the next commit', async () => {
    const { id, engine: reopen } = await old();
    const engine = reopen();
    const unsealed = await trailOf(engine, id);
    expect(unsealed).toMatchObject({ head: null });
    expect(unsealed.entries).toHaveLength(3);
    expect(await verifyAudit(unsealed)).toEqual({ ok: false, broken_at: 0, why: 'unsealed' });
    await approveAll(engine, id);
    const trail = await trailOf(engine, id);
    expect(trail.entries.slice(0, 3)).toMatchObject(unsealed.entries);
    expect(await verifyAudit(trail)).toMatchObject({ ok: true, head: trail.head });
  });

  test('continues from its position while nested runs are in progress', async () => {
    const { id, engine: reopen, before } = await old();
    const [request] = await pendingOf(before, ALICE);
    if (request === undefined) throw new Error('one is asked');
    const { id: request_id, type } = request;
    valueOf(await before.respond(ALICE, request_id, { request_id, type, action: 'approve' }));
    await settle(before, ALICE, id);
    const engine = reopen();
    const [inner] = await pendingOf(engine, ALICE);
    expect(inner?.run_id).not.toBe(id);
    await approveAll(engine, id);
    const trails = await Promise.all([id, inner?.run_id ?? ''].map((run) => trailOf(engine, run)));
    const verdicts = await Promise.all(trails.map((trail) => verifyAudit(trail)));
    expect(verdicts).toMatchObject([{ ok: true }, { ok: true }]);
  });

  test('leaves a sealed tombstone although its run had ended', async () => {
    const { id, session_id, engine: reopen, before } = await old();
    await approveAll(before, id);
    const engine = reopen();
    expect((await trailOf(engine, id)).head).toBeNull();
    valueOf(await engine.deleteSession(ALICE, session_id));
    const trail = valueOf(await engine.audit(REVIEWER, id));
    expect(await verifyAudit(trail)).toMatchObject({ ok: true, erased: trail.entries.length });
  });
});
