import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { inject, onTestFinished, test } from 'vitest';
import { survive } from './serve-chaos.fixture.ts';

/** `HITL_CHAOS_RUNS=500 pnpm test:unit serve-chaos` for the long form. */
const runs = Number(process.env['HITL_CHAOS_RUNS'] ?? 40);

/** A database of its own, with a connection to look after it. */
async function freshDatabase(): Promise<{ url: string; name: string; admin: Client }> {
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `chaos_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, name, admin };
}

test(`three servers on one PostgreSQL, ${runs} questions answered twice, instances killed at random: effects = approvals (BAR A1)`, async () => {
  const { url } = await freshDatabase();
  await survive({ runs, instances: 3, killEveryMs: 1500, store: () => url });
}, 600_000);

test('the same with clocks that are ten minutes off and a database that cuts every connection and lets nobody in for five seconds', async () => {
  const { url, name, admin } = await freshDatabase();
  await survive({
    runs,
    instances: 3,
    killEveryMs: 4000,
    skewsMs: [600_000, -600_000, 0],
    store: () => url,
    // What was being listened to is lost with the connections: no hint gets through.
    async disturb(over) {
      while (!over.aborted) {
        await sleep(3000);
        await admin.query(`alter database ${name} allow_connections false`);
        await admin.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
          [name],
        );
        await sleep(5000);
        await admin.query(`alter database ${name} allow_connections true`);
      }
    },
  });
}, 600_000);
