import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { openMongoGate } from '../../server/src/store/mongo-gate.fixture.ts';
import { freshName, mongoUrl } from '../../server/src/store/mongo.fixture.ts';
import { survive } from './serve-chaos.fixture.ts';

/** `HITL_CHAOS_RUNS=200 pnpm test:unit serve-chaos` for the long form. */
const runs = Number(process.env['HITL_CHAOS_RUNS'] ?? 10);

test(`three servers on one MongoDB, ${runs} questions answered twice, instances killed at random: effects = approvals`, async () => {
  const url = mongoUrl(freshName());
  await survive({ runs, instances: 3, killEveryMs: 1500, store: () => url });
}, 600_000);

test('the same with clocks ten minutes apart and a database that drops every connection and is down for five seconds', async () => {
  const gate = await openMongoGate();
  const url = gate.url(freshName());
  await survive({
    // Most of the time is spent in the outages.
    runs: Math.ceil(runs / 2),
    instances: 3,
    killEveryMs: 4000,
    skewsMs: [600_000, -600_000, 0],
    store: () => url,
    async disturb(over) {
      while (!over.aborted) {
        await sleep(3000);
        gate.shut();
        await sleep(5000);
        gate.open();
      }
    },
  });
}, 600_000);
