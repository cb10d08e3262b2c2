import type { Run, RunEvent, RunPage } from '@hitl/protocol';
import { expect, test } from 'vitest';
import type { Tool } from '../agents/tool.ts';
import { newLedger, scripted, type Turn } from '../engine/engine.fixture.ts';
import { mongoStores } from './mongo-stores.fixture.ts';
import { served, type Served } from './served.fixture.ts';

const MIB = 1024 * 1024;

/** A server that allows more than a document of MongoDB has, with one tool. */
function servedOnMongo(turns: readonly Turn[], execute: Tool['execute']): Promise<Served> {
  const tool = { name: 'dump', parameters: { type: 'object' }, requiresConsent: false, execute };
  const { agent } = scripted(turns, [tool]);
  const on = { ...mongoStores()(), agents: [agent], maxResultBytes: 64 * MIB };
  return served({ ledger: newLedger(), maxBodyBytes: 64 * MIB, on });
}

/** Starts a run, and returns what happened in it until it ended. */
async function eventsOf(server: Served): Promise<RunEvent[]> {
  const { body: run } = await server.post<Run>('/runs', { agent_id: 'agent', input: 'go' });
  const events = await server.follow(`/runs/${run.id}/events`);
  return (await events.rest()).map(({ data }) => JSON.parse(data) as RunEvent);
}

const CALL: Turn = { calls: [{ id: 'c1', name: 'dump', args: {} }] };

test('a result that is larger than a document fails its call, which says so, and the run goes on', async () => {
  let runs = 0;
  const server = await servedOnMongo([CALL, { text: 'done' }], () => {
    runs += 1;
    return Promise.resolve({ content: 'x'.repeat(17 * MIB) });
  });
  const events = await eventsOf(server);
  expect(runs).toBe(1);
  const result = events.find(({ type }) => type === 'tool_completed');
  expect(result?.data).toMatchObject({
    result: {
      is_success: false,
      content: expect.stringMatching(
        /^The tool ran, but its result is too large to be stored\. A commit of \d+ bytes to session .* was not written: MongoDB takes documents of 16 MiB/,
      ),
    },
  });
  expect(events.at(-1)).toMatchObject({ type: 'run_completed', data: { response: 'done' } });
  expect(server.errors).toEqual([]);
});

test('a turn of a model that is larger than a document ends its run, which says why', async () => {
  const server = await servedOnMongo([{ text: 'x'.repeat(17 * MIB) }], () => {
    throw new Error('nothing is called');
  });
  const events = await eventsOf(server);
  expect(events.at(-1)).toMatchObject({
    type: 'run_failed',
    data: { code: 'commit_too_large', error: expect.stringContaining('16 MiB') },
  });
  const next = await server.post<Run>('/runs', {
    agent_id: 'agent',
    input: 'again',
    session_id: events[0]?.session_id,
  });
  expect(next.status).toBe(201);
});

test('a request that is larger than a document is refused, and changes nothing', async () => {
  const server = await servedOnMongo([{ text: 'done' }], () => Promise.resolve('nothing'));
  const body = { agent_id: 'agent', input: 'x'.repeat(17 * MIB), session_id: 's' };
  expect(await server.post('/runs', body)).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large', detail: expect.stringContaining('Nothing was changed') },
  });
  expect((await server.get<RunPage>('/runs')).body.runs).toEqual([]);
  expect((await server.post('/runs', { ...body, input: 'go' })).status).toBe(201);
});
