import type { RunEvent } from '@hitl/protocol';
import { rootOf, runOf, statusOf, treeOf, type ControlState } from '@hitl/protocol/fold';
import type { SessionKey, SessionStore } from '../store/store.ts';
import type { RunStreamOptions } from './feed.ts';
import type { Drafts } from './drafts.ts';
import type { Place, View } from './subscription.ts';
import { deltaFrame } from './frames.ts';
import { createStored, type Tail, type TailItem } from './live-buffer.ts';
import type { Tails } from './live-buffers.ts';

/** Events read at a time. */
const PAGE = 1000;

/** Where a reader is in a root run. */
export interface RunPlace extends Place {
  readonly key: SessionKey;
  readonly root: string;
  readonly only: string | undefined;
  readonly until: RunStreamOptions['until'];
  tail: Tail | undefined;
  /** Of the last event that was shown, or passed over. */
  seq: number;
  /** The last commit that the tail had when the log was read. */
  mark: number | null;
  /** Whether the run may have come to rest since it was last looked at. */
  unsettled: boolean;
}

export function runPlace(key: SessionKey, root: string, options: RunStreamOptions): RunPlace {
  return {
    key,
    root,
    only: options.only_run_id,
    until: options.until,
    tail: undefined,
    seq: options.after ?? 0,
    mark: null,
    unsettled: true,
    behind: true,
    done: false,
  };
}

/** The events of one root run, contiguous by `seq`. */
export function createRunView(
  store: SessionStore,
  tails: Tails,
  drafts: Drafts,
): View<RunPlace, TailItem> {
  /** Whether the stream ends here: asked of the store, as the log has to be known to its end. */
  async function isOver(place: RunPlace): Promise<'yes' | 'no' | 'not yet'> {
    const { state } = await store.load(place.key);
    const standing = standingOf(state, place);
    if (!standing.over && !(place.until === 'rest' && standing.resting)) return 'no';
    const rest =
      standing.last_seq === undefined
        ? (await store.readRun(place.key, place.root, place.seq, 1)).length
        : standing.last_seq - place.seq;
    return rest > 0 ? 'not yet' : 'yes';
  }

  return {
    async enter(place) {
      place.tail ??= tails.enter(place.key);
      await place.tail.ready;
    },
    async page(place) {
      const { tail, key, root, seq } = place;
      place.mark = tail?.last ?? null;
      place.done = tail === undefined || tail.closed;
      if (tail === undefined || tail.closed) return [];
      const recent = tail.recentOfRun(root, seq);
      if (recent !== null) {
        place.behind = place.unsettled;
        return recent;
      }
      const events = await store.readRun(key, root, seq, PAGE);
      place.behind = events.length === PAGE || (place.unsettled && events.length > 0);
      if (events.length === 0 && place.unsettled) {
        const over = await isOver(place);
        place.done = over === 'yes';
        place.behind = over === 'not yet';
        place.unsettled = over !== 'no';
      }
      return events.map((event) => createStored(event));
    },
    isCurrent: (place) => place.tail?.last === place.mark,
    accept(place, item) {
      if (item.kind === 'delta') {
        const { delta } = item;
        return delta.root_run_id === place.root && shows(place, delta) ? item.frame : undefined;
      }
      const { event } = item;
      if (event.root_run_id !== place.root || event.seq <= place.seq) return undefined;
      place.seq = event.seq;
      if (ends(place, event)) place.done = true;
      if (place.until === 'rest' && RESTING.has(event.type)) {
        place.unsettled = true;
        place.behind = true;
      }
      return shows(place, event) ? item.frame : undefined;
    },
    join(place, reader) {
      place.tail?.join(reader);
      // What is being written, from its start, so that further pieces fit.
      return drafts
        .of(place.key, place.root)
        .filter((delta) => shows(place, delta))
        .map((delta) => deltaFrame(delta));
    },
    leave(place, reader) {
      place.tail?.leave(reader);
    },
    exit(place) {
      if (place.tail !== undefined) tails.leave(place.tail);
    },
  };
}

const ENDS: ReadonlySet<string> = new Set(['run_completed', 'run_failed', 'run_aborted']);

/** After these a run may wait for somebody. */
const RESTING: ReadonlySet<string> = new Set([
  ...ENDS,
  'execution_suspended',
  'interaction_resolved',
  'permission_updated',
  'rules_saved',
  'run_paused',
  'tool_paused',
  'tool_resumed',
]);

function shows({ only }: RunPlace, event: { readonly run_id: string }): boolean {
  return only === undefined || event.run_id === only;
}

/** Whether the stream ends with this event: the root's end, or that of the only run shown. */
function ends({ root, only }: RunPlace, event: RunEvent): boolean {
  return ENDS.has(event.type) && (event.run_id === root || event.run_id === only);
}

interface Standing {
  readonly over: boolean;
  readonly resting: boolean;
  /** Unknown for a run that the state has forgotten: it has ended before the newest one. */
  readonly last_seq?: number;
}

function standingOf(state: ControlState, { root: rootRunId, only }: RunPlace): Standing {
  const tree = treeOf(state, rootRunId);
  if (tree === undefined) return { over: true, resting: true };
  const root = rootOf(tree);
  // A nested run leaves the tree when its parent has its result.
  const nested = only === undefined ? root : runOf(tree, only);
  const waiting = statusOf(tree, root) !== 'running';
  return {
    over: root.ended !== undefined || nested === undefined || nested.ended !== undefined,
    // Nobody here drives a run of somebody else's loop: with nothing pending it is at rest too.
    resting: waiting || root.external,
    last_seq: tree.last_seq,
  };
}
