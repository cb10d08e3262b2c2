import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  describeDurablePermissionStore,
  describePermissionStore,
} from '../testing/describe-permission-store.ts';
import {
  describeDurableSessionStore,
  describeSessionStore,
} from '../testing/describe-session-store.ts';
import { describeSecretStore } from '../testing/describe-secret-store.ts';
import { sqliteDriver } from './sqlite-database.ts';
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
