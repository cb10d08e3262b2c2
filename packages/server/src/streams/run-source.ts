import type { RunEvent } from '@hitl/protocol';
import { rootOf, runOf, statusOf, treeOf, type ControlState } from '@hitl/protocol/fold';
import type { SessionKey, SessionStore } from '../store/store.ts';
import type { RunStreamOptions } from './feed.ts';
import { logCursor, logSource, type LogCursor } from './log-source.ts';
import type { StreamSource } from './subscription.ts';
import { frameOf } from './frames.ts';
import { createStoredItem, type LiveItem } from './live-buffer.ts';
import type { LiveBuffers } from './live-buffers.ts';
import type { Unfinished } from './unfinished.ts';

/** Number of events per read. */
const PAGE = 1000;

/** Position of a reader in a root run. */
export interface RunCursor extends LogCursor {
  readonly root: string;
  readonly only: string | undefined;
  readonly until: RunStreamOptions['until'];
  /** `seq` of the last event that was shown or skipped. */
  seq: number;
  /** Whether the run may have come to rest since this was last checked. */
  unsettled: boolean;
}

export function runCursor(key: SessionKey, root: string, options: RunStreamOptions): RunCursor {
  return {
    ...logCursor(key),
    root,
    only: options.onlyRunId,
    until: options.until,
    seq: options.after ?? 0,
    unsettled: true,
  };
}

/** A source with the events of one root run, contiguous by `seq`. */
export function createRunSource(
  store: SessionStore,
  buffers: LiveBuffers,
  unfinished: Unfinished,
): StreamSource<RunCursor, LiveItem> {
  const log = logSource(buffers);

  /** Whether the stream ends here. */
  async function isOver(cursor: RunCursor): Promise<'yes' | 'no' | 'not yet'> {
    const known = knownOf(cursor);
    const run = known ?? runStateOf((await store.load(cursor.key)).state, cursor);
    if (!run.over && !(cursor.until === 'rest' && run.resting)) return 'no';
    if (cursor.buffer?.confirmed === false) {
      await cursor.buffer.confirm();
      return 'not yet';
    }
    const rest =
      run.lastSeq === undefined
        ? (await store.readRun(cursor.key, cursor.root, cursor.seq, 1)).length
        : run.lastSeq - cursor.seq;
    return rest > 0 ? 'not yet' : 'yes';
  }

  /** The run in the buffer's state, unless newer events were read. */
  function knownOf(cursor: RunCursor): RunState | undefined {
    if (cursor.buffer === undefined) return undefined;
    const known = runStateOf(cursor.buffer.state, cursor);
    return known.lastSeq !== undefined && known.lastSeq >= cursor.seq ? known : undefined;
  }

  return {
    ...log,
    async enter(cursor) {
      if (cursor.buffer !== undefined) return;
      cursor.buffer = buffers.enter(cursor.key, 'unread');
      const isOpen = cursor.buffer.last !== null;
      await cursor.buffer.ready;
      // Recent commits of other instances may not have been announced to it.
      if (isOpen) await cursor.buffer.sync();
    },
    async page(cursor) {
      const { key, root, seq } = cursor;
      const buffer = log.mark(cursor);
      if (buffer === undefined) return [];
      const recent = buffer.recentOfRun(root, seq);
      if (recent !== null) {
        cursor.behind = cursor.unsettled;
        return recent;
      }
      const isAtEnd = cursor.unsettled && knownOf(cursor)?.lastSeq === seq;
      const events = isAtEnd ? [] : await store.readRun(key, root, seq, PAGE);
      cursor.behind = events.length === PAGE || (cursor.unsettled && events.length > 0);
      if (events.length === 0 && cursor.unsettled) {
        const over = await isOver(cursor);
        cursor.done = over === 'yes';
        cursor.behind = over === 'not yet';
        cursor.unsettled = over !== 'no';
      }
      return events.map((event) => createStoredItem(event));
    },
    accept(cursor, item) {
      if (item.kind === 'unstored') {
        const { event: unstored, frame } = item;
        return unstored.root_run_id === cursor.root && shows(cursor, unstored) ? frame : undefined;
      }
      const { event } = item;
      if (event.root_run_id !== cursor.root || event.seq <= cursor.seq) return undefined;
      cursor.seq = event.seq;
      if (ends(cursor, event)) cursor.done = true;
      if (cursor.until === 'rest' && RESTING.has(event.type)) {
        cursor.unsettled = true;
        cursor.behind = true;
      }
      return shows(cursor, event) ? item.frame : undefined;
    },
    join(cursor, reader) {
      cursor.buffer?.join(reader);
      return unfinished
        .of(cursor.key, cursor.root)
        .filter((event) => shows(cursor, event))
        .map((event) => frameOf(event));
    },
  };
}

const ENDS: ReadonlySet<string> = new Set(['run_completed', 'run_failed', 'run_aborted']);

/** Events after which a run may be waiting for a person. */
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

function shows({ only }: RunCursor, event: { readonly run_id: string }): boolean {
  return only === undefined || event.run_id === only;
}

/** Whether the stream ends with this event: the end of the root run, or of the only run shown. */
function ends({ root, only }: RunCursor, event: RunEvent): boolean {
  return ENDS.has(event.type) && (event.run_id === root || event.run_id === only);
}

interface RunState {
  readonly over: boolean;
  readonly resting: boolean;
  /** Absent if the state has dropped the run, which has then ended. */
  readonly lastSeq?: number;
}

function runStateOf(state: ControlState, { root: rootRunId, only }: RunCursor): RunState {
  const tree = treeOf(state, rootRunId);
  if (tree === undefined) return { over: true, resting: true };
  const root = rootOf(tree);
  // A nested run is removed from the tree when its parent has its result.
  const nested = only === undefined ? root : runOf(tree, only);
  const waiting = statusOf(tree, root) !== 'running';
  return {
    over: root.ended !== undefined || nested === undefined || nested.ended !== undefined,
    // No runner drives a run of an external loop, so it always counts as resting.
    resting: waiting || root.external,
    lastSeq: tree.last_seq,
  };
}
