import { join } from 'node:path';
import { test } from 'vitest';
import { survive } from './serve-chaos.fixture.ts';

/** `HITL_CHAOS_RUNS=500 pnpm test:unit serve-chaos` for the long form. */
const runs = Number(process.env['HITL_CHAOS_RUNS'] ?? 40);

test(
  `three servers on one SQLite file, ${runs} questions answered twice, instances killed at random: effects = approvals`,
  () =>
    survive({
      runs,
      instances: 3,
      killEveryMs: 1500,
      store: (folder) => `sqlite:${join(folder, 'chaos.db')}`,
    }),
  600_000,
);
