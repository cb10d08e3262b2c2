import type { GateOutcome, Run } from '@hitl/protocol';
import { expect } from 'vitest';
import { approval, served } from '../../src/http/served.fixture.ts';
import type { OwnStores } from '../../src/http/shared-stores.fixture.ts';

/** Random, so that the database cannot compress it into one of its pages. */
const LONG = Array.from({ length: 500 }, () => crypto.randomUUID()).join('');

const CALL = { tool_call_id: 'c', tool_name: 'x', tool_args: {} };

/** Sends texts and numbers that a database might not take; each gets an answer, never an internal error. */
export async function sendHostileText(stores: OwnStores): Promise<void> {
  const on = await served({ on: stores });
  const { requests } = await on.ask();
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was asked');
  const lists = [
    ['runs', 'a\0', 'b'],
    ['runs', 'a', '\0'],
    ['sessions', '\0', 'b'],
    ['interactions', 'a', 1, '\0'],
    ['interactions', 'a', 1.5, 'b'],
    ['interactions', 'a', 1e30, 'b'],
  ];
  for (const key of lists) {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    const { status } = await on.get(`/${String(key[0])}?cursor=${cursor}`);
    expect([key, status]).toEqual([key, 400]);
  }
  for (const user_id of ['a\0', LONG]) {
    const answer = { ...approval(request), user_id, remember: { scope: 'always' } };
    const sent: readonly [string, object][] = [
      ['/runs', { agent_id: 'agent', input: 'go', user_id }],
      ['/interactions', { ...CALL, session_id: 's', user_id }],
      [`/interactions/${request.id}/respond`, answer],
      ['/tool-consent', { tool_call_id: 'call_1', decision: 'allow', patterns: [], user_id }],
    ];
    for (const [path, body] of sent) {
      expect([path, (await on.post(path, body)).status]).toEqual([path, 400]);
    }
  }
  const text = `a\0${LONG.slice(0, 1000)}`;
  const input = { agent_id: 'agent', input: text, metadata: { [text]: text } };
  expect((await on.post<Run>('/runs', input)).status).toBe(201);
  const call = { ...CALL, session_id: 's', tool_args: { [text]: text }, reason: text };
  expect((await on.post<GateOutcome>('/interactions', call)).status).toBe(201);
  const resource = `bash(${text})`;
  expect((await on.post('/permissions/ann/allow', { resource })).status).toBe(400);
  expect((await on.post('/permissions/ann/revoke', { resource })).status).toBe(200);
  expect(on.errors).toEqual([]);
}
