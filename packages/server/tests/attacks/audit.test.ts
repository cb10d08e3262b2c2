import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditTrail, Run } from '@hitl/protocol';
import { verifyAudit } from '@hitl/protocol/fold';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newLedger } from '../../src/engine/engine.fixture.ts';
import { createSqliteStore, openSqlite, type SqliteDatabase } from '../../src/store/sqlite.ts';
import { approve, deploy, type Deployment } from './replaced-tool.fixture.ts';

/** A server on a file with a finished and a suspended run in one session, and the file. */
async function attacked(): Promise<{
  server: Deployment;
  database: SqliteDatabase;
  finished: string;
  waiting: string;
  trail: (runId: string) => Promise<AuditTrail>;
  verdict: (runId: string, expectHash?: string) => ReturnType<typeof verifyAudit>;
  answer: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'hitl.db');
  const store = createSqliteStore({ path });
  const database = openSqlite({ path });
  onTestFinished(async () => {
    database.close();
    await store.close();
  });
  const server = await deploy(store, newLedger(), {});
  const first = await server.ask();
  const answer = async (): Promise<void> => {
    const [request] = await server.pending();
    if (request === undefined) throw new Error('something should wait');
    const { status } = await server.post(`/interactions/${request.id}/respond`, approve(request));
    expect(status).toBe(200);
    await server.rest(request.run_id);
  };
  await answer();
  const { session_id } = first.run;
  const input = { agent_id: 'agent', input: 'again', session_id };
  const { body: second } = await server.post<Run>('/runs', input);
  await server.rest(second.id);
  const trail = async (runId: string): Promise<AuditTrail> => {
    const { status, body } = await server.get<AuditTrail>(`/runs/${runId}/audit?verify=true`);
    expect(status).toBe(200);
    return body;
  };
  return {
    server,
    database,
    finished: first.run.id,
    waiting: second.id,
    trail,
    answer,
    verdict: async (runId, hash) =>
      verifyAudit(await trail(runId), hash === undefined ? {} : { expect: hash }),
  };
}

/** Removes all hashes from a database. */
function stripHashes(database: SqliteDatabase): void {
  database.exec('update hitl_commits set trails = null');
  database.exec('update hitl_runs set audit_head = null');
  database.exec('update hitl_sessions set chain = null');
}

/** The newest hash of a run in its commits. */
function lastHash(database: SqliteDatabase, runId: string): string {
  const [row] = database
    .prepare(
      `select json_extract(r.value, '$.links[#-1].hash') as hash
       from hitl_commits c, json_each(c.trails) r
       where json_extract(r.value, '$.run_id') = ? order by c.commit_number desc limit 1`,
    )
    .all(runId) as { hash: string }[];
  return row?.hash ?? '';
}

