import { expect, onTestFinished, test } from 'vitest';
import { createFeed } from '../../src/streams/create-feed.ts';
import { createPostgresBus } from '../../src/store/bus/postgres.ts';
import { served, type Served } from '../../src/http/served.fixture.ts';
import { freshSchema } from '../../src/store/postgres.fixture.ts';
import { createPostgresPermissionStore, createPostgresStore } from '../../src/store/postgres.ts';
import { namedUsers } from './named-users.fixture.ts';
import { raceForSessions } from './session-owners.fixture.ts';

test('a session has one owner, however two users race for it on two servers of one PostgreSQL', async () => {
  const newPool = await freshSchema();
  const channel = `hitl_${crypto.randomUUID()}`;
  const start = (): Promise<Served> => {
    const pool = newPool();
    const store = createPostgresStore({ pool });
    const bus = createPostgresBus({ pool, channel });
    onTestFinished(() => bus.close());
    return served({
      authenticate: namedUsers,
      on: {
        store,
        bus,
        permissions: createPostgresPermissionStore({ pool }),
        feed: createFeed({ store, bus }),
      },
    });
  };
  const servers = [await start(), await start()] as const;
  await raceForSessions(servers, 160);
  expect(servers.flatMap(({ errors }) => errors)).toEqual([]);
});
