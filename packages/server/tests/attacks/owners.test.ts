import type { Run } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { served } from '../../src/http/served.fixture.ts';
import { sqliteStores } from '../../src/http/shared-stores.fixture.ts';
import { as, namedUsers } from './named-users.fixture.ts';
import { raceForSessions } from './session-owners.fixture.ts';

describe('the owner of a session', () => {
  test('is one user, however two of them race for it on two servers of one SQLite file', async () => {
    await raceForSessions(sqliteStores(), 160);
  });

  test('keeps others out, who only learn that there is no such session', async () => {
    const server = await served({ authenticate: namedUsers });
    const run = { agent_id: 'agent', input: 'go', session_id: 'hers' };
    const call = { session_id: 'hers', tool_call_id: 'c', tool_name: 'work', tool_args: {} };
    await server.post<Run>('/runs', run, as('alice'));
    const gone = { status: 404, body: { detail: 'There is no session hers.' } };
    expect(await server.post('/runs', run, as('bob'))).toMatchObject(gone);
    expect(await server.post('/interactions', call, as('bob'))).toMatchObject(gone);
  });

  test('stays when a reviewer asks in the session: the request belongs to the owner', async () => {
    const server = await served({ authenticate: namedUsers });
    const call = { tool_name: 'work', tool_args: {} };
    await server.post(
      '/interactions',
      { ...call, session_id: 'hers', tool_call_id: 'c1' },
      as('alice'),
    );
    const asked = await server.post(
      '/interactions',
      { ...call, session_id: 'hers', tool_call_id: 'c2' },
      as('reviewer:rita'),
    );
    expect(asked).toMatchObject({
      status: 201,
      body: { interaction_request: { user_id: 'alice' } },
    });
  });

  test('is not replaced by a user whom a caller of `auth: none` names', async () => {
    const server = await served();
    const call = { session_id: 'hers', tool_name: 'work', tool_args: {} };
    await server.post('/interactions', { ...call, tool_call_id: 'c1', user_id: 'alice' });
    expect(
      await server.post('/interactions', { ...call, tool_call_id: 'c2', user_id: 'bob' }),
    ).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
  });
});
