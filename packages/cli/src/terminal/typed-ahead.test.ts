import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardTypedAhead, SETTLE_MS } from './typed-ahead.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const flushed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('discards what was typed before and within 200 ms, and keeps what follows', async () => {
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

test('still handles Ctrl+C', async () => {
  const stdin = new PassThrough();
  const interrupt = vi.fn<() => void>();
  const dropped = discardTypedAhead(stdin, new AbortController().signal, interrupt);
  stdin.write('yes\u0003');
  await flushed();
  expect(interrupt).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(SETTLE_MS);
  await dropped;
});

test('rejects with the reason of the signal, and restores the terminal', async () => {
  const stdin = Object.assign(new PassThrough(), { setRawMode: vi.fn<(raw: boolean) => void>() });
  const controller = new AbortController();
  const dropped = discardTypedAhead(stdin, controller.signal, () => undefined);
  controller.abort(new Error('enough'));
  await expect(dropped).rejects.toThrow('enough');
  expect(stdin.setRawMode).toHaveBeenLastCalledWith(false);
  expect(stdin.listenerCount('data')).toBe(0);
});
