import { systemEvery, type Every } from '../base/every.ts';
import { UNLIMITED_STREAMS, type StreamSlots } from './caller-limits.ts';
import type { Following, Frame, FrameReader, FrameStream } from '../streams/feed.ts';

/** Destination of a stream's bytes, such as Node's `ServerResponse`. */
export interface EventSink {
  /** Writes bytes. `false`: too much is unsent; wait for `drain` before the next write. */
  write(bytes: Uint8Array): boolean;
  /** `drain`: more can be written. `close`: nothing more can be written, whichever side ended it. */
  on(event: 'drain' | 'close', listener: () => void): unknown;
  end(): unknown;
  /** Ends without sending what is unsent. */
  destroy(): unknown;
}

/** Dependencies of event streams. */
export interface EventStreamOptions {
  /** Called with the error that broke a stream; returns the error id for the reader. */
  readonly onError: (error: unknown) => string;
  /** Clock for heartbeats and for `mayRead`. */
  readonly every?: Every;
}

/** All event streams of a server. */
export interface EventStreams {
  /**
   * Responds with the frames; they are read once the response is read, until either side ends.
   * `mayRead` is asked every 60 seconds; the stream ends when it resolves to false or fails.
   */
  respond(request: Request, frames: FrameStream, slots?: StreamSlots, mayRead?: MayRead): Response;
  /** Ends all streams, telling their readers to reconnect later. */
  close(): void;
}

/** Whether the reader of a stream still has access. Default: always. */
export type MayRead = () => Promise<boolean>;

const HEARTBEAT_MS = 15_000;

/** The longest time that a stream continues after its reader lost access. */
const RECHECK_MS = 60_000;

/** After this many heartbeats without accepting data, a stream's reader is considered lost. */
const MAX_STALLS = 2;

const ENCODER = new TextEncoder();
const HEARTBEAT = ENCODER.encode(':\n\n');
const RETRY = ENCODER.encode('retry: 1000\n\n');

/** Each frame is encoded once for all readers. */
const ENCODED = new WeakMap<Frame, Uint8Array>();

/**
 * A frame as bytes: `id`, `event` and `data`, one line each. A frame is always exactly one event:
 * an id or a type with a line break is left out, a line break in the data becomes a space.
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
 * Takes the events of a response, to write them without using its body. `undefined`: it is not a
 * HITL event stream.
 */
export function takeEvents(response: Response): StartEvents | undefined {
  const start = EVENTS.get(response);
  EVENTS.delete(response);
  return start;
}

/** A stream being written. A class, because there may be thousands. */
class Live implements FrameReader {
  readonly sink: EventSink;
  private readonly streams: Streams;
  private readonly slots: StreamSlots;
  private readonly mayRead: MayRead | undefined;
  private following: Following | undefined;
  /** Whether too much is unsent; `undefined` until it first was. */
  private full: boolean | undefined;
  /** Heartbeats since then. */
  private stalls = 0;

  constructor(
    sink: EventSink,
    streams: Streams,
    frames: FrameStream,
    slots: StreamSlots,
    mayRead: MayRead | undefined,
  ) {
    this.sink = sink;
    this.streams = streams;
    this.slots = slots;
    this.mayRead = mayRead;
    this.following = frames.follow(this);
    sink.on('close', () => this.stop());
  }

  take(frame: Frame): boolean {
    return this.write(encodeFrame(frame));
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      this.sink.write(encodeFrame(brokenFrame(this.streams.onError(error))));
    }
    this.stop();
  }

  /** Sends a heartbeat, unless the reader has been stalled for too long. */
  beat(): void {
    if (this.full !== true) this.write(HEARTBEAT);
    else if (this.stalls < MAX_STALLS) this.stalls += 1;
    else this.sink.destroy();
  }

  /** Ends if the reader has lost access. */
  async recheck(): Promise<void> {
    const mayRead = await this.mayRead?.().catch(() => false);
    if (mayRead === false) this.stop();
  }

  stop(): void {
    if (this.following === undefined) return;
    this.following.stop();
    this.following = undefined;
    this.streams.leave(this);
    this.slots.close();
    this.sink.end();
  }

  private write(bytes: Uint8Array): boolean {
    if (this.sink.write(bytes)) return true;
    if (this.full === undefined) this.sink.on('drain', () => this.resume());
    this.full = true;
    return false;
  }

  private resume(): void {
    this.full = false;
    this.stalls = 0;
    this.following?.resume();
  }
}

/** State shared by all streams. */
interface Streams {
  readonly onError: (error: unknown) => string;
  leave(live: Live): void;
}

export function createEventStreams(options: EventStreamOptions): EventStreams {
  const { onError, every = systemEvery } = options;
  const open = new Set<Live>();
  let stopHeartbeats: (() => void) | undefined;
  let stopRechecks: (() => void) | undefined;
  let closed = false;

  const streams: Streams = {
    onError,
    leave(live) {
      open.delete(live);
      if (open.size > 0) return;
      stopHeartbeats?.();
      stopRechecks?.();
      stopHeartbeats = stopRechecks = undefined;
    },
  };

  function start(
    sink: EventSink,
    frames: FrameStream,
    slots: StreamSlots,
    mayRead: MayRead | undefined,
  ): void {
    // Streams requested at the same moment: those beyond the limit are refused here.
    if (closed || !slots.open()) {
      sink.write(RETRY);
      sink.end();
      return;
    }
    open.add(new Live(sink, streams, frames, slots, mayRead));
    // One timer for all streams, and one for all whose readers may lose access.
    stopHeartbeats ??= every(HEARTBEAT_MS, () => {
      for (const live of open) live.beat();
    });
    if (mayRead === undefined) return;
    stopRechecks ??= every(RECHECK_MS, async () => {
      await Promise.all(Array.from(open, (live) => live.recheck()));
    });
  }

  return {
    respond({ signal }, frames, slots = UNLIMITED_STREAMS, mayRead) {
      const begin = (sink: EventSink): void => start(sink, frames, slots, mayRead);
      const response = new Response(bodyOf(begin, signal), {
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      });
      EVENTS.set(response, begin);
      return response;
    },
    close() {
      closed = true;
      for (const live of open) {
        live.sink.write(RETRY);
        live.stop();
      }
    },
  };
}

/** The last event of a broken stream: it has no id, so that resuming misses nothing. */
function brokenFrame(errorId: string): Frame {
  const error = `The stream failed. See ${errorId} in the server’s log.`;
  return {
    id: null,
    type: 'error',
    data: JSON.stringify({ type: 'error', data: { error, code: 'internal' } }),
  };
}

/** The events as a web stream. It starts with the first read, and is written as fast as it is read. */
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
            // Negative: data is waiting to be read.
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
            if (!ended) controller.error(new Error('The reader accepted no data for too long.'));
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
