import { test } from 'vitest';
import { mongoStores } from '../../src/http/mongo-stores.fixture.ts';
import { raceForSessions } from './session-owners.fixture.ts';

test('a session has one owner, however two users race for it on two servers of one MongoDB', async () => {
  await raceForSessions(mongoStores(), 40);
});
