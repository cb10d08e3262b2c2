import type { Following, Frame, FrameReader, FrameStream } from './feed.ts';

/** Maximum number of frames that are buffered for an iteration. */
const AHEAD = 64;

/** Creates a stream that can be followed or iterated from one that can be followed. */
export function createFrameStream(
  follow: (reader: FrameReader) => Following,
  signal?: AbortSignal,
): FrameStream {
  return { follow, [Symbol.asyncIterator]: () => iterate(follow, signal) };
}

async function* iterate(
  follow: (reader: FrameReader) => Following,
  signal: AbortSignal | undefined,
): AsyncGenerator<Frame, undefined> {
  if (signal?.aborted === true) return;
  const frames: Frame[] = [];
  const state: { ended: boolean; error?: unknown; wake: () => void } = {
    ended: false,
    wake: () => undefined,
  };

  function end(error?: unknown): void {
    state.ended = true;
    state.error = error;
    state.wake();
  }

  const following = follow({
    take(frame) {
      frames.push(frame);
      state.wake();
      return frames.length < AHEAD;
    },
    end,
  });
  const stop = (): void => {
    following.stop();
    frames.length = 0;
    end();
  };
  signal?.addEventListener('abort', stop);
  try {
    for (;;) {
      const frame = frames.shift();
      if (frame !== undefined) {
        if (frames.length === 0) following.resume();
        yield frame;
      } else if (state.error !== undefined) {
        throw state.error;
      } else if (state.ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          state.wake = resolve;
        });
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    following.stop();
  }
}
