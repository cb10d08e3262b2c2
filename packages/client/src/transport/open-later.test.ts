import { expect, test, vi } from 'vitest';
import type { Connection } from '../base/connection.ts';
import type { EventStreamOptions } from './event-stream.ts';
import { openLater } from './open-later.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import type { FrameSink } from './transport.ts';

type Streams = typeof import('./event-stream.ts');

function setUp() {
  const clock = createFakeClock();
  const connections: Connection[] = [];
  const options: EventStreamOptions = {
    connect: () => new Promise(() => {}),
    clock,
    random: () => 0.5,
    maxEventSize: 1000,
  };
  const sink: FrameSink = {
    position: { seen: new Map() },
    onFrame: () => true,
    onBatch() {},
    onConnection: (connection) => connections.push(connection),
    onError() {},
    isDone: () => false,
  };
  const handle = { close: vi.fn(), wake: vi.fn() };
  const opened = vi.fn<Streams['openEventStream']>((_, reader) => {
    reader.onConnection({ status: 'connecting' });
    reader.onConnection({ status: 'open' });
    return handle;
  });
  const load = vi.fn(async () => ({ openEventStream: opened }));
  const statuses = () => connections.map(({ status }) => status);
  return { clock, options, sink, handle, opened, load, connections, statuses };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('says at once that it connects, and once', async () => {
  const { options, sink, load, statuses } = setUp();
  openLater(options, sink, load);
  expect(statuses()).toEqual(['connecting']);
  await settled();
  expect(statuses()).toEqual(['connecting', 'open']);
});

test('passes on that it is closed or shall not wait', async () => {
  const { options, sink, load, handle } = setUp();
  const stream = openLater(options, sink, load);
  await settled();
  stream.wake();
  stream.close();
  expect(handle.wake).toHaveBeenCalledOnce();
  expect(handle.close).toHaveBeenCalledOnce();
});

test('opens nothing when it was closed while its code was on the way', async () => {
  const { options, sink, load, opened, statuses } = setUp();
  openLater(options, sink, load).close();
  await settled();
  expect(opened).not.toHaveBeenCalled();
  expect(statuses()).toEqual(['connecting']);
});

test('is offline while its code cannot be loaded, and tries again', async () => {
  const { clock, options, sink, load, connections, statuses } = setUp();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  openLater(options, sink, load);
  await settled();
  expect(connections.at(-1)).toMatchObject({
    status: 'offline',
    error: { code: 'network' },
    retryInMs: 500,
  });
  clock.advance(500);
  await settled();
  expect(statuses()).toEqual(['connecting', 'offline', 'open']);
});

test('does not sit out its delay when it is woken, and tries once', async () => {
  const { clock, options, sink, load, statuses } = setUp();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const stream = openLater(options, sink, load);
  await settled();
  stream.wake();
  clock.advance(60_000);
  await settled();
  expect(load).toHaveBeenCalledTimes(2);
  expect(statuses()).toEqual(['connecting', 'offline', 'open']);
});

test('stops trying when it is closed', async () => {
  const { clock, options, sink, load } = setUp();
  load.mockRejectedValue(new TypeError('Failed to fetch'));
  const stream = openLater(options, sink, load);
  await settled();
  stream.close();
  clock.advance(60_000);
  await settled();
  expect(load).toHaveBeenCalledOnce();
});
