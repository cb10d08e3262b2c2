import type { Clock } from '../base/clock.ts';
import { ClientError } from '../base/errors.ts';
import type { WebAbortController, WebResponse } from '../base/web-types.ts';
import { createSseParser, type SseFrame } from './sse-parser.ts';

/** The server sends a comment every 15 s; after three missed ones the connection counts as dead. */
const WATCHDOG_MS = 45_000;

/** The frames of one response, chunk after chunk: `while (feed(await next()))`. */
export interface FrameReader {
  readonly next: () => Promise<Chunk>;
  /**
   * Passes on the frames of a chunk; `false` at the end of the response. Throws the reason of an
   * abort, and `overflow` after the frames before a too large one.
   */
  readonly feed: (chunk: Chunk) => boolean;
}

/** Result of reading a body; no value at its end. */
export interface Chunk {
  readonly value?: Uint8Array | undefined;
}

/** Receiver of the frames of one response. */
export interface FrameHandlers {
  readonly onFrame: (frame: SseFrame) => void;
  /** A `retry:` field, in milliseconds. */
  readonly onRetry?: (milliseconds: number) => void;
  /** Something arrived, possibly only a comment. */
  readonly onHeard: () => void;
}

/**
 * Aborts a connection without data for 45 s. It ends with the controller's signal. Returns a
 * function to call when data arrives.
 */
export function watch(clock: Clock, controller: WebAbortController): () => void {
  let heardAt = clock.now();
  let cancel: (() => void) | undefined;
  function look(): void {
    const now = clock.now();
    // The machine's clock may have been set back.
    heardAt = Math.min(heardAt, now);
    const left = heardAt + WATCHDOG_MS - now;
    if (left > 0) cancel = clock.after(left, look);
    else controller.abort(new ClientError('timeout', `No data for ${WATCHDOG_MS} ms.`));
  }
  look();
  controller.signal.addEventListener('abort', () => cancel?.());
  return () => {
    heardAt = clock.now();
  };
}

/** Reads one response. It never reconnects, and ends with the signal of `controller`. */
export function createFrameReader(
  response: WebResponse,
  { signal }: WebAbortController,
  maxEventSize: number,
  { onFrame, onRetry = () => {}, onHeard }: FrameHandlers,
): FrameReader {
  const reader = response.body?.getReader();
  const cancel = (): void => void reader?.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  if (signal.aborted) {
    cancel();
    throw signal.reason;
  }
  let overflow = false;
  const onOverflow = (): void => {
    overflow = true;
  };
  const parse = createSseParser({ onFrame, onRetry, onOverflow }, maxEventSize);
  return {
    // The promise of `read` itself: wrapping it for each chunk would be slow.
    next: () => reader?.read() ?? Promise.resolve({}),
    feed({ value }) {
      if (signal.aborted) throw signal.reason;
      if (value === undefined) return false;
      onHeard();
      parse(value);
      if (overflow) {
        throw new ClientError('overflow', `An event exceeds ${maxEventSize} characters.`);
      }
      return true;
    },
  };
}
