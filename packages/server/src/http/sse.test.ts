import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { expect, test } from 'vitest';
import type { Frame, FrameReader, FrameStream } from '../streams/feed.ts';
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

/** A source of frames that the test pushes one at a time, to readers that are not full. */
function createSource(): FrameStream & {
  push: (data: string) => void;
  end: (error?: unknown) => void;
  /** How often it was followed, and by how many readers now. */
  readonly opened: number;
  readonly readers: number;
} {
  const frames: Frame[] = [];
  const readers = new Map<FrameReader, { at: number; full: boolean }>();
  let opened = 0;

  function deliver(): void {
    for (const [reader, place] of readers) {
      for (let frame = frames[place.at]; frame !== undefined && !place.full;) {
        place.at += 1;
        place.full = !reader.take(frame);
        frame = frames[place.at];
      }
    }
  }

  return {
    follow(reader) {
      const place = { at: 0, full: false };
      opened += 1;
      readers.set(reader, place);
      return {
        resume() {
          place.full = false;
          queueMicrotask(deliver);
        },
        stop: () => void readers.delete(reader),
      };
    },
    [Symbol.asyncIterator]() {
      throw new Error('it is followed, not iterated');
    },
    push(data) {
      frames.push({ id: null, type: 'e', data });
      deliver();
    },
    end(error) {
      for (const reader of readers.keys()) reader.end(error);
    },
    get opened() {
      return opened;
    },
    get readers() {
      return readers.size;
    },
  };
}

/** Lets all current work in this process finish. */
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

test('whatever is in a frame, a reader sees one event and no forged field', () => {
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

test('opens nothing before the first read', async () => {
  const { streams } = setUp();
  const source = createSource();
  const response = streams.respond(REQUEST, source);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(source.opened).toBe(0);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = text(reader);
  await turn();
  source.push('1');
  expect(await first).toBe('event: e\ndata: 1\n\n');
  expect(source.opened).toBe(1);
  await reader.cancel();
});

test('one timer beats for all streams, and stops with the last', async () => {
  const { streams, beat, timers } = setUp();
  const source = createSource();
  const readers = Array.from({ length: 3 }, () =>
    (streams.respond(REQUEST, source).body as ReadableStream<Uint8Array>).getReader(),
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

test('a web reader gets frames when it reads, and none is buffered for it', async () => {
  const { streams } = setUp();
  const taken: string[] = [];
  const source = createSource();
  const response = streams.respond(REQUEST, {
    ...source,
    follow: (reader) =>
      source.follow({
        take(frame) {
          taken.push(frame.data);
          return reader.take(frame);
        },
        end: (error) => reader.end(error),
      }),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = text(reader);
  await turn();
  for (let count = 1; count <= 10; count += 1) source.push(String(count));
  expect(await first).toContain('data: 1');
  // One frame for the read that is waiting, and one in the queue.
  expect(taken).toEqual(['1', '2']);
  for (let count = 2; count <= 10; count += 1) {
    expect(await text(reader)).toContain(`data: ${count}\n`);
  }
  await reader.cancel();
});

test('stops following when the reader cancels and when the request is aborted', async () => {
  for (const leave of ['cancel', 'abort'] as const) {
    const { streams, timers } = setUp();
    const hangUp = new AbortController();
    const request = new Request('http://x/', { signal: hangUp.signal });
    const source = createSource();
    const response = streams.respond(request, source);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = text(reader);
    await turn();
    source.push('1');
    await first;
    expect(source.readers).toBe(1);
    if (leave === 'cancel') await reader.cancel();
    else hangUp.abort();
    expect(source.readers).toBe(0);
    expect(timers()).toBe(0);
  }
});

test('tells readers to reconnect when it closes, including later ones', async () => {
  const { streams } = setUp();
  const source = createSource();
  const reader = (streams.respond(REQUEST, source).body as ReadableStream<Uint8Array>).getReader();
  const first = text(reader);
  await turn();
  source.push('1');
  await first;
  const last = text(reader);
  await turn();
  streams.close();
  expect(await last).toBe('retry: 1000\n\n');
  expect(await text(reader)).toBe(undefined);
  expect(await streams.respond(REQUEST, source).text()).toBe('retry: 1000\n\n');
});

test('a failed stream ends with an error event without an id', async () => {
  const { streams, errors } = setUp();
  const source = createSource();
  const whole = streams.respond(REQUEST, source).text();
  await turn();
  source.push('1');
  await turn();
  source.end(new Error('the "disk" is gone at /srv/secret'));
  const events = parsed(await whole);
  expect(events.map(({ event }) => event)).toEqual(['e', 'error']);
  expect(JSON.parse(events[1]?.data ?? '')).toMatchObject({
    type: 'error',
    data: { code: 'internal', error: expect.stringContaining('error_1') as string },
  });
  expect(events[1]?.data).not.toContain('secret');
  expect(errors).toHaveLength(1);
});

test('waits for a full sink, skips its heartbeats, and destroys it if it stays full', async () => {
  const { streams, beat } = setUp();
  const source = createSource();
  const start = takeEvents(streams.respond(REQUEST, source));
  const written: string[] = [];
  let full = false;
  let drain: (() => void) | undefined;
  let close: (() => void) | undefined;
  let destroyed = false;
  let ended = 0;
  start?.({
    write(bytes) {
      written.push(DECODER.decode(bytes));
      return !full;
    },
    on(event, listener) {
      if (event === 'drain') drain = listener;
      else close = listener;
    },
    end: () => (ended += 1),
    destroy() {
      destroyed = true;
      close?.();
    },
  });
  full = true;
  source.push('1');
  source.push('2');
  beat();
  expect(written).toEqual(['event: e\ndata: 1\n\n']);
  full = false;
  drain?.();
  await turn();
  beat();
  expect(written.slice(1)).toEqual(['event: e\ndata: 2\n\n', ':\n\n']);
  full = true;
  source.push('3');
  for (let count = 0; count < 2; count += 1) beat();
  expect(destroyed).toBe(false);
  beat();
  expect(destroyed).toBe(true);
  expect(written).toHaveLength(4);
  expect(source.readers).toBe(0);
  expect(ended).toBe(1);
});
