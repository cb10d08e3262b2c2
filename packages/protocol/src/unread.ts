/**
 * Members that the guard does not check, by the object or event that has them: no card shows them
 * and no fold reads them. Every other member is checked. `pnpm protocol` uses this list to generate
 * the guard's checks.
 */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  UnknownEvent: ['step_id'],
  InteractionRequest: [
    'step_id',
    'user_id',
    'batch',
    'args_digest',
    'tool_digest',
    'min_length',
    'max_length',
    'min_selected',
    'max_selected',
  ],
  InteractionPart: ['min_length', 'max_length', 'min_selected', 'max_selected'],
  RecordedResponse: ['*'],
  RecordedDecision: ['tool_call_id', 'reviewer_id', 'note', 'rules', 'rules_user_id'],
  Step: ['error', 'duration_ms'],
  ToolCall: ['model_call_id', 'invalid_args'],
  ToolResult: [
    'tool_name',
    'input_args',
    'output',
    'error',
    'start_time',
    'end_time',
    'duration',
    'cached',
  ],
  SavedRule: ['*'],
  CallVerdict: ['step', 'rule', 'from_cache'],
  run_started: [
    'external',
    'ongoing',
    'sealed',
    'metadata',
    'body_digest',
    'joined_interaction_id',
  ],
  run_claimed: ['*'],
  tool_auth_required: ['*'],
  execution_suspended: ['interaction_request_id'],
  execution_resumed: ['*'],
  interaction_response: ['caller', 'idempotency_key'],
  interaction_resolved: ['superseded_by'],
  permission_updated: ['pending_count', 'pending_interaction_ids'],
  rules_saved: ['rules'],
  tool_auth_denied: ['*'],
  tool_paused: ['reviewer_id', 'note'],
  tool_resumed: ['reviewer_id', 'note'],
  batch_judged: ['body_digest'],
  tool_started: ['tool_name', 'idempotency_key'],
  tool_outcome_unknown: ['tool_name', 'attempt', 'interaction_id'],
  run_paused: ['*'],
  run_resumed: ['*'],
  run_completed: ['metrics'],
  run_failed: ['code', 'by'],
  run_aborted: ['by', 'payload'],
  error: ['code'],
};

/** Whether the guard checks a member; `path` is dotted, with `*` for the index of a list. */
export function isRead(owner: string, path: string): boolean {
  const unread = UNREAD[owner] ?? [];
  return !unread.includes(path) && !unread.includes('*');
}

/** Enumerations whose values the guard checks; other enumerations are checked as texts. */
const CHECKED_WORDS: ReadonlySet<string> = new Set([
  'type',
  'purpose',
  'role',
  'outcome',
  'status',
]);

/** Whether the guard checks the values of an enumeration. */
export function hasCheckedWords(path: string): boolean {
  return CHECKED_WORDS.has(path.slice(path.lastIndexOf('.') + 1));
}