describe('the audit trail of a store that was tampered with', () => {
  test('is intact without tampering, and its session head continues from an earlier one', async () => {
    const { trail, verdict, finished, waiting, answer } = await attacked();
    const { session_head: noted, findings, head } = await trail(finished);
    expect(findings).toEqual([]);
    expect(await verdict(finished)).toMatchObject({ ok: true, head });
    expect(await verdict(waiting)).toMatchObject({ ok: true });
    await answer();
    expect((await trail(finished)).session_head).not.toBe(noted);
    expect(await verdict(finished, noted)).toMatchObject({ ok: true });
    expect(await verdict(waiting, noted)).toMatchObject({ ok: true });
    expect(await verdict(waiting, 'f'.repeat(64))).toMatchObject({ ok: false, why: 'cut' });
  });

  test('is never hashed again after its hashes were emptied, for finished and running runs', async () => {
    const { database, verdict, finished, waiting, answer, trail } = await attacked();
    const { session_head: noted } = await trail(finished);
    stripHashes(database);
    expect(await verdict(finished)).toEqual({ ok: false, broken_at: 0, why: 'stripped' });
    expect(await verdict(waiting)).toEqual({ ok: false, broken_at: 0, why: 'stripped' });
    await answer();
    expect(await verdict(waiting)).toMatchObject({ ok: false, broken_at: 0, why: 'changed' });
    expect((await trail(waiting)).findings).toMatchObject([{ kind: 'chain_broken' }]);
    expect(await verdict(finished, noted)).toMatchObject({ ok: false });
  });

  test('of a deleted session is broken too, when its hashes were emptied before', async () => {
    const { database, server, finished, answer, trail } = await attacked();
    await answer();
    const { body: run } = await server.get<Run>(`/runs/${finished}`);
    stripHashes(database);
    const { status } = await server.remove(`/sessions/${run.session_id}`);
    expect(status).toBe(204);
    expect(await verifyAudit(await trail(finished))).toMatchObject({ ok: false });
  });

  test('ends early if its tail was removed with its head, as the other rows show', async () => {
    const { database, verdict, finished, waiting, answer } = await attacked();
    await answer();
    const [{ last } = { last: 0 }] = database
      .prepare('select max(commit_number) as last from hitl_commits where root_run_id = ?')
      .all(waiting) as { last: number }[];
    database.prepare('delete from hitl_commits where commit_number >= ?').all(last);
    const head = lastHash(database, waiting);
    database.prepare('update hitl_runs set audit_head = ? where run_id = ?').all(head, waiting);
    expect(await verdict(waiting)).toMatchObject({ ok: false, why: 'ends_early' });
    // Detected by the trail of any run of the session.
    expect(await verdict(finished)).toMatchObject({ ok: false, why: 'ends_early' });
  });

  test.each<[string, string, string]>([
    [
      'the status of a run',
      `update hitl_runs set status = 'failed' where status = 'completed'`,
      'run',
    ],
    ['the owner of a run', `update hitl_runs set user_id = 'eve'`, 'run'],
    [
      'the response of a run',
      `update hitl_runs set rest = replace(rest, '"done"', '"all is well"')`,
      'run',
    ],
    [
      'who decided',
      `update hitl_interactions set rest = replace(rest, '"approve"', '"deny"') where status = 'answered'`,
      'interaction',
    ],
    [
      'whom a request is shown to',
      `update hitl_interactions set user_id = 'eve' where status = 'pending'`,
      'interaction',
    ],
    [
      'a row of a request that is gone',
      `delete from hitl_interactions where status = 'answered'`,
      'interaction',
    ],
    ['whose session it is', `update hitl_sessions set user_id = 'eve'`, 'session'],
    [
      'the title of the session',
      `update hitl_sessions set summary = replace(summary, '"go"', '"holiday"')`,
      'session',
    ],
  ])('shows an edit beside the log: %s', async (_, statement, what) => {
    const { database, verdict, trail, finished } = await attacked();
    database.exec(statement);
    expect(await verdict(finished)).toMatchObject({ ok: false, why: 'edited' });
    const { findings = [] } = await trail(finished);
    expect(findings.length).toBeGreaterThan(0);
    expect(new Set(findings.map((finding) => finding.what))).toEqual(new Set([what]));
  });

  test.each([
    ['the first number of a commit', 'update hitl_commits set first_seq = 1000000'],
    ['the last number of a commit', 'update hitl_commits set last_seq = 0'],
    ['the run of a commit', `update hitl_commits set root_run_id = 'another'`],
    ['where a run begins', 'update hitl_runs set first_commit = 1000000'],
  ])('shows an edit that hides events of a run: %s', async (_, statement) => {
    const { database, verdict, trail, finished, server } = await attacked();
    const before = (await server.get<{ last_seq: number }>(`/runs/${finished}`)).body.last_seq;
    database.exec(statement);
    expect((await server.get<{ last_seq: number }>(`/runs/${finished}`)).body.last_seq).toBe(
      before,
    );
    expect(await verdict(finished)).toMatchObject({ ok: false });
    const { findings = [] } = await trail(finished);
    expect(findings).toContainEqual({
      kind: 'row_changed',
      what: 'run',
      id: finished,
      detail: expect.stringMatching(
        /^\d+ events are in the log and 0 are found by commit numbers$/,
      ),
    });
  });

  test('shows a summary that cannot be read any more', async () => {
    const { database, verdict, trail, finished } = await attacked();
    database.exec(`update hitl_sessions set summary = '{'`);
    expect(await verdict(finished)).toMatchObject({ ok: false, why: 'edited' });
    expect((await trail(finished)).findings).toMatchObject([{ what: 'session' }]);
  });

  test.each([
    ['what was said', `replace(chapter, 'again', 'delete everything')`],
    ['the agent of a run', `replace(chapter, '"agent"]', '"other"]')`],
    ['text that cannot be read', `'{'`],
  ])('shows a chapter that tells something else than the log: %s', async (_, chapter) => {
    const { server, database, waiting, answer, trail, verdict } = await attacked();
    const { session_id } = (await server.get<Run>(`/runs/${waiting}`)).body;
    await answer();
    for (let run = 0; run < 8; run += 1) {
      const input = { agent_id: 'agent', input: 'again', session_id };
      await server.rest((await server.post<Run>('/runs', input)).body.id);
    }
    expect(await verdict(waiting)).toMatchObject({ ok: true });
    const changed = database
      .prepare(`update hitl_commits set chapter = ${chapter} where chapter is not null returning 1`)
      .all();
    expect(changed).toHaveLength(1);
    expect(await verdict(waiting)).toMatchObject({ ok: false, why: 'edited' });
    expect((await trail(waiting)).findings).toMatchObject([
      { kind: 'row_changed', what: 'session', id: session_id },
    ]);
  });

  test('shows that a whole run was removed from the session', async () => {
    const { database, verdict, finished, waiting } = await attacked();
    const numbers = database
      .prepare('select distinct commit_number as number from hitl_commits where root_run_id = ?')
      .all(finished) as { number: number }[];
    for (const { number } of numbers) {
      database.prepare('delete from hitl_commits where commit_number = ?').all(number);
    }
    database.prepare('delete from hitl_runs where run_id = ?').all(finished);
    database.prepare('delete from hitl_interactions where run_id = ?').all(finished);
    expect(await verdict(waiting)).toMatchObject({ ok: false });
  });

  test('refuses values other than true and false', async () => {
    const { server, finished } = await attacked();
    expect(await server.get(`/runs/${finished}/audit?verify=maybe`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });
});
