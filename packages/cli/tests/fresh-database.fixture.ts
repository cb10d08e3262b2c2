import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';

/** A new database, with a connection to administrate it. */
export interface FreshDatabase {
  readonly url: string;
  readonly admin: Client;
  /** Drops every connection and refuses new ones, until `open`. */
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Creates a database that is dropped after the test. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    admin,
    async shut() {
      await admin.query(`alter database ${name} allow_connections false`);
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
    },
    async open() {
      await admin.query(`alter database ${name} allow_connections true`);
    },
  };
}
