import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { freshDatabase } from './fresh-database.fixture.ts';
import { survive } from './serve-chaos.fixture.ts';

/** `HITL_CHAOS_RUNS=500 pnpm test:unit serve-chaos` for the long form. */
const runs = Number(process.env['HITL_CHAOS_RUNS'] ?? 40);

test(`three servers on one PostgreSQL, ${runs} questions answered twice, instances killed at random: effects = approvals`, async () => {
  const { url } = await freshDatabase();
  await survive({ runs, instances: 3, killEveryMs: 1500, store: () => url });
}, 600_000);

test('the same with clocks ten minutes apart and a database that drops every connection and is down for five seconds', async () => {
  const { url, shut, open } = await freshDatabase();
  await survive({
    runs,
    instances: 3,
    killEveryMs: 4000,
    skewsMs: [600_000, -600_000, 0],
    store: () => url,
    // Listeners are lost with the connections: no notification gets through.
    async disturb(over) {
      while (!over.aborted) {
        await sleep(3000);
        await shut();
        await sleep(5000);
        await open();
      }
    },
  });
}, 600_000);
