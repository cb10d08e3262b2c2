import type { Run, RunEvent, StreamEvent } from '@hitl/protocol';
import { ClientError, toClientError } from '../base/errors.ts';
import { parseFrameJson } from './frame-json.ts';
import type { Call, CallOptions, FrameReader, Transport } from '../transport/transport.ts';
import type { SseFrame } from '../transport/sse-parser.ts';

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

const ENDINGS: ReadonlySet<string> = new Set(['run_completed', 'run_failed', 'run_aborted']);

/** Sends a call and returns once it was taken. Fails as the same call without a stream does. */
export async function openRunStream(
  transport: Transport,
  call: Call,
  observed: (event: RunEvent) => void,
): Promise<RunStream> {
  const { frames, reader } = await transport.stream(call);
  return eventsOf(transport, call, frames, reader, observed);
}

async function* eventsOf(
  transport: Transport,
  call: Call,
  frames: AsyncIterable<SseFrame>,
  { readFrame }: FrameReader,
  observed: (event: RunEvent) => void,
): AsyncGenerator<StreamEvent, void, undefined> {
  let last: Pick<RunEvent, 'root_run_id' | 'seq' | 'type' | 'run_id'> | undefined;
  try {
    for await (const { data } of frames) {
      const frame = readFrame(parseFrameJson(data));
      if (frame.kind === 'invalid') {
        throw new ClientError('bad_frame', `A frame cannot be read at ${frame.path}.`);
      }
      if (frame.kind === 'delta') {
        yield frame.delta;
        continue;
      }
      const { seq } = frame.event;
      if (seq !== undefined && last !== undefined) {
        if (seq <= last.seq) continue;
        if (seq > last.seq + 1) {
          throw new ClientError('gap', `Events between ${last.seq} and ${seq} are missing.`);
        }
      }
      if (frame.kind === 'unknown') {
        if (seq !== undefined) last = { ...frame.event, type: 'error', seq };
        continue;
      }
      last = frame.event;
      observed(frame.event);
      yield frame.event;
    }
  } catch (thrown) {
    const error = toClientError(thrown, nameOf(call));
    throw error.code === 'aborted' ? error : lost(call, last?.root_run_id, error);
  }
  if (last === undefined) throw lost(call, undefined);
  if (!(await isAtRest(transport, last))) throw lost(call, last.root_run_id);
}

/** Whether the stream ended as the run rests; where its last event does not say it, the server does. */
async function isAtRest(
  transport: Transport,
  { type, run_id, root_run_id, seq }: Pick<RunEvent, 'root_run_id' | 'seq' | 'type' | 'run_id'>,
): Promise<boolean> {
  if (type === 'execution_suspended') return true;
  if (ENDINGS.has(type) && run_id === root_run_id) return true;
  try {
    const call: Call = { name: 'get_run', params: { run_id: root_run_id } };
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

function nameOf({ name }: Call): string {
  return name.replaceAll('_', ' ');
}
