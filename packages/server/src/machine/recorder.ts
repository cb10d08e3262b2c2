import type { EventData, EventDraft, EventType, RunEvent } from '@hitl/protocol';
import { treeOf, type ControlState } from '@hitl/protocol/fold';
import { given, type OrUndefined } from '../base/given.ts';
import { createProjector, type UnhashedCommit } from '../store/projector.ts';

/** Collects the events of one decision, with the state after each of them. */
export interface Recorder {
  /** The time of the events, RFC 3339. */
  readonly now: string;
  /** The state after the events so far. */
  readonly state: ControlState;
  readonly events: readonly RunEvent[];
  /**
   * Adds an event: gives it its position in the log and applies it to the state. Undefined members
   * of its data are left out.
   */
  add<T extends EventType>(type: T, runId: string, data: OrUndefined<EventData[T]>): void;
  /** The data for `append`, without the hashes of the audit trail. */
  commit(): UnhashedCommit;
}

/**
 * Begins a decision on a log's state. Pure: `now` is the store's clock, and timestamps never
 * decrease within a log.
 */
export function record(sessionId: string, before: ControlState, now: string): Recorder {
  const timestamp = now > before.last_timestamp ? now : before.last_timestamp;
  const projector = createProjector(sessionId, before);

  function place(draft: EventDraft): RunEvent {
    const { state } = projector;
    const tree = treeOf(state, parentOf(draft) ?? draft.run_id);
    const envelope = {
      run_id: draft.run_id,
      root_run_id: tree?.root_run_id ?? draft.run_id,
      session_id: sessionId,
      seq: (tree?.last_seq ?? 0) + 1,
      timestamp,
    };
    if (draft.type === 'run_started') {
      // Marks the log as sealed: from now on a trail without hashes has lost them.
      return { ...draft, ...envelope, data: { ...draft.data, sealed: true } };
    }
    if (draft.type !== 'step_completed') return { ...draft, ...envelope };
    const step = { ...draft.data.step, sequence: state.last_sequence + 1 };
    return { ...draft, ...envelope, step_id: step.id, data: { ...draft.data, step } };
  }

  return {
    now: timestamp,
    get state() {
      return projector.state;
    },
    get events() {
      return projector.events;
    },
    add(type, runId, data) {
      projector.add(place({ type, run_id: runId, data: given(data) } as EventDraft));
    },
    commit: () => projector.commit(),
  };
}

/** A nested run is not in the tree yet when it starts, but its parent is. */
function parentOf(draft: EventDraft): string | null {
  return draft.type === 'run_started' ? draft.data.parent_run_id : null;
}
