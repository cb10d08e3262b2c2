import { expect, onTestFinished, test } from 'vitest';
import { expectShown, fillSession, shownStatements } from './readable-rows.fixture.ts';
import { createSqliteStore, openSqlite } from './store/sqlite.ts';

test('the statements of the README show pending requests and events, in SQLite', async () => {
  const database = openSqlite({ path: ':memory:' });
  onTestFinished(() => void database.close());
  await fillSession(createSqliteStore({ database }));
  const statements = shownStatements('sqlite');
  expect(statements).toHaveLength(2);
  expectShown(statements.map((text) => database.prepare(text).all()));
});
