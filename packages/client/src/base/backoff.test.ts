import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BASE_MS, clampRetry, parseRetryAfter, retryDelay } from './backoff.ts';

test('a delay is between zero and the doubled base, and at most 30 seconds', () => {
  const highest = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => retryDelay(attempt, BASE_MS, () => 1));
  expect(highest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(retryDelay(5, BASE_MS, () => 0)).toBe(0);
  expect(retryDelay(3, BASE_MS, () => 0.25)).toBe(2000);
});

test('a base above the cap is used, because the server asked for it', () => {
  expect(retryDelay(4, 60_000, () => 1)).toBe(60_000);
});

test('retry is clamped to 0.1 to 60 seconds', () => {
  expect([0, 99, 100, 5000, 60_000, 1e12].map(clampRetry)).toEqual([
    100, 100, 100, 5000, 60_000, 60_000,
  ]);
});

test('Retry-After is a number of seconds or a date, capped at an hour', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const read = (value: string | null): number | undefined => parseRetryAfter(value, now);
  expect(read('3')).toBe(3000);
  expect(read('0')).toBe(0);
  expect(read('-5')).toBe(0);
  expect(read('999999')).toBe(3_600_000);
  expect(read('Thu, 01 Jan 2026 00:00:10 GMT')).toBe(10_000);
  expect(read('Wed, 31 Dec 2025 00:00:10 GMT')).toBe(0);
  expect([read(null), read(''), read('soon')]).toEqual([undefined, undefined, undefined]);
});

test('5,000 clients that lost one server reconnect spread over more than ten seconds', () => {
  // Mulberry32: small, seeded, and uniform enough.
  let state = 20_261_101;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const back = 20_000;
  const arrivals = Array.from({ length: 5000 }, () => {
    let time = 0;
    for (let attempt = 0; time < back; attempt += 1) time += retryDelay(attempt, BASE_MS, random);
    return time - back;
  });
  const busiest = Math.max(
    ...Array.from(
      { length: 30 },
      (_, second) => arrivals.filter((at) => Math.floor(at / 1000) === second).length,
    ),
  );
  expect(Math.max(...arrivals)).toBeGreaterThan(10_000);
  expect(busiest).toBeLessThan(1000);
});

test('every delay lies within its bounds', () => {
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.integer({ min: -10, max: 1e9 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, asked, random) => {
        const base = clampRetry(asked);
        const delay = retryDelay(attempt, base, () => random);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThanOrEqual(Math.max(30_000, base));
      },
    ),
  );
});
