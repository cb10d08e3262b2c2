import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import { completeLimits } from './limits.ts';
import { createQuota } from './quota.ts';

/** A quota of 10 pending requests, of which some are pending. */
function quotaOf(pending: number) {
  const counts = { reads: 0 };
  const store = {
    ...createMemoryStore(),
    countPending: async () => {
      counts.reads += 1;
      return pending;
    },
  };
  return { counts, quota: createQuota(store, completeLimits({ pendingPerUser: 10 })) };
}

test('pending requests are not counted for each call, far from the limit', async () => {
  const { counts, quota } = quotaOf(1);
  for (let call = 0; call < 4; call += 1) {
    expect(await quota.tooManyPending('default', 'ada', 0)).toBeUndefined();
  }
  expect(counts.reads).toBe(1);
  // With these four, half of the limit is reached.
  await quota.tooManyPending('default', 'ada', 0);
  expect(counts.reads).toBe(2);
  await quota.tooManyPending('default', 'ben', 0);
  expect(counts.reads).toBe(3);
});

test('near the limit, they are counted for each call', async () => {
  const { counts, quota } = quotaOf(9);
  expect(await quota.tooManyPending('default', 'ada', 0)).toBeUndefined();
  expect(await quota.tooManyPending('default', 'ada', 1)).toBe(
    'Too many requests of this user are pending (10)',
  );
  expect(counts.reads).toBe(2);
});
