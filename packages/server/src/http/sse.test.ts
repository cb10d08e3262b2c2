import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { expect, test } from 'vitest';
import type { Frame } from '../bus/feed.ts';
import { createEventStreams, encodeFrame, takeEvents, type EventStreams } from './sse.ts';

const DECODER = new TextDecoder();
const REQUEST = new Request('http://x/');

function parsed(stream: string): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  parser.feed(stream);
  return events;
}

function setUp(): {
  streams: EventStreams;
  beat: () => void;
  timers: () => number;
  errors: unknown[];
} {
  const errors: unknown[] = [];
  const beats = new Set<() => void | Promise<void>>();
  const streams = createEventStreams({
    onError: (error) => {
      errors.push(error);
      return 'error_1';
    },
    every: (interval, tick) => {
      expect(interval).toBe(15_000);
      beats.add(tick);
      return () => void beats.delete(tick);
    },
  });
  const beat = (): void => {
    for (const each of beats) void each();
  };
  return { streams, beat, timers: () => beats.size, errors };
}

/** Frames that come when the test pushes them; the stream ends with its signal. */
function createSource(): {
  open: (signal: AbortSignal) => AsyncIterable<Frame>;
  push: (data: string) => void;
  opened: () => number;
} {
  const frames: Frame[] = [];
  const sleepers = new Set<() => void>();
  let opened = 0;
  const wake = (): void => {
    for (const resolve of sleepers) resolve();
    sleepers.clear();
  };
  return {
    async *open(signal) {
      opened += 1;
      signal.addEventListener('abort', wake);
      for (let at = 0; !signal.aborted;) {
        const frame = frames[at];
        if (frame === undefined) {
          await new Promise<void>((resolve) => sleepers.add(resolve));
        } else {
          at += 1;
          yield frame;
        }
      }
    },
    push(data) {
      frames.push({ id: null, type: 'e', data });
      wake();
    },
    opened: () => opened,
  };
}

