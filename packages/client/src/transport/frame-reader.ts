import type { Clock } from '../base/clock.ts';
import { ClientError } from '../base/errors.ts';
import { createSseParser, type SseFrame } from './sse-parser.ts';

/** The server sends a comment every 15 s; three missed ones are a dead connection. */
const WATCHDOG_MS = 45_000;

/** The frames of the next chunk, which may be none; `undefined` at the end of the response. */
export type ReadFrames = () => Promise<readonly SseFrame[] | undefined>;

/**
 * Aborts a connection on which nothing is heard for 45 s. It ends with the controller's signal.
 * Returns what to call when something is heard.
 */
export function watch(clock: Clock, controller: AbortController): () => void {
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

/**
 * Reads one response, chunk after chunk. It never connects again, and fails with the reason of
 * `controller` once that is aborted, or with `overflow` behind the frames before a too large one.
 */
export function createFrameReader(
  { body }: Response,
  { signal }: AbortController,
  maxEventSize: number,
  onHeard: () => void,
  onRetry: (milliseconds: number) => void = () => {},
): ReadFrames {
  const reader = body?.getReader();
  const cancel = (): void => void reader?.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  if (signal.aborted) {
    cancel();
    throw signal.reason;
  }
  let frames: SseFrame[] = [];
  let overflow = false;
  const feed = createSseParser(
    {
      onFrame: (frame) => void frames.push(frame),
      onRetry,
      onOverflow() {
        overflow = true;
      },
    },
    maxEventSize,
  );
  return async () => {
    if (overflow) {
      throw new ClientError('overflow', `An event exceeds ${maxEventSize} characters.`);
    }
    const chunk = await reader?.read();
    if (signal.aborted) throw signal.reason;
    if (chunk?.value === undefined) return undefined;
    onHeard();
    frames = [];
    feed(chunk.value);
    return frames;
  };
}
