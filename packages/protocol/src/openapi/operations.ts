import type { EndpointName } from '../endpoints.ts';
import type { ProblemCode } from '../problem-codes.ts';

/** A response of an endpoint. */
export interface Answer {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  /** The name of the JSON body's schema. */
  readonly schema?: string;
  /** Name of the schema of each frame, if the response is or may be an event stream. */
  readonly frames?: string;
}

/** Documentation of one endpoint. */
export interface Operation {
  readonly summary: string;
  readonly query?: readonly QueryName[];
  /** The name of the JSON body's schema. */
  readonly body?: string;
  /** Whether `Idempotency-Key` is honoured. */
  readonly repeatable?: true;
  readonly answers: readonly Answer[];
  /** Problem codes of this endpoint, in addition to those common to all. */
  readonly problems: readonly ProblemCode[];
}

/** The query parameters. */
export const QUERY = {
  session_id: { type: 'string', description: 'Only those of this session.' },
  user_id: { type: 'string', description: 'Only those of this user.' },
  run_id: { type: 'string', description: 'Only those of this run.' },
  tool_call_id: { type: 'string', description: 'Only those of this call.' },
  status: { type: 'string', description: 'Only those with this status.' },
  cursor: { type: 'string', description: 'Start of the page: `next_cursor` of the previous page.' },
  limit: {
    type: 'integer',
    description: 'Maximum number of items, 1 to 200. Default 50. A page of large items has fewer.',
  },
  verify: {
    type: 'boolean',
    description: 'Whether to compare the whole session with its log: `findings`, `session_heads`.',
  },
  after: { type: 'integer', description: 'Only events with a larger `seq`, as `Last-Event-ID`.' },
  wait: {
    type: 'integer',
    description: 'Seconds to wait for an answer, 0 to 60. Default 0.',
  },
} as const;

/** The name of a query parameter. */
export type QueryName = keyof typeof QUERY;

/** Problem codes of every endpoint. */
export const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'invalid_request',
  'unauthenticated',
  'rate_limited',
  'internal',
  'unavailable',
];

/** Additional problem codes of endpoints with a body. */
export const BODY_PROBLEMS: readonly ProblemCode[] = [
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
];

const SETTLING: readonly ProblemCode[] = [
  'agent_not_found',
  'interaction_not_found',
  'interaction_expired',
  'already_resolved',
  'stale_approval',
  'idempotency_conflict',
  'invalid_response',
];

const rule = (summary: string): Operation => ({
  summary,
  body: 'RuleInput',
  answers: [{ status: 200, description: 'Stored.', schema: 'PermissionChange' }],
  problems: [],
});

