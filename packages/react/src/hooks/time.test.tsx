import { TEST_TIME, testTime } from '@hitl/protocol/testing';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HitlTestProvider } from '../testing.tsx';
import '../internal/testing.fixture.tsx';
import { useCountdown } from './use-countdown.ts';
import { useOverdue } from './use-overdue.ts';
import { useTimeLeft } from './use-time-left.ts';

let at = TEST_TIME;

beforeEach(() => {
  vi.useFakeTimers();
  at = TEST_TIME;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads a hook with a clock at `at`, and counts its renders. */
function read<T>(hook: () => T) {
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return hook();
    },
    {
      wrapper: ({ children }) => (
        <HitlTestProvider now={() => at} locale="en">
          {children}
        </HitlTestProvider>
      ),
    },
  );
  return { now: () => result.current, renders: () => renders };
}

function pass(seconds: number): void {
  at += seconds * 1000;
  act(() => void vi.advanceTimersByTime(1000));
}

test('counts down in words, and renders only when they change', () => {
  const left = read(() => useTimeLeft(testTime(600), testTime()));
  expect(left.now()).toEqual({ words: '10 min', urgent: false });
  const before = left.renders();
  for (let second = 0; second < 20; second += 1) pass(1);
  expect(left.renders()).toBe(before);
  pass(60);
  expect(left.now()).toEqual({ words: '9 min', urgent: false });
  expect(left.renders()).toBe(before + 1);
});

test('is urgent in the last tenth, at most a minute and at least ten seconds before the end', () => {
  const day = read(() => useTimeLeft(testTime(86_400), testTime()));
  const short = read(() => useTimeLeft(testTime(30), testTime()));
  pass(19);
  expect(short.now()).toEqual({ words: '11 sec', urgent: false });
  pass(1);
  expect(short.now()).toEqual({ words: '10 sec', urgent: true });
  pass(86_400 - 20 - 61);
  expect(day.now()?.urgent).toBe(false);
  pass(1);
  expect(day.now()).toEqual({ words: '1 min', urgent: true });
});

test('updates each second for a custom countdown', () => {
  const countdown = read(() => useCountdown(testTime(600), testTime()));
  pass(1);
  expect(countdown.now()).toEqual({ seconds: 599, urgent: false });
  pass(700);
  expect(countdown.now()).toEqual({ seconds: 0, urgent: true });
});

test('is overdue at the end and not before, with one render', () => {
  const overdue = read(() => useOverdue(testTime(30)));
  pass(29);
  expect(overdue.now()).toBe(false);
  const before = overdue.renders();
  pass(1);
  pass(1);
  expect(overdue.now()).toBe(true);
  expect(overdue.renders()).toBe(before + 1);
});

test('never ends without a valid time', () => {
  for (const time of [undefined, 'soon']) {
    expect(read(() => useTimeLeft(time, testTime())).now()).toBeNull();
    expect(read(() => useCountdown(time)).now()).toBeNull();
    expect(read(() => useOverdue(time)).now()).toBe(false);
  }
});

test('uses one timer for the page, and none without listeners', () => {
  const first = renderHook(() => useOverdue(testTime(30)));
  const second = renderHook(() => useOverdue(testTime(30)));
  expect(vi.getTimerCount()).toBe(1);
  first.unmount();
  second.unmount();
  expect(vi.getTimerCount()).toBe(0);
});
