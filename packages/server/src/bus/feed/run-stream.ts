import type { RunEvent } from '@hitl/protocol';
import { rootOf, runOf, statusOf, treeOf, type ControlState } from '@hitl/protocol/fold';
import type { SessionKey, SessionStore } from '../../store/store.ts';
import type { Frame, RunStreamOptions } from '../feed.ts';
import type { Drafts } from './drafts.ts';
import { deltaFrame, runFrame } from './frames.ts';
import { LOST } from './ring.ts';
import type { Tails } from './tails.ts';

/** Events read at a time. */
const PAGE = 1000;

/**
 * The events of one root run: from the log, then live. Contiguous by construction: what comes from
 * the tail is delivered only if its `seq` follows the last one, else the log is read again from
 * there, so neither a lost hint nor a slow reader can make a hole.
 */
export async function* streamRun(
  store: SessionStore,
  tails: Tails,
  drafts: Drafts,
  key: SessionKey,
  rootRunId: string,
  options: RunStreamOptions,
): AsyncGenerator<Frame, void, undefined> {
  const { only_run_id: only, signal, until } = options;
  const tail = tails.enter(key);
  const { ring } = tail;
  const place = ring.end();
  const leave = (): void => ring.leave(place);
  signal.addEventListener('abort', leave);
  let seq = options.after ?? 0;
  let behind = true;
  /** Whether the reader has what is being written, so that further pieces fit. */
  let joined = false;
  /** Whether the run may have come to rest since it was last looked at. */
  let unsettled = true;

  try {
    await tail.ready;
    while (!signal.aborted && !ring.closed) {
      if (behind) {
        // First the position, then the log: what is appended in between is seen twice, not never.
        ring.skipToEnd(place);
        behind = false;
        joined = false;
        let size: number;
        do {
          const page = await store.readRun(key, rootRunId, seq, PAGE);
          size = page.length;
          for (const event of page) {
            seq = event.seq;
            if (shows(only, event)) yield runFrame(event);
            if (ends(rootRunId, only, event)) return;
          }
        } while (size === PAGE && !signal.aborted);
      }

      for (let item = ring.next(place); item !== undefined; item = ring.next(place)) {
        if (item === LOST) {
          behind = true;
          break;
        }
        if (item.kind === 'delta') {
          const wanted = joined && item.delta.root_run_id === rootRunId && shows(only, item.delta);
          if (wanted) yield item.frame;
          continue;
        }
        const { event } = item;
        if (event.root_run_id !== rootRunId || event.seq <= seq) continue;
        if (event.seq > seq + 1) {
          behind = true;
          break;
        }
        seq = event.seq;
        if (RESTING.has(event.type)) unsettled = true;
        if (shows(only, event)) yield item.frame;
        if (ends(rootRunId, only, event)) return;
      }
      if (behind) continue;

      if (unsettled) {
        unsettled = false;
        const { state } = await store.load(key);
        const standing = standingOf(state, rootRunId, only);
        if (standing.over || (until === 'rest' && standing.resting)) {
          if (standing.last_seq !== undefined && standing.last_seq <= seq) return;
          if ((await store.readRun(key, rootRunId, seq, 1)).length === 0) return;
          behind = true;
          unsettled = true;
        }
        continue;
      }
      if (!joined) {
        joined = true;
        // Taken at once at the tail's end, so that what is written from now on follows there.
        for (const delta of drafts.of(key, rootRunId)) {
          if (shows(only, delta)) yield deltaFrame(delta);
        }
      }
      await ring.wait(place);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    tails.leave(tail);
  }
}

const ENDS: ReadonlySet<string> = new Set(['run_completed', 'run_failed', 'run_aborted']);

function shows(only: string | undefined, event: { readonly run_id: string }): boolean {
  return only === undefined || event.run_id === only;
}

/** Whether the stream ends with this event: the root's end, or that of the only run shown. */
function ends(rootRunId: string, only: string | undefined, event: RunEvent): boolean {
  return ENDS.has(event.type) && (event.run_id === rootRunId || event.run_id === only);
}

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

interface Standing {
  readonly over: boolean;
  readonly resting: boolean;
  /** Unknown for a run that the state has forgotten: it has ended before the newest one. */
  readonly last_seq?: number;
}

function standingOf(state: ControlState, rootRunId: string, only: string | undefined): Standing {
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
