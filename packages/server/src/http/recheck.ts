import { systemEvery, type Every } from '../base/every.ts';
import type { Following, FrameReader, FrameStream } from '../streams/feed.ts';

/** Interval of the checks: the longest time that a stream continues after its reader lost access. */
const RECHECK_MS = 60_000;

/** Checks periodically whether streams may continue. */
export interface Rechecks {
  /** The same frames; they end when `isValid` resolves to false or fails. */
  guard(frames: FrameStream, isValid: () => Promise<boolean>): FrameStream;
}

/** Creates the checks, with one timer for all streams of a server. */
export function createRechecks(every: Every = systemEvery): Rechecks {
  const open = new Set<() => Promise<void>>();
  let stopTimer: (() => void) | undefined;

  function leave(check: () => Promise<void>): void {
    open.delete(check);
    if (open.size > 0) return;
    stopTimer?.();
    stopTimer = undefined;
  }

  function follow(
    frames: FrameStream,
    isValid: () => Promise<boolean>,
    reader: FrameReader,
  ): Following {
    let ended = false;
    const end = (): void => {
      ended = true;
      leave(check);
    };
    const following = frames.follow({
      take: (frame) => reader.take(frame),
      end(error) {
        end();
        reader.end(error);
      },
    });
    async function check(): Promise<void> {
      const valid = await isValid().catch(() => false);
      if (valid || ended) return;
      following.stop();
      end();
      reader.end();
    }
    open.add(check);
    stopTimer ??= every(RECHECK_MS, async () => {
      await Promise.all(Array.from(open, (again) => again()));
    });
    return {
      resume: () => following.resume(),
      stop() {
        end();
        following.stop();
      },
    };
  }

  return {
    guard: (frames, isValid) => ({
      [Symbol.asyncIterator]: () => frames[Symbol.asyncIterator](),
      follow: (reader) => follow(frames, isValid, reader),
    }),
  };
}
