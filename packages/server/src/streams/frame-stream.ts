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

interface Waiting {
  readonly resolve: (result: IteratorResult<Frame, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const END = { value: undefined, done: true } as const;

function iterate(
  follow: (reader: FrameReader) => Following,
  signal: AbortSignal | undefined,
): AsyncIterator<Frame, undefined> {
  const frames: Frame[] = [];
  let following: Following | undefined;
  let waiting: Waiting | undefined;
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  function end(): void {
    ended = true;
    signal?.removeEventListener('abort', stop);
    waiting?.resolve(END);
    waiting = undefined;
  }

  function stop(): void {
    following?.stop();
    frames.length = 0;
    end();
  }

  const reader: FrameReader = {
    take(frame) {
      if (waiting === undefined) {
        frames.push(frame);
      } else {
        waiting.resolve({ value: frame, done: false });
        waiting = undefined;
      }
      return frames.length < AHEAD;
    },
    end(error) {
      if (error !== undefined) {
        if (waiting === undefined) failure = { error };
        else waiting.reject(error);
        waiting = undefined;
      }
      end();
    },
  };

  return {
    next() {
      if (following === undefined && !ended) {
        if (signal?.aborted === true) return Promise.resolve(END);
        signal?.addEventListener('abort', stop);
        following = follow(reader);
      }
      const frame = frames.shift();
      if (frame !== undefined) {
        if (frames.length === 0) following?.resume();
        return Promise.resolve({ value: frame, done: false });
      }
      if (failure !== undefined) {
        const { error } = failure;
        failure = undefined;
        return Promise.reject(error);
      }
      if (ended) return Promise.resolve(END);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    return() {
      stop();
      return Promise.resolve(END);
    },
  };
}
