import type { Clock } from '../base/clock.ts';
import { ClientError } from '../base/errors.ts';
import type { WebAbortController, WebResponse } from '../base/web-types.ts';
import { createSseParser, type SseFrame } from './sse-parser.ts';

/** The server sends a comment every 15 s; three missed ones are a dead connection. */
const WATCHDOG_MS = 45_000;

/** The frames of one response, chunk after chunk: `while (feed(await next()))`. */
export interface FrameReader {
  readonly next: () => Promise<Chunk>;
  /**
   * Passes the frames of a chunk on; `false` at the end of the response. Throws the reason of an abort,
   * and `overflow` behind the frames before a too large one.
   */
  readonly feed: (chunk: Chunk) => boolean;
}

/** What a reader of a body returns; no value at its end. */
export interface Chunk {
  readonly value?: Uint8Array | undefined;
}

/** Who reads the frames of one response. */
export interface FrameHandlers {
  readonly onFrame: (frame: SseFrame) => void;
  /** A `retry:` field, in milliseconds. */
  readonly onRetry?: (milliseconds: number) => void;
  /** Something arrived, if only a comment. */
  readonly onHeard: () => void;
}

/**
 * Aborts a connection on which nothing is heard for 45 s. It ends with the controller's signal.
 * Returns what to call when something is heard.
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
    else controller.abort(new ClientError('timeout', `Nothing heard for ${WATCHDOG_MS} ms.`));
  }
  look();
  controller.signal.addEventListener('abort', () => cancel?.());
  return () => {
    heardAt = clock.now();
  };
}

/** Reads one response. It never connects again, and ends with the signal of `controller`. */
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
    // The bare promise: one more for each chunk would be felt.
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
