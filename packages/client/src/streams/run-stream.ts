import type { Run, RunEvent, StreamEvent } from '@hitl/protocol';
import { ClientError, toClientError } from '../base/errors.ts';
import { streamStart } from '../base/connection.ts';
import { nameOf, type Call, type CallOptions, type Transport } from '../transport/transport.ts';
import { ENDINGS, createEventSink } from './event-sink.ts';

/** How a call is made whose answer is the events of its run. */
export interface StreamOptions extends CallOptions {
  /** The events are read as the run goes on, in place of one reply. */
  readonly stream: true;
  /** Gives up reading. What was sent stands, and the run goes on. */
  signal?: CallOptions['signal'];
  /** How long to wait for the first word of the answer. Default: the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
}

/**
 * The events that followed a call, each checked, once and in order, until the run rests: it has ended,
 * waits for a person or is paused. To be read once; leaving the loop closes the connection. A
 * connection that is lost before that is a `ClientError`, never a silent end: what was sent has been
 * taken, the run goes on, and `runEvents` tells the rest.
 */
export type RunStream = AsyncIterable<StreamEvent>;

/** Sends a call and returns once it was taken. Fails as the same call without a stream does. */
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

/** Whether the stream ended as the run rests; where its last event does not say it, the server does. */
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

/** What is told about a connection that ended too early: the way on. */
function lost(call: Call, rootRunId: string | undefined, cause?: ClientError): ClientError {
  const way =
    rootRunId === undefined
      ? 'the same call with the same idempotencyKey finds its run'
      : `runEvents(${JSON.stringify(rootRunId)}) tells the rest`;
  const why = cause === undefined ? '' : ` (${cause.message})`;
  return new ClientError(
    cause?.code ?? 'network',
    `${nameOf(call)}: the stream was lost before the run came to rest${why}. What was sent has been taken, and the run goes on: ${way}.`,
    { cause },
  );
}
