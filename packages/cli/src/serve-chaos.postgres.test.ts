import { Client } from 'pg';
import { inject, onTestFinished, test } from 'vitest';
import { survive } from './serve-chaos.fixture.ts';

/** `HITL_CHAOS_RUNS=500 pnpm test:unit serve-chaos` for the long form. */
const runs = Number(process.env['HITL_CHAOS_RUNS'] ?? 40);

test(`three servers on one PostgreSQL, ${runs} questions answered twice, instances killed at random: effects = approvals (BAR A1)`, async () => {
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
  await survive({ runs, instances: 3, killEveryMs: 1500, store: () => url.href });
}, 600_000);
