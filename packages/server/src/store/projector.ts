import type { Run, RunEvent } from '@hitl/protocol';
import {
  evolveRun,
  isFinished,
  nextDeadline,
  rootOf,
  sessionStatus,
  toRun,
  treeOf,
  type ControlState,
  type PendingInteraction,
  type RunTree,
} from '@hitl/protocol/fold';
import { given } from '../base/given.ts';
import type { Commit, InteractionRecord } from './store.ts';

/** A commit without the hashes of its entries in audit trails. */
export type UnhashedCommit = Omit<Commit, 'audit'>;

/**
 * Starts a commit on a log's state: collects its events and derives everything that is stored with
 * them. Pure: the same events produce the same commit.
 */
export function createProjector(sessionId: string, before: ControlState) {
  const events: RunEvent[] = [];
  const runs = new Map<string, Run>();
  const interactions = new Map<string, InteractionRecord>();
  let state = before;

  function project(event: RunEvent, previous: RunTree | undefined): void {
    const tree = treeOf(state, event.root_run_id);
    if (tree === undefined) return;
    for (const run of Object.values(tree.runs)) runs.set(run.id, toRun(state, tree, run));
    for (const pending of tree.pending) {
      if (previous?.pending.includes(pending) === true) continue;
      interactions.set(pending.request.id, pendingRecord(sessionId, tree, pending));
    }
    if (event.type === 'interaction_resolved') settle(event, previous);
  }

  function settle(
    event: RunEvent & { type: 'interaction_resolved' },
    previous: RunTree | undefined,
  ): void {
    const id = event.data.interaction_id;
    const asked = previous?.pending.find(({ request }) => request.id === id);
    if (previous === undefined || asked === undefined) return;
    const answer = events.findLast(
      (earlier) => earlier.type === 'interaction_response' && earlier.data.interaction_id === id,
    );
    const { outcome, resolved_by, superseded_by } = event.data;
    const answered = answer?.type === 'interaction_response' ? answer.data : undefined;
    interactions.set(id, {
      ...pendingRecord(sessionId, previous, asked),
      status: outcome,
      resolved_at: event.timestamp,
      settled_after: (answer?.seq ?? event.seq) - 1,
      ...given({
        resolved_by,
        superseded_by,
        response: answered?.response,
        caller: answered?.caller,
        idempotency_key: answered?.idempotency_key,
      }),
    });
  }

  return {
    /** The state after the events so far. */
    get state() {
      return state;
    },
    get events(): readonly RunEvent[] {
      return events;
    },
    /** Adds an event that already has its position in the log. */
    add(event: RunEvent): void {
      const previous = treeOf(state, event.root_run_id);
      state = evolveRun(state, event);
      events.push(event);
      project(event, previous);
    },
    /** Events, checkpoint and projections, derived only from the events and the state before them. */
    commit(): UnhashedCommit {
      const trees = Object.values(state.trees);
      return {
        events,
        checkpoint: {
          state,
          nextDeadline: nextDeadline(state),
          owner: trees.find(({ owner }) => owner !== undefined)?.owner ?? null,
          runnable: trees.some((tree) => isRunnable(tree)),
        },
        projection: {
          session: {
            session_id: sessionId,
            user_id: state.user_id,
            title: state.title,
            status: sessionStatus(state),
            pending_count: trees.reduce((count, tree) => count + tree.pending.length, 0),
            updated_at: state.last_timestamp,
          },
          runs: [...runs.values()],
          interactions: [...interactions.values()],
        },
      };
    },
  };
}

/** The record of a pending interaction. */
export function pendingRecord(
  sessionId: string,
  tree: RunTree,
  { request, seq }: PendingInteraction,
): InteractionRecord {
  return {
    interaction_request: request,
    run_id: request.run_id,
    session_id: sessionId,
    root_run_id: tree.root_run_id,
    tool_call_id: request.tool_call_id,
    user_id: tree.runs[request.run_id]?.user_id ?? null,
    seq,
    status: 'pending',
  };
}

/** Whether a tree has work that needs no person: rules to save, or a next step. */
export function isRunnable(tree: RunTree): boolean {
  if (tree.unsaved.length > 0) return true;
  return !isFinished(tree) && !rootOf(tree).external && !tree.paused && tree.pending.length === 0;
}
