import type { Run, RunPage } from '@hitl/protocol';
import { expect } from 'vitest';
import { served, type Answered, type Served } from '../../src/http/served.fixture.ts';
import type { SharedStores } from '../../src/http/shared-stores.fixture.ts';
import { as, namedUsers } from './named-users.fixture.ts';

const USERS = ['alice', 'bob'] as const;

/** The requests that can start a session. */
const BEGINNINGS = {
  run: (server: Served, user: string, session: string) =>
    server.post<Run>('/runs', { agent_id: 'agent', input: 'go', session_id: session }, as(user)),
  external: (server: Served, user: string, session: string) =>
    server.post(
      '/interactions',
      {
        session_id: session,
        tool_call_id: `call-of-${user}`,
        tool_name: 'work',
        tool_args: { user },
      },
      as(user),
    ),
} as const;

/**
 * Two users, each through a different server on the same stores, start the same new session at the
 * same time: `races` times for each pair of requests. Neither may get into the other's session.
 */
export async function raceForSessions(shared: SharedStores, races: number): Promise<void> {
  const start = (): Promise<Served> => served({ authenticate: namedUsers, on: shared() });
  const servers = [await start(), await start()] as const;
  const ways = Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[];
  const pairs = ways.flatMap((left) => ways.map((right) => [left, right] as const));
  for (let race = 0; race < races; race += 1) {
    const pair = pairs[race % pairs.length] ?? (['run', 'run'] as const);
    const session = `${pair.join('-')}-${race}`;
    const answers: Answered[] = await Promise.all(
      pair.map((way, index) =>
        BEGINNINGS[way](servers[index] ?? servers[0], USERS[index] ?? '', session),
      ),
    );
    const won = answers.filter(({ status }) => status === 201);
    const lost = answers.filter(({ status }) => status !== 201);
    expect(won, session).toHaveLength(1);
    expect(lost, session).toMatchObject([{ status: 404, body: { code: 'session_not_found' } }]);
    const { body: page } = await servers[0].get<RunPage>(
      `/runs?session_id=${session}`,
      as('reviewer:rita'),
    );
    expect(page.runs, session).toHaveLength(1);
  }
  expect(servers.flatMap(({ errors }) => errors)).toEqual([]);
}
