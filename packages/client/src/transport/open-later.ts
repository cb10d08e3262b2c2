import { BASE_MS, retryDelay } from '../base/backoff.ts';
import type { StreamHandle } from '../base/connection.ts';
import { toClientError } from '../base/errors.ts';
import type { EventStreamOptions } from './event-stream.ts';
import type { FrameSink } from './transport.ts';

/**
 * Follows a stream with code that is loaded with the first one: a page that only answers does not wait
 * for a parser it has no use for. Where that code cannot be loaded, neither can the server be reached:
 * it is tried again in the same way.
 */
export function openLater(
  options: EventStreamOptions,
  sink: FrameSink,
  load: () => Promise<typeof import('./event-stream.ts')> = () => import('./event-stream.ts'),
): StreamHandle {
  let handle: StreamHandle | undefined;
  let closed = false;
  let begun = false;
  let again: (() => void) | undefined;

  async function begin(attempt: number): Promise<void> {
    try {
      const { openEventStream } = await load();
      if (closed) return;
      handle = openEventStream(options, {
        ...sink,
        onConnection(connection) {
          // That it connects was told when it was opened.
          if (begun || connection.status !== 'connecting') sink.onConnection(connection);
          begun = true;
        },
      });
    } catch (thrown) {
      if (closed) return;
      const retryInMs = retryDelay(attempt, BASE_MS, options.random);
      const next = (): void => {
        again = undefined;
        if (!closed) void begin(attempt + 1);
      };
      const cancel = options.clock.after(retryInMs, next);
      again = () => {
        cancel();
        next();
      };
      const error = toClientError(thrown, 'open stream');
      sink.onConnection({ status: 'offline', error, retryInMs });
    }
  }

  sink.onConnection({ status: 'connecting' });
  void begin(0);
  return {
    close() {
      closed = true;
      again?.();
      handle?.close();
    },
    wake() {
      if (handle === undefined) again?.();
      else handle.wake();
    },
  };
}
