import { MongoClient } from 'mongodb';
import { inject, onTestFinished, test } from 'vitest';
import { survive } from './serve-chaos.fixture.ts';

/** `HITL_CHAOS_RUNS=200 pnpm test:unit serve-chaos` for the long form. */
const runs = Number(process.env['HITL_CHAOS_RUNS'] ?? 10);

test(`three servers on one MongoDB, ${runs} questions answered twice, instances killed at random: effects = approvals`, async () => {
  const { url } = inject('mongo');
  const name = `hitl_${crypto.randomUUID().replaceAll('-', '')}`;
  const client = new MongoClient(url);
  onTestFinished(async () => {
    await client.db(name).dropDatabase();
    await client.close();
  });
  const [hosts = '', query] = url.split('?');
  const at = `${hosts.replace(/(\/\/[^/]+).*$/, '$1')}/${name}`;
  const store = query === undefined ? at : `${at}?${query}`;
  await survive({ runs, instances: 3, killEveryMs: 1500, store: () => store });
}, 600_000);
