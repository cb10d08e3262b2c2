import { BASE_MS, clampRetry, retryDelay } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { StreamHandle } from '../base/connection.ts';
import { ClientError, toClientError } from '../base/errors.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { createFrameReader, watch } from './frame-reader.ts';
import type { FrameSink } from './transport.ts';

/** Options of `openEventStream`. */
export interface EventStreamOptions {
  /** Rejects with a `ClientError`; one with a final `status` ends the stream. */
  connect(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Calls back when the network may be back. Returns a function that stops it. */
  readonly onWake?: ((wake: () => void) => () => void) | undefined;
  /** Maximum size of one event, in characters. */
  readonly maxEventSize: number;
}

/** `final`: reconnecting would not help. */
interface Ending {
  readonly error?: ClientError;
  readonly final: boolean;
}

/**
 * Follows a stream of server-sent events: reconnects after the last frame accepted by `sink`, with
 * full jitter, for as long as that can help. A connection without a byte for 45 s counts as lost.
 */
export function openEventStream(options: EventStreamOptions, sink: FrameSink): StreamHandle {
  const { clock, random } = options;
  const { position } = sink;
  let closed = false;
  let baseMs = BASE_MS;
  let attempt = 0;
  let current: AbortController | undefined;
  let wake: (() => void) | undefined;

  /** Reads one connection to its end. */
  async function follow(controller: AbortController): Promise<Ending> {
    const { signal } = controller;
    const onHeard = watch(clock, controller);
    const response = await untilAborted(async () => {
      const late = await options.connect(position.lastEventId, signal);
      if (signal.aborted) void late.body?.cancel().catch(() => {});
      return late;
    }, signal);
    if (response.body === null) return { final: true };
    let heardFrames = false;
    let missing = false;
    const { next, feed } = createFrameReader(response, controller, options.maxEventSize, {
      onHeard,
      onFrame(frame) {
        if (closed || missing) return;
        heardFrames = true;
        missing = !sink.onFrame(frame);
        if (missing) return;
        attempt = 0;
        if (frame.id !== undefined) position.lastEventId = frame.id;
      },
      onRetry(milliseconds) {
        baseMs = clampRetry(milliseconds);
      },
    });
    function flush(): void {
      if (heardFrames && !closed) sink.onBatch();
      heardFrames = false;
    }
    sink.onConnection({ status: 'open' });
    try {
      while (feed(await next())) {
        flush();
        if (missing) return { error: new ClientError('gap', 'Events are missing.'), final: false };
      }
    } finally {
      flush();
    }
    return { final: sink.isDone() };
  }

  async function attemptOnce(): Promise<Ending> {
    const controller = new AbortController();
    current = controller;
    try {
      return await follow(controller);
    } catch (thrown) {
      const error = toClientError(thrown, 'event stream');
      const tooLarge = error.code === 'overflow';
      if (tooLarge && !closed) sink.onError(error);
      // Too large again, with no frame before it: a retry would not help.
      return { error, final: isFinal(error) || sink.isDone() || (tooLarge && attempt > 0) };
    } finally {
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

const RETRIED_4XX = new Set([408, 425, 429]);

/** A permanent refusal: not found, not allowed, not a stream. */
function isFinal({ code, status = 500 }: ClientError): boolean {
  return code === 'bad_call' || (status < 500 && !RETRIED_4XX.has(status));
}
