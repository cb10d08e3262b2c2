import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InteractionRequest, Run } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { expect, onTestFinished, test } from 'vitest';
import { createFeed } from '../streams/create-feed.ts';
import { createSqliteBus } from '../store/bus/sqlite.ts';
import { newLedger, type Ledger } from '../engine/engine.fixture.ts';
import { createSqlitePermissionStore, createSqliteStore, openSqlite } from '../store/sqlite.ts';
import { approval, served, type Served } from './served.fixture.ts';

/** Two servers that share only a file, as two processes would. */
async function twoServers(calls = 1): Promise<readonly [Served, Served, Ledger]> {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-servers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ledger = newLedger();
  const start = (): Promise<Served> => {
    const database = openSqlite({ path: join(folder, 'hitl.db') });
    const store = createSqliteStore({ database });
    const permissions = createSqlitePermissionStore({ database });
    const bus = createSqliteBus({ database, intervalMs: 20 });
    onTestFinished(async () => {
      await bus.close();
      database.close();
    });
    return served({
      calls,
      ledger,
      on: { store, permissions, bus, feed: createFeed({ store, bus }) },
    });
  };
  return [await start(), await start(), ledger];
}

const typesOf = (events: readonly { event?: string | undefined }[]): (string | undefined)[] =>
  events.map(({ event }) => event);

test('started here, answered there, followed on both: each sees every event once', async () => {
  const [here, there, ledger] = await twoServers();
  const { run, requests } = await here.ask();
  const [request] = requests as [InteractionRequest];
  const inbox = await there.follow('/interactions/events');
  expect((await inbox.next()).data).toContain(request.id);
  const streams = [
    await here.follow(`/runs/${run.id}/events`),
    await there.follow(`/runs/${run.id}/events`),
    await here.follow(`/sessions/${run.session_id}/events`),
  ];
  expect(await there.post(`/interactions/${request.id}/respond`, approval(request))).toMatchObject({
    status: 200,
  });
  const [first, second, third] = await Promise.all(
    streams.map((stream) => stream.until('run_completed')),
  );
  const stored = (first ?? []).filter(({ event }) => event !== 'step_delta');
  expect(stored.map(({ id }) => id)).toEqual(stored.map((_, index) => String(index + 1)));
  for (const other of [second, third]) {
    const seen = (other ?? []).filter(({ event }) => event !== 'step_delta');
    expect(seen.map(({ data }) => data)).toEqual(stored.map(({ data }) => data));
  }
  expect((await inbox.next()).event).toBe('interaction_resolved');
  for (const stream of [...streams, inbox]) stream.hangUp();
  expect(ledger.runs).toHaveLength(1);
  expect((await here.get<Run>(`/runs/${run.id}`)).body).toEqual(
    (await there.get<Run>(`/runs/${run.id}`)).body,
  );
});

test('an inbox here shows requests from there, and a long poll here answers from there', async () => {
  const [here, there] = await twoServers();
  const inbox = await here.follow('/interactions/events');
  expect((await inbox.next()).event).toBe('snapshot');
  const { requests } = await there.ask();
  const [request] = requests as [InteractionRequest];
  expect((await inbox.next()).event).toBe('interaction_request');
  inbox.hangUp();
  const polled = here.get(`/interactions/${request.id}?wait=30`);
  await there.post(`/interactions/${request.id}/respond`, approval(request));
  expect((await polled).body).toMatchObject({ status: 'answered' });
});

test('twenty answers over two servers: one wins, one effect, and the losers see the winning answer', async () => {
  const [here, there, ledger] = await twoServers();
  const { run, requests } = await here.ask();
  const [request] = requests as [InteractionRequest];
  const events = await here.follow(`/runs/${run.id}/events`);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? here : there).post<Problem>(`/interactions/${request.id}/respond`, {
        ...approval(request),
        note: `answer ${index}`,
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status === 200) continue;
    expect(body).toMatchObject({ code: 'already_resolved', interaction: { status: 'answered' } });
  }
  await events.until('run_completed');
  events.hangUp();
  expect(ledger.runs).toHaveLength(1);
});

test('siblings answered on two servers at the same time resume the run once', async () => {
  const [here, there, ledger] = await twoServers(2);
  const { run, requests } = await here.ask();
  const [first, second] = requests as [InteractionRequest, InteractionRequest];
  const events = await here.follow(`/runs/${run.id}/events`);
  const both = await Promise.all([
    here.post(`/interactions/${first.id}/respond`, approval(first)),
    there.post(`/interactions/${second.id}/respond`, approval(second)),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const seen = await events.until('run_completed');
  events.hangUp();
  expect(typesOf(seen).filter((type) => type === 'execution_resumed')).toHaveLength(1);
  expect(ledger.runs.map(({ args }) => args)).toEqual([{ n: 1 }, { n: 2 }]);
});
