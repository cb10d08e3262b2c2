import { BASE_MS, clampRetry, retryDelay } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { StreamHandle } from '../base/connection.ts';
import { ClientError, toClientError } from '../base/errors.ts';
import { createSseParser } from './sse-parser.ts';
import { READER, WATCHDOG_MS } from './response-frames.ts';
import type { FrameSink } from './transport.ts';
import { untilAborted } from '../base/until-aborted.ts';

const RETRIED_4XX = new Set([408, 425, 429]);

/** How to follow one stream. */
export interface EventStreamOptions {
  /** Fails with a `ClientError`; one with a `status` that is final ends the stream. */
  connect(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Calls back when the network may have come back. Returns what stops it. */
  readonly onWake?: ((wake: () => void) => () => void) | undefined;
  /** How many characters one event may have. */
  readonly maxEventSize: number;
}

/** `final`: connecting again would not help. */
interface Ending {
  readonly error?: ClientError;
  readonly final: boolean;
}

/**
 * Follows a stream of server-sent events: connects again behind the last frame that `sink` took, with
 * full jitter, for as long as that can help. A connection without a byte for 45 s counts as lost.
 */
export function openEventStream(options: EventStreamOptions, sink: FrameSink): StreamHandle {
  const { clock, random, maxEventSize } = options;
  let closed = false;
  let baseMs = BASE_MS;
  let attempt = 0;
  let current: AbortController | undefined;
  let wake: (() => void) | undefined;

  /** Reads one connection to its end. */
  async function follow(controller: AbortController): Promise<Ending> {
    const { signal } = controller;
    const response = await untilAborted(async () => {
      const late = await options.connect(sink.position.lastEventId, signal);
      if (signal.aborted) void late.body?.cancel().catch(() => {});
      return late;
    }, signal);
    if (response.status === 204 || response.body === null) return { final: true };
    const reader = response.body.getReader();
    signal.addEventListener('abort', () => void reader.cancel().catch(() => {}));
    if (signal.aborted) throw signal.reason;
    sink.onConnection({ status: 'open' });
    let broken: ClientError | undefined;
    let heardFrames = false;
    const parser = createSseParser(
      {
        onFrame(frame) {
          if (closed || broken !== undefined) return;
          heardFrames = true;
          if (sink.onFrame(frame, READER)) {
            attempt = 0;
            if (frame.id !== undefined) sink.position.lastEventId = frame.id;
          } else {
            broken = new ClientError('gap', 'Events are missing.');
          }
        },
        onRetry(milliseconds) {
          baseMs = clampRetry(milliseconds);
        },
        onOverflow() {
          broken = new ClientError('overflow', `An event exceeds ${maxEventSize} characters.`);
          if (!closed) sink.onError(broken);
        },
      },
      maxEventSize,
    );
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) throw signal.reason;
      if (done) return { final: sink.isDone() };
      heard();
      heardFrames = false;
      parser.feed(value);
      if (heardFrames && !closed) sink.onBatch();
      if (broken !== undefined) {
        // Too large again, without anything before it: it will not become smaller.
        return { error: broken, final: broken.code === 'overflow' && attempt > 0 };
      }
    }
  }

  let heardAt = 0;
  function heard(): void {
    heardAt = clock.now();
  }

  /** Aborts a connection on which nothing was heard for too long. Returns what stops it. */
  function watch(controller: AbortController): () => void {
    let cancel: (() => void) | undefined;
    const look = (): void => {
      const left = heardAt + WATCHDOG_MS - clock.now();
      if (left > 0) cancel = clock.after(left, look);
      else controller.abort(new ClientError('timeout', `Nothing heard for ${WATCHDOG_MS} ms.`));
    };
    heard();
    look();
    return () => cancel?.();
  }

  async function attemptOnce(): Promise<Ending> {
    const controller = new AbortController();
    current = controller;
    const unwatch = watch(controller);
    try {
      return await follow(controller);
    } catch (thrown) {
      const error = toClientError(thrown, 'event stream');
      return { error, final: isFinal(error) || sink.isDone() };
    } finally {
      unwatch();
      controller.abort();
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(milliseconds, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    sink.onConnection({ status: 'connecting' });
    while (!closed) {
      const { error, final } = await attemptOnce();
      if (closed) return;
      const why = error === undefined ? {} : { error };
      if (final) {
        close();
        sink.onConnection({ status: 'closed', ...(!sink.isDone() && why) });
        return;
      }
      const delay = Math.max(retryDelay(attempt, baseMs, random), error?.retryAfterMs ?? 0);
      attempt += 1;
      sink.onConnection({
        status: error?.code === 'network' || error?.code === 'timeout' ? 'offline' : 'reconnecting',
        ...why,
        retryInMs: delay,
      });
      await pause(delay);
    }
  }

  const stopWaking = options.onWake?.(() => wake?.());
  function close(): void {
    if (closed) return;
    closed = true;
    stopWaking?.();
    current?.abort();
    wake?.();
  }

  void run();
  return { close, wake: () => wake?.() };
}

/** Refused for good: not found, not allowed, not a stream. */
function isFinal({ code, status }: ClientError): boolean {
  if (code === 'bad_call') return true;
  if (status === undefined) return false;
  return status < 500 && !RETRIED_4XX.has(status);
}
