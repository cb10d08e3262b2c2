import type { InteractionRequest, RunEvent } from '@hitl/protocol';
import type { Frame } from './feed.ts';
import { frameOf } from './frames.ts';

/** A pending request of an inbox. Immutable. */
export interface Waiting {
  readonly request: InteractionRequest;
  readonly rootRunId: string;
  /** `seq` of the newest event about it that was shown. */
  readonly seq: number;
}

/** Maximum characters of the requests in a snapshot; the others follow as events. */
const MAX_SNAPSHOT = 1 << 18;

/** Maximum number of ids in a snapshot. */
const MAX_NAMED = 5000;

const JSON_OF = new WeakMap<InteractionRequest, string>();
const FRAME_OF = new WeakMap<Waiting, Frame>();

/**
 * The first frames for a reader of an inbox: a `snapshot` with as many requests as fit, then an
 * `interaction_request` for each other one. So the first kilobytes are sent immediately, a stalled
 * reader holds back at most one frame, and each request is encoded once for all readers.
 */
export function snapshotFrames(waiting: Iterable<Waiting>): readonly Frame[] {
  const all = [...waiting];
  let room = MAX_SNAPSHOT;
  const shown: string[] = [];
  for (const { request } of all) {
    const json = jsonOf(request);
    room -= json.length;
    if (room < 0) break;
    shown.push(json);
  }
  const following = all.slice(shown.length);
  const named = all.slice(0, MAX_NAMED).map(({ request }) => request.id);
  const ids = following.length === 0 ? '' : `,"pending_ids":${JSON.stringify(named)}`;
  const first: Frame = {
    id: null,
    type: 'snapshot',
    data: `{"interactions":[${shown.join(',')}]${ids}}`,
  };
  return [first, ...following.map(waitingFrame)];
}

function jsonOf(request: InteractionRequest): string {
  const known = JSON_OF.get(request);
  if (known !== undefined) return known;
  const json = JSON.stringify(request);
  // Longer requests are never in snapshots, so their JSON is not needed again.
  if (json.length <= MAX_SNAPSHOT) JSON_OF.set(request, json);
  return json;
}

/** The event of the request, with its current state. */
function waitingFrame(waiting: Waiting): Frame {
  const known = FRAME_OF.get(waiting);
  if (known !== undefined) return known;
  const { request, rootRunId, seq } = waiting;
  const event: RunEvent = {
    type: 'interaction_request',
    run_id: request.run_id,
    root_run_id: rootRunId,
    session_id: request.session_id,
    seq,
    timestamp: request.created_at,
    data: { interaction_request: request },
  };
  const frame = frameOf(event);
  FRAME_OF.set(waiting, frame);
  return frame;
}
