import type { EventType } from '@hitl/protocol';

/**
 * Queries that change with a run: its audit trail, the details of an interaction, the rules of its
 * user, the run itself (also in a list), its session in a list.
 */
export type AffectedQuery = 'audit' | 'interaction' | 'rules' | 'run' | 'session';

const AFFECTED: Readonly<Record<EventType, readonly AffectedQuery[]>> = {
  run_started: ['audit', 'run', 'session'],
  run_claimed: [],
  step_completed: ['session'],
  interaction_request: ['audit', 'interaction', 'run', 'session'],
  tool_auth_required: [],
  execution_suspended: ['run', 'session'],
  execution_resumed: ['run', 'session'],
  interaction_response: ['audit', 'interaction'],
  interaction_resolved: ['audit', 'interaction', 'run', 'session'],
  permission_updated: [],
  rules_saved: ['audit', 'rules'],
  tool_auth_denied: [],
  tool_paused: ['audit', 'interaction'],
  tool_resumed: ['audit', 'interaction'],
  batch_judged: ['audit'],
  tool_started: ['audit'],
  tool_completed: ['audit'],
  tool_outcome_unknown: ['audit'],
  run_paused: ['audit', 'run', 'session'],
  run_resumed: ['audit', 'run', 'session'],
  run_completed: ['audit', 'run', 'session'],
  run_failed: ['audit', 'run', 'session'],
  run_aborted: ['audit', 'run', 'session'],
  error: [],
};

/** Queries that an event of this type invalidates. */
export function queriesAffectedBy(type: EventType): readonly AffectedQuery[] {
  return AFFECTED[type];
}
