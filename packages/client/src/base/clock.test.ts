import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createServerClock } from './clock.ts';
import { createFakeClock } from '../testing/fake-clock.ts';

const START = Date.parse('2026-01-01T00:00:00.500Z');
const httpDate = (time: number): string => new Date(time).toUTCString();

test('a clock that may be right is not corrected', () => {
  const clock = createFakeClock(START);
  const server = createServerClock(clock);
  server.observe(START - 40, httpDate(START));
  expect(server.now()).toBe(START);
});

test('a clock that is an hour behind is corrected to within a second', () => {
  const clock = createFakeClock(START);
  const server = createServerClock(clock);
  server.observe(clock.now(), httpDate(START + 3_600_000));
  expect(Math.abs(server.now() - (START + 3_600_000))).toBeLessThanOrEqual(1000);
});

test('a response without a valid date is ignored', () => {
  const clock = createFakeClock(START);
  const server = createServerClock(clock);
  server.observe(START, null);
  server.observe(START, 'yesterday');
  expect(server.now()).toBe(START);
});

test("a change of the machine's clock is detected", () => {
  const clock = createFakeClock(START);
  const server = createServerClock(clock);
  server.observe(START, httpDate(START));
  server.observe(START, httpDate(START - 600_000));
  expect(Math.abs(server.now() - (START - 600_000))).toBeLessThanOrEqual(1000);
});

test('the error never exceeds a second plus the shortest round trip', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e7, max: 1e7 }),
      fc.array(fc.record({ pause: fc.nat(5000), there: fc.nat(300), back: fc.nat(300) }), {
        minLength: 1,
        maxLength: 20,
      }),
      (offset, exchanges) => {
        const clock = createFakeClock(START);
        const server = createServerClock(clock);
        let shortest = Infinity;
        for (const { pause, there, back } of exchanges) {
          clock.advance(pause);
          const sentAt = clock.now();
          clock.advance(there);
          const date = httpDate(clock.now() + offset);
          clock.advance(back);
          server.observe(sentAt, date);
          shortest = Math.min(shortest, there + back);
          const error = Math.abs(server.now() - (clock.now() + offset));
          expect(error).toBeLessThanOrEqual(1000 + shortest);
        }
      },
    ),
  );
});
