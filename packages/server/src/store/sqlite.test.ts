import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  describeDurablePermissionStore,
  describePermissionStore,
} from '../testing/describe-permission-store.ts';
import {
  describeDurableSessionStore,
  describeSessionStore,
} from '../testing/describe-session-store.ts';
import { describeSecretStore } from '../testing/describe-secret-store.ts';
import { downgrade } from './downgrade.fixture.ts';
import { openSqlite, sqliteDriver } from './sqlite-database.ts';
import {
  createSqlitePermissionStore,
  createSqliteSecretStore,
  createSqliteStore,
} from './sqlite.ts';

/** A path in a folder that does not exist yet and is deleted after the test. */
function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data', 'hitl.db');
}

const openSessions = async () => {
  const path = freshPath();
  return {
    store: createSqliteStore({ path }),
    connect: async () => createSqliteStore({ path }),
  };
};

const openPermissions = async () => {
  const path = freshPath();
  return {
    store: createSqlitePermissionStore({ path }),
    connect: async () => createSqlitePermissionStore({ path }),
  };
};

describeSessionStore('SQLite in memory', async () => ({
  store: createSqliteStore({ path: ':memory:' }),
}));
describeSessionStore('SQLite by libsql, where Node has none', async () => {
  const Libsql = sqliteDriver(undefined);
  return { store: createSqliteStore({ database: new Libsql(':memory:') }) };
});
describeSessionStore('SQLite, two connections to one file', openSessions);
describeDurableSessionStore('SQLite, one file', openSessions);
describePermissionStore('SQLite, two connections to one file', openPermissions);
describePermissionStore('SQLite by libsql, where Node has none', async () => {
  const Libsql = sqliteDriver(undefined);
  return { store: createSqlitePermissionStore({ database: new Libsql(':memory:') }) };
});
describeDurablePermissionStore('SQLite, one file', openPermissions);
describeSecretStore('SQLite, the file of the sessions', async () => {
  const path = freshPath();
  return {
    store: createSqliteSecretStore({ path }),
    connect: async () => createSqliteSecretStore({ path }),
    sessions: createSqliteStore({ path }),
  };
});
describeSecretStore('SQLite by libsql, where Node has none', async () => {
  const Libsql = sqliteDriver(undefined);
  const database = new Libsql(':memory:');
  return {
    store: createSqliteSecretStore({ database }),
    connect: async () => createSqliteSecretStore({ database }),
    sessions: createSqliteStore({ database }),
  };
});

test('a file of an older version is migrated, with all of its content', async () => {
  const path = freshPath();
  const rules = createSqlitePermissionStore({ path });
  const ada = { tenantId: 'default', userId: 'ada' };
  const saved = await rules.save(ada, [{ pattern: 'bash(ls)', effect: 'allow', source: 'api' }]);
  await rules.close();
  const older = openSqlite({ path });
  for (const statement of downgrade(1)) older.exec(statement);
  older.close();

  const secrets = createSqliteSecretStore({ path });
  const key = { tenantId: 'default', sessionId: 's' };
  await secrets.put(key, { id: 'a', sealed: 'x' });
  expect(await secrets.list(key)).toEqual([{ id: 'a', sealed: 'x' }]);
  await secrets.close();
  const again = createSqlitePermissionStore({ path });
  expect(await again.rules(ada)).toEqual(saved);
  await again.close();
});
