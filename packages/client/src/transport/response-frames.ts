import { isSnapshot, readFrame } from '@hitl/protocol/guard';
import type { Clock } from '../base/clock.ts';
import { ClientError } from '../base/errors.ts';
import { createSseParser, type SseFrame } from './sse-parser.ts';
import type { FrameReader } from './transport.ts';

/** The server sends a comment every 15 s; three missed ones are a dead connection. */
export const WATCHDOG_MS = 45_000;
/** How the frames of every stream are checked. */
export const READER: FrameReader = { isSnapshot, readFrame };

/**
 * The frames of one response, to its end. It never connects again. `controller` is the request's:
 * aborted by the caller, or here after 45 s without a byte, the frames end with its reason.
 */
export async function* framesOf(
  body: ReadableStream<Uint8Array>,
  controller: AbortController,
  { clock, maxEventSize }: { readonly clock: Clock; readonly maxEventSize: number },
): AsyncGenerator<SseFrame, void, undefined> {
  const { signal } = controller;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  let frames: SseFrame[] = [];
  let overflow = false;
  const parser = createSseParser(
    {
      onFrame: (frame) => void frames.push(frame),
      onRetry() {},
      onOverflow() {
        overflow = true;
      },
    },
    maxEventSize,
  );
  try {
    for (;;) {
      const unwatch = clock.after(WATCHDOG_MS, () =>
        controller.abort(new ClientError('timeout', `Nothing heard for ${WATCHDOG_MS} ms.`)),
      );
      const { done, value } = await reader.read().finally(unwatch);
      if (signal.aborted) throw signal.reason;
      if (done) return;
      parser.feed(value);
      const heard = frames;
      frames = [];
      yield* heard;
      if (overflow)
        throw new ClientError('overflow', `An event exceeds ${maxEventSize} characters.`);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
