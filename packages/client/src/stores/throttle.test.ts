import { expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';
import { createFakeClock } from '../testing/fake-clock.ts';

test('runs the first function immediately, and the last of the following ones after the delay', () => {
  const clock = createFakeClock();
  const throttled = throttle(clock, 1000);
  const ran = vi.fn<(what: string) => void>();
  for (const what of ['a', 'b', 'c']) throttled(() => ran(what));
  expect(ran.mock.calls).toEqual([['a']]);
  clock.advance(1000);
  expect(ran.mock.calls).toEqual([['a'], ['c']]);
  throttled(() => ran('d'));
  expect(ran).toHaveBeenCalledTimes(2);
  clock.advance(1000);
  expect(ran).toHaveBeenCalledTimes(3);
  clock.advance(1000);
  expect(clock.timers).toBe(0);
  throttled(() => ran('e'));
  expect(ran).toHaveBeenCalledTimes(4);
});

test('runs no delayed function after a cancel', () => {
  const clock = createFakeClock();
  const rarely = throttle(clock, 1000);
  const late = vi.fn<() => void>();
  rarely(() => {});
  rarely(late);
  rarely.cancel();
  clock.advance(5000);
  expect(late).not.toHaveBeenCalled();
});
