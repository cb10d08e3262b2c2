import type { Run, RunEvent, SessionSummary } from '@hitl/protocol';
import {
  evolveRun,
  INITIAL_CONTROL,
  sessionStatus,
  toRun,
  treeOf,
  type ControlState,
} from '@hitl/protocol/fold';
import type { InteractionRecord, StoredCommit } from '../store/store.ts';

/** The expected rows of one session in a store. */
export interface FoldedLog {
  readonly state: ControlState;
  readonly session: SessionSummary;
  /** By id. */
  readonly runs: ReadonlyMap<string, Run>;
  /** By id. */
  readonly interactions: ReadonlyMap<string, InteractionRecord>;
}

/** Folds a whole log, event by event, into the expected projections of a store. */
export function foldLog(commits: readonly StoredCommit[]): FoldedLog {
  const runs = new Map<string, Run>();
  const interactions = new Map<string, InteractionRecord>();
  const answers = new Map<string, RunEvent & { type: 'interaction_response' }>();
  let state = INITIAL_CONTROL;

  for (const event of commits.flatMap(({ events }) => events)) {
    state = evolveRun(state, event);
    const tree = treeOf(state, event.root_run_id);
    if (tree === undefined) continue;
    for (const run of Object.values(tree.runs)) runs.set(run.id, toRun(state, tree, run));
    if (event.type === 'interaction_request') {
      const { interaction_request: request } = event.data;
      interactions.set(request.id, {
        interaction_request: request,
        run_id: request.run_id,
        session_id: event.session_id,
        root_run_id: event.root_run_id,
        tool_call_id: request.tool_call_id,
        user_id: tree.runs[request.run_id]?.user_id ?? null,
        seq: event.seq,
        status: 'pending',
      });
    }
    for (const { request } of tree.pending) {
      const record = interactions.get(request.id);
      if (record !== undefined) {
        interactions.set(request.id, { ...record, interaction_request: request });
      }
    }
    if (event.type === 'interaction_response') answers.set(event.data.interaction_id, event);
    if (event.type === 'interaction_resolved') {
      const { interaction_id: id, outcome, resolved_by: by } = event.data;
      const record = interactions.get(id);
      const answer = answers.get(id);
      if (record === undefined) continue;
      interactions.set(id, {
        ...record,
        status: outcome,
        resolved_at: event.timestamp,
        settled_after: (answer?.seq ?? event.seq) - 1,
        ...(by !== undefined && { resolved_by: by }),
        ...(answer !== undefined && { response: answer.data.response }),
        ...(answer?.data.caller !== undefined && { caller: answer.data.caller }),
        ...(answer?.data.idempotency_key !== undefined && {
          idempotency_key: answer.data.idempotency_key,
        }),
      });
    }
  }

  const trees = Object.values(state.trees);
  return {
    state,
    session: {
      session_id: state.session_id,
      user_id: state.user_id,
      title: state.title,
      status: sessionStatus(state),
      pending_count: trees.reduce((count, tree) => count + tree.pending.length, 0),
      updated_at: state.last_timestamp,
    },
    runs,
    interactions,
  };
}
