import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardTypedAhead, SETTLE_MS } from './typed-ahead.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const flushed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('drops what was typed before and for 200 ms after, and leaves what comes then', async () => {
  const stdin = new PassThrough();
  stdin.write('yes\r');
  const dropped = discardTypedAhead(stdin, new AbortController().signal, () => undefined);
  await flushed();
  vi.advanceTimersByTime(SETTLE_MS - 1);
  stdin.write('yes\r');
  await flushed();
  vi.advanceTimersByTime(1);
  await dropped;
  stdin.write('no\r');
  expect(String(stdin.read())).toBe('no\r');
});

test('still takes Ctrl+C', async () => {
  const stdin = new PassThrough();
  const interrupt = vi.fn<() => void>();
  const dropped = discardTypedAhead(stdin, new AbortController().signal, interrupt);
  stdin.write('yes\u0003');
  await flushed();
  expect(interrupt).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(SETTLE_MS);
  await dropped;
});

test('gives up with the reason of the signal, and the terminal as it was', async () => {
  const stdin = Object.assign(new PassThrough(), { setRawMode: vi.fn<(raw: boolean) => void>() });
  const controller = new AbortController();
  const dropped = discardTypedAhead(stdin, controller.signal, () => undefined);
  controller.abort(new Error('enough'));
  await expect(dropped).rejects.toThrow('enough');
  expect(stdin.setRawMode).toHaveBeenLastCalledWith(false);
  expect(stdin.listenerCount('data')).toBe(0);
});
