import { test } from 'vitest';
import { postgresStores } from '../../src/http/postgres-stores.fixture.ts';
import { sendHostileText } from './hostile-text.fixture.ts';

test('no text or number that PostgreSQL does not take is an internal error', async () => {
  await sendHostileText((await postgresStores())());
});
