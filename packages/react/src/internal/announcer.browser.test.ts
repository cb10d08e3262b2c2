import { expect, test, vi } from 'vitest';
import { announce } from './announcer.ts';

const region = () => document.querySelector('[data-hitl-part="announcer"]')?.textContent;

test('once the page’s content is replaced, only what comes afterwards is announced', async () => {
  announce('a', 'A');
  document.body.replaceChildren();
  announce('b', 'B');
  announce('b', 'B');
  await expect.poll(region).toBe('B');
  announce('a', 'A');
  await expect.poll(region).toBe('A');
});

test('a text is removed after a while, so that it is not found at the end of the page later', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  announce('first', 'First');
  vi.advanceTimersByTime(150);
  expect(region()).toBe('First');
  vi.advanceTimersByTime(6000);
  announce('second', 'Second');
  vi.advanceTimersByTime(150);
  expect(region()).toBe('Second');
  vi.advanceTimersByTime(6999);
  expect(region()).toBe('Second');
  vi.advanceTimersByTime(1);
  expect(region()).toBe('');
});
