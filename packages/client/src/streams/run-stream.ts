import type { Run, RunEvent, StreamEvent } from '@hitl/protocol';
import { ClientError, toClientError } from '../base/errors.ts';
import { streamStart } from '../base/connection.ts';
import { nameOf, type Call, type CallOptions, type Transport } from '../transport/transport.ts';
import { ENDINGS, createEventSink } from './event-sink.ts';

/** Options of a call that returns the events of its run. */
export interface StreamOptions extends CallOptions {
  /** Stream the events of the run instead of returning one reply. */
  readonly stream: true;
  /** Stops reading. The call stays in effect, and the run continues. */
  signal?: CallOptions['signal'];
  /** Milliseconds to wait for the start of the response. Default: the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
}

/**
 * The events after a call, each validated, once and in order, until the run has ended, waits for a
 * person or is paused. Can be read once; leaving the loop closes the connection. A connection lost
 * before that is a `ClientError`, never a silent end: the call was accepted, the run continues, and
 * `runEvents` has the rest.
 */
export type RunStream = AsyncIterable<StreamEvent>;

/** Sends a call and returns once it was accepted. Rejects like the same call without a stream. */
export async function openRunStream(
  transport: Transport,
  call: Call,
  observed: (event: RunEvent) => void,
): Promise<RunStream> {
  const position = streamStart();
  const events: StreamEvent[] = [];
  let failure: ClientError | undefined;
  let last: RunEvent | undefined;
  const handlers = {
    onEvent(event: StreamEvent): void {
      if (failure !== undefined) return;
      events.push(event);
      if ('seq' in event) last = event;
    },
    onError(error: ClientError): void {
      failure ??= error;
    },
  };
  const sink = createEventSink(handlers, observed, position, undefined, true);
  const { next, feed, close } = await transport.stream(call, (frame) => {
    if (failure !== undefined || sink.onFrame(frame)) return;
    failure = new ClientError('gap', 'Events are missing.');
  });
  return eventsOf();

  /** The run and the number of its newest event, once there is one. */
  function place(): readonly [rootRunId?: string, seq?: number] {
    return [...position.seen][0] ?? [];
  }

  async function* eventsOf(): AsyncGenerator<StreamEvent, void, undefined> {
    try {
      while (feed(await next())) {
        yield* events.splice(0);
        if (failure !== undefined) throw failure;
      }
    } catch (thrown) {
      const error = toClientError(thrown, nameOf(call));
      throw error.code === 'aborted' ? error : lost(call, place()[0], error);
    } finally {
      close();
    }
    const [rootRunId, seq] = place();
    if (rootRunId === undefined || !(await isAtRest(transport, rootRunId, seq, last))) {
      throw lost(call, rootRunId);
    }
  }
}

/**
 * Whether the stream ended because the run stopped; if the last event does not show that, the
 * server is asked.
 */
async function isAtRest(
  transport: Transport,
  rootRunId: string,
  seq: number | undefined,
  last: RunEvent | undefined,
): Promise<boolean> {
  if (last !== undefined && last.seq === seq) {
    if (last.type === 'execution_suspended') return true;
    if (ENDINGS.has(last.type) && last.run_id === rootRunId) return true;
  }
  try {
    const call: Call = { name: 'get_run', params: { run_id: rootRunId } };
    const run = (await transport.request(call)) as Run;
    return run.status !== 'running' && run.last_seq === seq;
  } catch {
    return false;
  }
}

/** The error for a connection that ended too early, with how to continue. */
function lost(call: Call, rootRunId: string | undefined, cause?: ClientError): ClientError {
  const way =
    rootRunId === undefined
      ? 'repeat the call with the same idempotencyKey to find its run'
      : `runEvents(${JSON.stringify(rootRunId)}) has the rest`;
  const why = cause === undefined ? '' : ` (${cause.message})`;
  return new ClientError(
    cause?.code ?? 'network',
    `${nameOf(call)}: the stream was lost before the run stopped${why}. The call was accepted, and the run continues: ${way}.`,
    { cause },
  );
}
