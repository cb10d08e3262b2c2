import { systemEvery, type Every } from '../bus/feed/every.ts';
import type { Frame } from '../bus/feed.ts';

/** Where the bytes of a stream go. Node's `ServerResponse` is one. */
export interface EventSink {
  /** `false`: enough is unsent; wait for `drain` before the next write. */
  write(bytes: Uint8Array): boolean;
  /** `drain`: more can be written. `close`: nothing more can, whoever ended it. */
  on(event: 'drain' | 'close', listener: () => void): unknown;
  end(): unknown;
  /** Ends without sending what is unsent. */
  destroy(): unknown;
}

/** What event streams need of their server. */
export interface EventStreamOptions {
  /** Told why a stream broke; returns the id under which the reader is told. */
  readonly onError: (error: unknown) => string;
  /** The clock of the heartbeats. */
  readonly every?: Every;
}

/** All event streams of a server. */
export interface EventStreams {
  /** Opens the frames when somebody begins to read, and lets them go when the reader is gone. */
  respond(request: Request, open: (signal: AbortSignal) => AsyncIterable<Frame>): Response;
  /** Ends all streams, telling their readers to come back later. */
  close(): void;
}

const HEARTBEAT_MS = 15_000;

/** A stream that took nothing for so many heartbeats has no reader any more. */
const MAX_STALLS = 2;

const ENCODER = new TextEncoder();
const HEARTBEAT = ENCODER.encode(':\n\n');
const RETRY = ENCODER.encode('retry: 1000\n\n');

/** Each frame is encoded once, for all who read it. */
const ENCODED = new WeakMap<Frame, Uint8Array>();

/**
 * A frame as bytes: `id`, `event` and `data`, one line each. Whatever is in a frame, it is one
 * event: an id or a type with a line break is left out, one in the data becomes a blank.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function encodeFrame(frame: Frame): Uint8Array {
  const known = ENCODED.get(frame);
  if (known !== undefined) return known;
  const { id, type, data } = frame;
  const idLine = id === null || /[\0\r\n]/.test(id) ? '' : `id: ${id}\n`;
  const eventLine = /[\r\n]/.test(type) ? '' : `event: ${type}\n`;
  const line = /[\r\n]/.test(data) ? data.replaceAll(/[\r\n]+/g, ' ') : data;
  const bytes = ENCODER.encode(`${idLine}${eventLine}data: ${line}\n\n`);
  ENCODED.set(frame, bytes);
  return bytes;
}

/** Writes the events of a response to a sink until either ends. */
export type StartEvents = (sink: EventSink) => void;

const EVENTS = new WeakMap<Response, StartEvents>();

/**
 * Takes the events out of a response, to be written without the detour over its body. `undefined`:
 * it is no event stream of ours.
 */
export function takeEvents(response: Response): StartEvents | undefined {
  const start = EVENTS.get(response);
  EVENTS.delete(response);
  return start;
}

interface Live {
  readonly sink: EventSink;
  readonly stop: AbortController;
  /** Resolves when its sink takes more; absent while it does. */
  blocked?: Promise<void> | undefined;
  /** Resolves `blocked`; set from the first time that it was needed. */
  resume?: (() => void) | undefined;
  /** Heartbeats since it was blocked. */
  stalls: number;
}

export function createEventStreams(options: EventStreamOptions): EventStreams {
  const { onError, every = systemEvery } = options;
  const streams = new Set<Live>();
  let stopHeartbeats: (() => void) | undefined;
  let closed = false;

  /** One timer for all streams. */
  function beat(): void {
    for (const live of streams) {
      if (live.blocked === undefined) send(live, HEARTBEAT);
      else if (live.stalls < MAX_STALLS) live.stalls += 1;
      else live.sink.destroy();
    }
  }

  async function pump(live: Live, frames: AsyncIterable<Frame>): Promise<void> {
    streams.add(live);
    stopHeartbeats ??= every(HEARTBEAT_MS, beat);
    try {
      for await (const frame of frames) {
        // Filled by the frame before, or by a heartbeat while this one was awaited.
        while (live.blocked !== undefined) await live.blocked;
        if (live.stop.signal.aborted) break;
        send(live, encodeFrame(frame));
      }
    } catch (error) {
      live.sink.write(encodeFrame(brokenFrame(onError(error))));
    } finally {
      streams.delete(live);
      if (streams.size === 0) {
        stopHeartbeats?.();
        stopHeartbeats = undefined;
      }
      live.sink.end();
    }
  }

  function start(sink: EventSink, open: (signal: AbortSignal) => AsyncIterable<Frame>): void {
    if (closed) {
      sink.write(RETRY);
      sink.end();
      return;
    }
    const live = createLive(sink);
    void pump(live, open(live.stop.signal));
  }

  return {
    respond({ signal }, open) {
      const begin = (sink: EventSink): void => start(sink, open);
      const response = new Response(bodyOf(begin, signal), {
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      });
      EVENTS.set(response, begin);
      return response;
    },
    close() {
      closed = true;
      for (const { sink, stop } of streams) {
        sink.write(RETRY);
        stop.abort();
      }
    },
  };
}

/** Apart, so that what a stream keeps for all its time holds nothing of the request it came from. */
function createLive(sink: EventSink): Live {
  const live: Live = { sink, stop: new AbortController(), stalls: 0 };
  sink.on('close', () => {
    live.stop.abort();
    live.resume?.();
  });
  return live;
}

function send(live: Live, bytes: Uint8Array): void {
  if (live.sink.write(bytes)) return;
  if (live.resume === undefined) live.sink.on('drain', () => live.resume?.());
  live.blocked = new Promise((resolve) => {
    live.resume = () => {
      live.blocked = undefined;
      live.stalls = 0;
      resolve();
    };
  });
}

/** What a reader is told when its stream broke: it has no id, so that resuming misses nothing. */
function brokenFrame(errorId: string): Frame {
  const error = `The stream broke in the server, whose log has it as ${errorId}.`;
  return {
    id: null,
    type: 'error',
    data: JSON.stringify({ type: 'error', data: { error, code: 'internal' } }),
  };
}

/** The events as a web stream. It begins with the first read, and is written as fast as it is read. */
function bodyOf(start: StartEvents, gone: AbortSignal): ReadableStream<Uint8Array> {
  const listeners: { drain?: () => void; close?: () => void } = {};
  let started = false;
  let ended = false;

  function close(): void {
    ended = true;
    gone.removeEventListener('abort', close);
    listeners.close?.();
  }

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (started) {
          listeners.drain?.();
          return;
        }
        started = true;
        gone.addEventListener('abort', close);
        start({
          write(bytes) {
            if (ended) return true;
            controller.enqueue(bytes);
            // Below zero: nobody has read it yet.
            return (controller.desiredSize ?? 0) >= 0;
          },
          on(event, listener) {
            listeners[event] = listener;
          },
          end() {
            if (!ended) controller.close();
            close();
          },
          destroy() {
            if (!ended) controller.error(new Error('The reader took nothing for too long.'));
            close();
          },
        });
        if (gone.aborted) close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