/** Every endpoint, in the order of the contract. */
export const OPERATIONS: Readonly<Record<EndpointName, Operation>> = {
  create_run: {
    summary: 'Starts a run; unknown sessions are created',
    body: 'CreateRunInput',
    repeatable: true,
    answers: [
      { status: 201, description: 'The run, immediately.', schema: 'Run' },
      {
        status: 200,
        description: 'With `Accept: text/event-stream`: its events until it ends or suspends.',
        frames: 'StreamEvent',
      },
    ],
    problems: ['agent_not_found', 'session_not_found', 'session_busy', 'idempotency_conflict'],
  },
  list_runs: {
    summary: 'Lists runs, newest first',
    query: ['session_id', 'status', 'cursor', 'limit'],
    answers: [{ status: 200, description: 'A page of runs.', schema: 'RunPage' }],
    problems: [],
  },
  get_run: {
    summary: 'Shows a run',
    answers: [{ status: 200, description: 'The run.', schema: 'Run' }],
    problems: ['run_not_found'],
  },
  run_events: {
    summary: 'Streams the events of a run until it ends, across suspensions',
    query: ['after'],
    answers: [
      {
        status: 200,
        description: 'Stored events after `Last-Event-ID` (or `after`), then live events.',
        frames: 'StreamEvent',
      },
    ],
    problems: ['run_not_found'],
  },
  run_audit: {
    summary: 'Shows the audit trail of a run',
    query: ['verify'],
    answers: [
      {
        status: 200,
        description: 'The audit trail. For a deleted session: its hashes, for reviewers only.',
        schema: 'AuditTrail',
      },
    ],
    problems: ['run_not_found'],
  },
  control_run: {
    summary: 'Pauses, resumes or aborts a run; a signal that already applies changes nothing',
    body: 'ControlSignal',
    answers: [{ status: 200, description: 'The run after the signal.', schema: 'ControlResult' }],
    problems: ['agent_not_found', 'run_not_found', 'run_finished', 'forbidden'],
  },
  list_sessions: {
    summary: 'Lists sessions, newest change first',
    query: ['user_id', 'cursor', 'limit'],
    answers: [{ status: 200, description: 'A page of sessions.', schema: 'SessionPage' }],
    problems: ['forbidden'],
  },
  get_session: {
    summary: 'Shows the state and pending requests of a session',
    answers: [{ status: 200, description: 'The session.', schema: 'SessionView' }],
    problems: ['session_not_found'],
  },
  delete_session: {
    summary: 'Deletes a session; hashes of its audit trail are kept',
    answers: [{ status: 204, description: 'Deleted.' }],
    problems: ['session_not_found', 'session_busy', 'forbidden'],
  },
  session_messages: {
    summary: 'Shows the transcript of a session',
    answers: [{ status: 200, description: 'Its messages, oldest first.', schema: 'MessagePage' }],
    problems: ['session_not_found'],
  },
  session_events: {
    summary: 'Streams the events of all runs of a session',
    query: ['after'],
    answers: [
      {
        status: 200,
        description: 'Stored events after `Last-Event-ID` (opaque), then live events.',
        frames: 'StreamEvent',
      },
    ],
    problems: ['session_not_found'],
  },
  list_interactions: {
    summary: 'Lists interactions, oldest first',
    query: ['status', 'run_id', 'session_id', 'user_id', 'tool_call_id', 'cursor', 'limit'],
    answers: [{ status: 200, description: 'A page of requests.', schema: 'InteractionPage' }],
    problems: ['forbidden'],
  },
  interaction_events: {
    summary: 'Streams an inbox',
    query: ['user_id', 'session_id'],
    answers: [
      {
        status: 200,
        description:
          'First `event: snapshot` with an `InboxSnapshot`; requests that do not fit into it follow immediately as `interaction_request`. Then live `interaction_request`, `interaction_resolved`, `tool_paused` and `tool_resumed` events. A reconnect gets a new snapshot.',
        frames: 'InboxFrame',
      },
    ],
    problems: ['forbidden'],
  },
  create_interaction: {
    summary:
      'Asks a person about a call or a question of an external agent loop; idempotent by its call id',
    body: 'CreateInteractionInput',
    answers: [
      { status: 201, description: 'A person is asked.', schema: 'GateOutcome' },
      {
        status: 200,
        description:
          'A rule or a policy decided, or the call was already asked about: its current state.',
        schema: 'GateOutcome',
      },
    ],
    problems: ['agent_not_found', 'session_not_found', 'idempotency_conflict'],
  },
  respond_batch: {
    summary: 'Answers several requests, each settled on its own; the run resumes once',
    body: 'RespondBatchInput',
    repeatable: true,
    answers: [
      { status: 200, description: 'One result for each, in order.', schema: 'RespondBatchResult' },
    ],
    problems: [],
  },
  get_interaction: {
    summary: 'Shows an interaction, optionally waiting for its answer',
    query: ['wait'],
    answers: [
      { status: 200, description: 'The state of the interaction.', schema: 'InteractionView' },
    ],
    problems: ['interaction_not_found'],
  },
  respond: {
    summary: 'Answers a request; the first answer settles it',
    body: 'InteractionResponse',
    repeatable: true,
    answers: [
      {
        status: 200,
        description:
          'The events of the resumed run until it ends or suspends, or, while siblings are pending, `permission_updated`. With `Accept: application/json`: the run, immediately. Disconnecting does not stop the run.',
        schema: 'RespondResult',
        frames: 'StreamEvent',
      },
    ],
    problems: SETTLING,
  },
  claim_call: {
    summary: 'Claims an allowed call of an external loop; of several claims one succeeds',
    query: ['wait'],
    body: 'ClaimInput',
    answers: [
      {
        status: 200,
        description:
          'Whether the claim succeeded; else the state of the call, and its result if there is one. With `wait`: as soon as it has a result or can be claimed, or after that time.',
        schema: 'ClaimResult',
      },
    ],
    problems: [
      'agent_not_found',
      'interaction_not_found',
      'not_claimable',
      'run_finished',
      'idempotency_conflict',
    ],
  },
  complete_call: {
    summary: 'Records the outcome of a claimed call; repeating it changes nothing',
    body: 'CompleteInput',
    answers: [{ status: 200, description: 'The call with its result.', schema: 'ClaimResult' }],
    problems: ['interaction_not_found', 'not_claimed', 'run_finished', 'idempotency_conflict'],
  },
  decide: {
    summary: 'Decides about a call by its tool-call id',
    body: 'ApprovalDecision',
    repeatable: true,
    answers: [{ status: 200, description: 'The state of the call.', schema: 'DecisionResult' }],
    problems: [...SETTLING, 'ambiguous_tool_call'],
  },
  tool_consent: {
    summary: 'Approves or denies a call, with rules to remember',
    body: 'ToolConsent',
    repeatable: true,
    answers: [
      { status: 200, description: 'Recorded; its rules are stored.', schema: 'ConsentResult' },
    ],
    problems: [...SETTLING, 'ambiguous_tool_call'],
  },
  get_permissions: {
    summary: 'Shows the allow and deny rules of a user',
    answers: [{ status: 200, description: 'The rules.', schema: 'UserPermissions' }],
    problems: ['forbidden'],
  },
  list_rules: {
    summary: 'Lists every rule of a user',
    answers: [{ status: 200, description: 'The rules.', schema: 'RuleList' }],
    problems: ['forbidden'],
  },
  allow: rule('Stores an allow rule'),
  deny: rule('Stores a deny rule'),
  ask: rule('Stores an ask rule'),
  revoke: {
    summary: 'Removes a rule',
    body: 'RevokeInput',
    answers: [{ status: 200, description: 'Removed.', schema: 'PermissionChange' }],
    problems: [],
  },
  check: {
    summary: 'Returns the decision for a call; executes and stores nothing',
    body: 'CheckInput',
    answers: [{ status: 200, description: 'The verdict.', schema: 'CheckResult' }],
    problems: ['agent_not_found'],
  },
  list_agents: {
    summary: 'Lists the agents with their tools',
    answers: [{ status: 200, description: 'The agents.', schema: 'AgentList' }],
    problems: [],
  },
  healthz: {
    summary: 'Health check',
    answers: [{ status: 200, description: 'The server is up.' }],
    problems: [],
  },
  openapi: {
    summary: 'This document',
    answers: [{ status: 200, description: 'An OpenAPI 3.1 document.' }],
    problems: [],
  },
};

/** The query parameters that an endpoint takes. */
export function queryOf(name: EndpointName): readonly QueryName[] {
  return OPERATIONS[name].query ?? [];
}
