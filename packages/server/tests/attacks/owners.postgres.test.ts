import { test } from 'vitest';
import { postgresStores } from '../../src/http/postgres-stores.fixture.ts';
import { raceForSessions } from './session-owners.fixture.ts';

test('a session has one owner, however two users race for it on two servers of one PostgreSQL', async () => {
  await raceForSessions(await postgresStores(), 160);
});
