import { expect, test } from 'vitest';
import { expectShown, fillSession, shownStatements } from './readable-rows.fixture.ts';
import { freshSchema } from './store/postgres.fixture.ts';
import { createPostgresStore } from './store/postgres.ts';

test('the statements of the README show pending requests and events, in PostgreSQL', async () => {
  const pool = (await freshSchema())();
  await fillSession(createPostgresStore({ pool }));
  const statements = shownStatements('postgres');
  expect(statements).toHaveLength(2);
  const results = await Promise.all(statements.map((text) => pool.query<object>(text)));
  expectShown(results.map(({ rows }) => rows));
});