/** Lets everything happen that waits for nothing from outside. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function text(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | undefined> {
  const { value } = await reader.read();
  return value === undefined ? undefined : DECODER.decode(value);
}

test('writes a frame as one event on three lines, and encodes it once', () => {
  const frame = { id: '7', type: 'run_paused', data: '{"a":1}' };
  const bytes = encodeFrame(frame);
  expect(DECODER.decode(bytes)).toBe('id: 7\nevent: run_paused\ndata: {"a":1}\n\n');
  expect(encodeFrame(frame)).toBe(bytes);
  expect(DECODER.decode(encodeFrame({ ...frame, id: null }))).toBe(
    'event: run_paused\ndata: {"a":1}\n\n',
  );
});

test('whatever is in a frame, a reader sees one event and no forged field (RELIABILITY B2 34)', () => {
  const payloads = ['\n', '\r', '\r\n', '\n\n', '\0', '\u2028', '\u2029', '\u0085', '\n\nevent: x'];
  const forged = payloads.flatMap((payload) => [
    { id: `1${payload}data: forged`, type: 'ok', data: '{}' },
    { id: '1', type: `ok${payload}data: forged`, data: '{}' },
    { id: '1', type: 'ok', data: `{"a":1,${payload}"b":2}` },
    { id: '1', type: 'ok', data: `{}${payload}data: forged${payload}${payload}event: forged` },
  ]);
  for (const frame of forged) {
    const events = parsed(DECODER.decode(encodeFrame(frame)));
    expect(events, JSON.stringify(frame)).toHaveLength(1);
    expect(events[0]?.event === 'forged' || events[0]?.data === 'forged').toBe(false);
  }
});

test('opens nothing before somebody reads', async () => {
  const { streams } = setUp();
  const source = createSource();
  const response = streams.respond(REQUEST, source.open);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(source.opened()).toBe(0);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = text(reader);
  source.push('1');
  expect(await first).toBe('event: e\ndata: 1\n\n');
  expect(source.opened()).toBe(1);
  await reader.cancel();
});

test('one timer beats for all streams, and stops with the last', async () => {
  const { streams, beat, timers } = setUp();
  const source = createSource();
  const readers = Array.from({ length: 3 }, () =>
    (streams.respond(REQUEST, source.open).body as ReadableStream<Uint8Array>).getReader(),
  );
  const firsts = readers.map((reader) => text(reader));
  await turn();
  beat();
  expect(await Promise.all(firsts)).toEqual([':\n\n', ':\n\n', ':\n\n']);
  expect(timers()).toBe(1);
  await Promise.all(readers.map((reader) => reader.cancel()));
  await turn();
  expect(timers()).toBe(0);
});

test('a web reader gets frames as it asks for them, and none is kept for it', async () => {
  const { streams } = setUp();
  let pulled = 0;
  const response = streams.respond(REQUEST, async function* () {
    for (;;) {
      pulled += 1;
      yield await Promise.resolve({ id: null, type: 'e', data: String(pulled) });
    }
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(await text(reader)).toContain('data: 1');
  expect(await text(reader)).toContain('data: 2');
  await turn();
  expect(pulled).toBeLessThanOrEqual(4);
  await reader.cancel();
});

test('lets its frames go when the reader cancels and when the request is aborted', async () => {
  const { streams } = setUp();
  const hangUp = new AbortController();
  for (const leave of ['cancel', 'abort'] as const) {
    const request = new Request('http://x/', { signal: hangUp.signal });
    let gone: (() => void) | undefined;
    const left = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const source = createSource();
    const response = streams.respond(request, async function* (signal) {
      try {
        yield* source.open(signal);
      } finally {
        gone?.();
      }
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = text(reader);
    source.push('1');
    await first;
    if (leave === 'cancel') await reader.cancel();
    else hangUp.abort();
    await left;
  }
});

test('tells readers to come back when it closes, also those who come later', async () => {
  const { streams } = setUp();
  const source = createSource();
  const reader = (
    streams.respond(REQUEST, source.open).body as ReadableStream<Uint8Array>
  ).getReader();
  const first = text(reader);
  source.push('1');
  await first;
  const last = text(reader);
  streams.close();
  expect(await last).toBe('retry: 1000\n\n');
  expect(await text(reader)).toBe(undefined);
  expect(await streams.respond(REQUEST, source.open).text()).toBe('retry: 1000\n\n');
});

test('a stream that breaks says so with an error event that has no id (REQ-000-52)', async () => {
  const { streams, errors } = setUp();
  const response = streams.respond(REQUEST, async function* () {
    yield await Promise.resolve({ id: '1', type: 'e', data: '1' });
    throw new Error('the "disk" is gone at /srv/secret');
  });
  const events = parsed(await response.text());
  expect(events.map(({ event }) => event)).toEqual(['e', 'error']);
  expect(JSON.parse(events[1]?.data ?? '')).toMatchObject({
    type: 'error',
    data: { code: 'internal', error: expect.stringContaining('error_1') as string },
  });
  expect(events[1]?.data).not.toContain('secret');
  expect(errors).toHaveLength(1);
});

test('waits for a sink that is full, skips its heartbeats, and drops it when it stays full', async () => {
  const { streams, beat } = setUp();
  const source = createSource();
  const start = takeEvents(streams.respond(REQUEST, source.open));
  const written: string[] = [];
  let full = false;
  let drain: (() => void) | undefined;
  let close: (() => void) | undefined;
  let destroyed = false;
  let ended: (() => void) | undefined;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  start?.({
    write(bytes) {
      written.push(DECODER.decode(bytes));
      return !full;
    },
    on(event, listener) {
      if (event === 'drain') drain = listener;
      else close = listener;
    },
    end: () => ended?.(),
    destroy() {
      destroyed = true;
      close?.();
    },
  });
  full = true;
  source.push('1');
  await turn();
  source.push('2');
  await turn();
  beat();
  expect(written).toEqual(['event: e\ndata: 1\n\n']);
  full = false;
  drain?.();
  await turn();
  beat();
  expect(written.slice(1)).toEqual(['event: e\ndata: 2\n\n', ':\n\n']);
  full = true;
  source.push('3');
  await turn();
  for (let count = 0; count < 2; count += 1) beat();
  expect(destroyed).toBe(false);
  beat();
  expect(destroyed).toBe(true);
  await end;
  expect(written).toHaveLength(4);
});
