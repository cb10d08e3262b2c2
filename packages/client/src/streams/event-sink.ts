import type { EventOf, RunEvent, StreamEvent, UnknownEvent } from '@hitl/protocol';
import { readFrame } from '@hitl/protocol/guard';
import { ClientError } from '../base/errors.ts';
import { badFrame, parseFrameJson } from './frame-json.ts';
import { reportUncaught, callSafely } from '../base/call-safely.ts';
import type { StreamPosition } from '../base/connection.ts';
import type { FrameSink } from '../transport/transport.ts';

/** Receiver of events. */
interface EventSinkHandlers {
  onEvent(event: StreamEvent): void;
  onUnknownEvent?(event: UnknownEvent): void;
  onError?(error: ClientError): void;
}

/**
 * Turns frames into events, each once and in order: a repeated `seq` is dropped, a skipped one
 * requests the frames before it. If the server skips it again, this is reported as `gap`, and the
 * stream continues. `runId`: the run of the stream, which ends with that run. Without it: the
 * stream of a session, with many roots. `midway`: the stream starts at whatever its first event is.
 */
export function createEventSink(
  handlers: EventSinkHandlers,
  observed: (event: RunEvent) => void,
  position: StreamPosition,
  runId?: string,
  midway = false,
): Pick<FrameSink, 'onFrame' | 'isDone'> {
  const { seen } = position;
  let asked = '';
  let done = false;

  // Not `callSafely`: a closure for each event would be slow.
  function deliver(event: StreamEvent): void {
    try {
      handlers.onEvent(event);
    } catch (error) {
      reportUncaught(error);
    }
  }

  const reportError = (error: ClientError): void => callSafely(() => handlers.onError?.(error));

  /** Whether to pass an event on; `undefined`: frames before it are missing. */
  function take(root: string, seq: number): boolean | undefined {
    const last = seen.get(root) ?? (midway ? seq - 1 : 0);
    if (seq <= last) return false;
    // A nested run's stream is its root's, filtered: what it skips belongs to others.
    if (seq > last + 1 && (runId === undefined || runId === root)) {
      const gap = `${root} ${last}`;
      if (asked !== gap) {
        asked = gap;
        return undefined;
      }
      const where = `between ${last} and ${seq} of run ${root}`;
      reportError(new ClientError('gap', `The server has no events ${where}.`));
    }
    seen.set(root, seq);
    return true;
  }

  return {
    onFrame({ data }) {
      const value = parseFrameJson(data);
      const frame = readFrame(value);
      if (frame.kind === 'unstored') {
        deliver(frame.event);
        return true;
      }
      if (frame.kind === 'invalid') {
        reportError(badFrame(frame.path));
        // Its `seq` still counts, or it would be requested again and again.
        if (hasPlace(value) && take(value.root_run_id, value.seq) === true && isQuestion(value)) {
          deliver(value);
        }
        return true;
      }
      const { event } = frame;
      // An unknown type may be unstored, like `step_delta`, and have no `seq`.
      const taken = event.seq === undefined || take(event.root_run_id, event.seq);
      if (taken === undefined) return false;
      if (!taken) return true;
      if (frame.kind === 'unknown') {
        callSafely(() => handlers.onUnknownEvent?.(frame.event));
        return true;
      }
      done ||= frame.event.run_id === runId && ENDINGS.has(frame.event.type);
      deliver(frame.event);
      observed(frame.event);
      return true;
    },
    isDone: () => done,
  };
}

/** Whether an unreadable frame has at least a `seq`. */
function hasPlace(value: unknown): value is { root_run_id: string; seq: number } {
  const { root_run_id: root, seq } = (value ?? {}) as Partial<RunEvent>;
  return typeof root === 'string' && typeof seq === 'number';
}

/**
 * Whether an unreadable frame is still a request to a person. It is passed on unchanged: a request
 * that is not shown would wait forever, and a card can show any request as raw data.
 */
function isQuestion(value: object): value is EventOf<'interaction_request'> {
  const { type, data } = value as Partial<EventOf<'interaction_request'>>;
  return type === 'interaction_request' && typeof data?.interaction_request?.id === 'string';
}

/** The events that end a run. */
export const ENDINGS: ReadonlySet<string> = new Set(['run_completed', 'run_failed', 'run_aborted']);
