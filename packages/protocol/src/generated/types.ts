// Generated from the schemas by `pnpm protocol`; do not edit.
import type { InteractionType } from '../interaction/interaction-type.ts';
import type { ProblemCode } from '../problem-codes.ts';

/**
 * Purpose of a request: permission, an answer, or a decision about a call whose outcome is
 * unknown.
 */
export type InteractionPurpose = 'authorization' | 'question' | 'recovery';

/** State of an interaction: pending, or its outcome. */
export type InteractionStatus = 'pending' | 'answered' | 'expired' | 'cancelled' | 'superseded';

/**
 * State of the execution of a call. `unknown`: its outcome was not reported in time, and a
 * person is asked.
 */
export type ExecutionStatus = 'running' | 'completed' | 'unknown';

/** How an interaction ended. */
export type InteractionOutcome = 'answered' | 'expired' | 'cancelled' | 'superseded';

/** Actions of a person on a call. */
export type ApprovalAction =
  | 'approve'
  | 'deny'
  | 'modify_args'
  | 'pause'
  | 'resume'
  | 'abort_run'
  | 'answer';

/** The possible harm of a call, as estimated by the server. */
export type RiskLevel = 'low' | 'medium' | 'high';

/**
 * Words of an external agent loop about its own call or question. They are unchecked: show
 * them in a separate frame, under the caller’s name, never as the server’s words.
 */
export interface ExternalWords {
  /** The authenticated user who asked. Absent: the caller is anonymous. */
  caller?: string;
  /** Only for a call: the title and description of a question always come from the caller. */
  title?: string;
  description?: string;
  reason?: string;
  /** The risk according to the caller; the `risk_level` of the request is never lower. */
  risk_level?: RiskLevel;
  metadata?: Record<string, unknown>;
}

/** One choice. */
export interface SelectOption {
  /** The id that an answer refers to. */
  value: string;
  /** The label shown to a person. */
  label: string;
  description?: string;
}

/** Fields of every part of a combined request, in addition to those of its type. */
export interface PartBase {
  /** Within a combined request it names the part. Default: a new UUID. */
  id: string;
  /** Written by the agent or the server. Untrusted: render as text. */
  title: string;
  /** More details. Untrusted: render as text. */
  description?: string;
  /** Whether an empty answer is refused. Default `true`. */
  required: boolean;
}

/** Fields of every request, in addition to those of its type. */
export interface RequestBase extends PartBase {
  run_id: string;
  session_id: string;
  step_id?: string;
  /** The assistant message whose batch this belongs to. */
  message_id?: string;
  tool_call_id: string;
  /** The tool that would run, or the tool that asks. */
  tool_name: string;
  /** Arguments that the tool would receive. Untrusted: render as text, in full. */
  tool_args: Record<string, unknown>;
  /** The user of the run. Absent: it has no user. */
  user_id?: string;
  /**
   * Data attached by the tool and the server, never by a caller; unknown members are
   * preserved.
   */
  metadata: Record<string, unknown>;
  /** Default: now. */
  created_at: string;
  /** From then on answering fails with `interaction_expired`. Absent: never. */
  expires_at?: string;
  /** Default: the run itself. */
  root_run_id: string;
  purpose: InteractionPurpose;
  /** Place in its batch, from 0. */
  batch?: {
    index: number;
    size: number;
  };
  /**
   * Lower-case hex SHA-256 of the RFC 8785 form of `{"args": …, "tool": …}`; always set by the
   * server.
   */
  args_digest?: string;
  /**
   * Lower-case hex SHA-256 of the tool’s name, description, JSON Schema and program or server.
   * For an authorization: if the tool changes, a person is asked again.
   */
  tool_digest?: string;
  /** Set by the server and its policies; a caller can only raise it. */
  risk_level?: RiskLevel;
  /** Reason for asking, from the server’s rules and policies. */
  reason?: string;
  /** Statements of the external agent loop that asked, unverified. */
  external?: ExternalWords;
  /** Actions that a response may contain; any other is `invalid_response`. */
  allowed_actions: ApprovalAction[];
  /** Names of agents, from the root agent to the one that asks. */
  agent_path: string[];
  /** Its clock is stopped until it is resumed. */
  paused?: boolean;
}

/** Fields of a question that parts of a combined request do not have. */
export interface QuestionFields {
  metadata?: Record<string, unknown>;
  /** After this time it can no longer be answered. Default: never. */
  expires_at?: string;
}

/** Fields of a request for text. */
export interface InputFields {
  type: 'input';
  /** Shown while the field is empty; not part of the answer. */
  placeholder?: string;
  /** Default `false`. */
  multiline: boolean;
  /** `text`, `password`, `number`, `email`, `url` …: an open set. Default `text`. */
  input_type: string;
  /** The answer is stored in the vault; events and logs contain a handle. Default `false`. */
  sensitive: boolean;
  /** Initial value of the field. */
  default_value?: string;
  /** In UTF-16 code units. */
  min_length?: number;
  /** In UTF-16 code units. */
  max_length?: number;
}

/** Fields of a request for a choice. */
export interface SelectFields {
  type: 'select';
  options: SelectOption[];
  /** Whether several may be chosen. Default `false`. */
  multiple: boolean;
  /** At least 1 if an answer is required. An answer that is not required may still be empty. */
  min_selected?: number;
  /** With `multiple`; without it, 1. */
  max_selected?: number;
  /** Whether a free text (`other`) may be given. Default `false`. */
  allow_other: boolean;
  /** Initially selected values. */
  default_values?: string[];
}

/** Fields of a request for a yes or no. */
export interface ConfirmFields {
  type: 'confirm';
  /** Label of the button for yes. */
  confirm_text?: string;
  /** Label of the button for no. */
  cancel_text?: string;
  /**
   * JSON Schema of the arguments of an authorization, so that they can be edited with their
   * types.
   */
  tool_schema?: Record<string, unknown>;
}

/** Fields of a request with several parts, answered together. */
export interface CombinedFields {
  type: 'combined';
  /** Its parts, in the order in which they are asked. */
  interactions: InteractionPart[];
}

/** Asks a person for text. */
export interface InputRequest extends RequestBase, InputFields {}

/** Asks a person to choose. */
export interface SelectRequest extends RequestBase, SelectFields {}

/** Asks a person for a yes or no; every authorization is one. */
export interface ConfirmRequest extends RequestBase, ConfirmFields {}

/** Asks a person several things at once. */
export interface CombinedRequest extends RequestBase, CombinedFields {}

/** How long an approval lasts: this call, this session, or until revoked. */
export type RememberScope = 'once' | 'session' | 'always';

/** Stops, resumes or ends a run. */
export type ControlAction = 'pause_run' | 'resume_run' | 'abort_run';

/**
 * `suspended`: waits for a person. `paused`: stopped by a control signal. The last three are
 * final.
 */
export type RunStatus = 'running' | 'suspended' | 'paused' | 'completed' | 'failed' | 'aborted';

/** State of a session. */
export type SessionStatus = 'idle' | 'generating' | 'waiting_permission';

/** Effect of a person’s denial of a call: the model gets the reason, or the run fails. */
export type OnDenied = 'continue' | 'fail_run';

/** Effect of a rule on a call that it matches. */
export type RuleEffect = 'allow' | 'deny' | 'ask';

/** Scope of a rule: one session, or everywhere until revoked. */
export type RuleScope = 'session' | 'always';

/** The decision about a call, with an explanation. */
export interface Verdict {
  decision: VerdictDecision;
  /** The step of the policy chain that decided; a newer server may know more of them. */
  step: VerdictStep | (string & {});
  /** For people and for the model. */
  reason: string;
  /** The rule that decided, as typed. */
  rule?: string;
  /** The decision of the rules comes from the cache. */
  from_cache?: boolean;
}

/** Whether a call is allowed, denied or needs a person. */
export type VerdictDecision = 'allowed' | 'denied' | 'needs_auth';

/** The steps of the policy chain, in their order. */
export type VerdictStep =
  | 'permissions_off'
  | 'policy_deny'
  | 'deny_rule'
  | 'ask_rule'
  | 'allow_rule'
  | 'tool_policy'
  | 'policy'
  | 'requires_consent'
  | 'default_policy'
  | 'anonymous_run'
  | 'hitl_off'
  | 'max_pending'
  | 'question'
  | 'invalid_call'
  | 'error';

/** The verdict on one call of a message. */
export interface CallVerdict extends Verdict {
  tool_call_id: string;
}

/** A difference between a store and the log of a session. */
export interface AuditFinding {
  /**
   * `ends_early`: other data in the store is ahead of the log. `row_changed`, `row_missing`: a
   * row differs from the log, or is missing. `chain_broken`: trails of the session, or parts
   * of them, were removed.
   */
  kind: 'ends_early' | 'row_changed' | 'row_missing' | 'chain_broken';
  what: 'session' | 'state' | 'run' | 'interaction';
  /** Of the session, run or interaction; empty if unknown. */
  id: string;
  /** For people. */
  detail: string;
}

/** Asks a person something; the run is suspended until it is settled. */
export type InteractionRequest = InputRequest | SelectRequest | ConfirmRequest | CombinedRequest;

/** A part of a combined request. */
export type InteractionPart =
  | (PartBase & InputFields)
  | (PartBase & SelectFields)
  | (PartBase & ConfirmFields)
  | (PartBase & CombinedFields);

/**
 * A question as supplied by a tool or an agent: the fields of its type and the texts to
 * show.
 */
export type Question =
  | (PartBase & QuestionFields & InputFields)
  | (PartBase & QuestionFields & SelectFields)
  | (PartBase & QuestionFields & ConfirmFields)
  | (PartBase & QuestionFields & CombinedFields);

/** The answer to one part of a combined request. */
export interface PartResponse {
  /** The id of the request, or of the part of it. */
  request_id: string;
  /** The type of the request. */
  type: InteractionType;
  /** For `input`. With the action `answer`: the result of the call. */
  text?: string;
  /** For `select`: values of options. */
  selected_values?: string[];
  /** For `select` with `allow_other`: a free text. */
  other?: string;
  /** For `confirm`. */
  confirmed?: boolean;
  /** For `combined`: one for each part. */
  responses?: PartResponse[];
}

/** Rules to save with an answer. */
export interface Remember {
  /** `once` remembers nothing. */
  scope: RememberScope;
  /** Rules to allow. Default with `session` or `always`: the rule for exactly this call. */
  patterns?: string[];
  /** Rules to deny. */
  deny_patterns?: string[];
  /** A time without a zone is UTC. */
  expires_at?: string;
}

/** A decision about one call, by its tool-call id. */
export interface ApprovalDecision {
  tool_call_id: string;
  /**
   * `approve`: it runs. `modify_args`: it runs with other arguments. `deny`: it does not run.
   * `answer`: it does not run, and `text` is its result. `pause`, `resume`: the clock of the
   * request is stopped or runs again. `abort_run`: the whole run ends.
   */
  action: ApprovalAction;
  /** With `modify_args`. */
  modified_args?: Record<string, unknown> | undefined;
  /** With `answer`: the result of the call. */
  text?: string | undefined;
  /** Passed to the model with a denial, and always kept in the audit trail. */
  note?: string | undefined;
  /** The reviewer according to the sender. */
  reviewer_id?: string | undefined;
  /** Needed when several runs have a pending call of this id (`ambiguous_tool_call`). */
  run_id?: string | undefined;
}

/** A control signal to a run. A signal that already applies changes nothing. */
export interface ControlSignal {
  run_id: string;
  /**
   * `pause_run`: nothing new starts. `resume_run`: the run continues. Both affect the whole
   * tree of the run. `abort_run`: the run and its nested runs end, and their pending requests
   * are `cancelled`; the call that started a nested run gets the error `Run aborted`, and its
   * own run continues.
   */
  action: ControlAction;
  /**
   * Stored unchanged in the log and in the audit trail. A text `reason` is shown to people.
   * With `abort_run`, `code: agent_missing` from a reviewer to a server that lacks an agent of
   * the run's tree: it ends as `failed` with that code.
   */
  payload?: Record<string, unknown> | undefined;
}

/** Approval or denial of one call, with the rules to remember. */
export interface ToolConsent {
  tool_call_id: string;
  decision: 'allow' | 'deny';
  /** Rules to allow from now on; empty: this call only. */
  patterns: string[];
  /** Rules to deny from now on. */
  deny_patterns?: string[] | undefined;
  /** Expiry of the rules. Absent: never. */
  expires_at?: string | undefined;
  /** The user who answers. Naming anyone but the caller is `forbidden`. */
  user_id?: string | undefined;
  /** Needed when several runs have a pending call of this id (`ambiguous_tool_call`). */
  run_id?: string | undefined;
}

/** A call that a model proposes. */
export interface ToolCall {
  /** Unique in its run. */
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** The id given by the model, if it was empty or already used. */
  model_call_id?: string;
  /** The text that the model sent as arguments, if it is not a JSON object. */
  invalid_args?: string;
}

/** The outcome of one tool call, including denied, unknown and cancelled ones. */
export interface ToolResult {
  tool_call_id: string;
  tool_name: string;
  /** The effective arguments; `{}` when denied. */
  input_args: Record<string, unknown>;
  /** Text for the model. */
  content: string;
  /** The tool’s return value as JSON; `null` if it did not run. */
  output: unknown;
  /** `null`: it succeeded. */
  error: string | null;
  is_success: boolean;
  /** Time at which it started; if it did not run, time of that decision. */
  start_time: string;
  end_time: string;
  /** In seconds. Waiting for a person does not count. */
  duration: number;
  /** The tool did not run: this is its earlier result for the same user and arguments. */
  cached?: boolean;
}

/**
 * One step of a run: a message of the transcript. An assistant step's id is its message's
 * id.
 */
export interface Step {
  id: string;
  /** Counts the steps of the session, from 1. */
  sequence: number;
  role: 'user' | 'assistant' | 'tool';
  /** The user’s message, the model’s text, or a result as passed to the model. */
  content: string;
  /** Of an assistant step. */
  tool_calls?: ToolCall[];
  /** Of a tool step: the call whose result it is. */
  tool_call_id?: string;
  /** Of a tool step: the tool. */
  name?: string;
  /** Of a tool step. */
  is_success?: boolean;
  /** Of a tool step that failed. */
  error?: string;
  /** How long the model or the tool took. */
  duration_ms?: number;
}

/** One execution of an agent. */
export interface Run {
  id: string;
  session_id: string;
  agent_id: string;
  /** `null`: it has no user. */
  user_id: string | null;
  status: RunStatus;
  /** Pending requests, in call order. */
  pending_interaction_ids: string[];
  /** `null`: a root run. */
  parent_run_id: string | null;
  /** Its own id for a root run. */
  root_run_id: string;
  /** The last text of the agent, once completed. */
  response: string | null;
  /** Reason of the failure or abort. */
  error: string | null;
  /** `seq` of the newest event of its root run. */
  last_seq: number;
  created_at: string;
  updated_at: string;
}

/** Response of `POST /runs/{id}/control`: the named run after the signal. */
export interface ControlResult extends Run {
  /**
   * The runs affected, including the named one: for `pause_run` and `resume_run` every
   * unfinished run of its tree, for `abort_run` the runs that it ended, deepest first.
   */
  affected_run_ids: string[];
}

/** One message of a session's transcript. */
export interface Message {
  id: string;
  run_id: string;
  /** Set for the messages of a nested run. */
  root_run_id?: string;
  role: 'user' | 'assistant' | 'tool';
  /** As in its [Step](#step). */
  content: string;
  created_at: string;
  /** Of an assistant message. */
  tool_calls?: ToolCall[];
  /** Of a tool message: the call whose result it is. */
  tool_call_id?: string;
  /** Of a tool message: the tool. */
  name?: string;
  /** Of a tool message. */
  is_success?: boolean;
  /** One for each gated call; only in assistant messages. */
  blocks: PermissionBlock[];
}

/** State of one gated call of an assistant message. */
export interface PermissionBlock {
  action_type: 'tool_call_permission';
  tool_call_id: string;
  interaction_id: string;
  status: 'pending' | 'granted' | 'denied';
}

/**
 * A piece of streamed model text. Not stored, without `seq`; `step_completed` has the final
 * text.
 */
export interface StepDelta {
  type: 'step_delta';
  run_id: string;
  root_run_id: string;
  session_id: string;
  /** RFC 3339, UTC. Never goes back within a log. */
  timestamp: string;
  data: {
    message_id: string;
    /** UTF-16 units before `text`, to drop repeats and detect gaps. */
    offset: number;
    text: string;
  };
}

/** Progress of a running call. Not stored, without `seq`; `tool_completed` has the result. */
export interface ToolProgress {
  type: 'tool_progress';
  run_id: string;
  root_run_id: string;
  session_id: string;
  /** RFC 3339, UTC. Never goes back within a log. */
  timestamp: string;
  data: {
    tool_call_id: string;
    /** Progress so far, in the tool’s own unit; it never decreases. */
    progress?: number;
    /** Final value of `progress`, if known. */
    total?: number;
    /** A description for people. Untrusted: render as text. */
    text?: string;
  };
}

/** A stored rule of a user. */
export interface PermissionRule {
  id: string;
  /** The rule as it was typed: `bash(npm run test:*)`. */
  pattern: string;
  effect: RuleEffect;
  scope: RuleScope;
  /** Set when `scope` is `session`. */
  session_id?: string;
  created_at: string;
  /** From then on the rule has no effect. Absent: never. */
  expires_at?: string;
  /** Last time it decided a call, updated at intervals. Absent: never. */
  last_used_at?: string;
  /** Origin of the rule: `api`, `answer`, `cli` … */
  source: string;
}

/** A rule saved by an answer. */
export interface SavedRule {
  /** The rule as it was typed. */
  pattern: string;
  effect: RuleEffect;
  scope: RuleScope;
  /** Absent: never. */
  expires_at?: string;
}

/** The body of `POST /runs`. */
export interface CreateRunInput {
  agent_id: string;
  /** The message. */
  input: string;
  /** Created when unknown. Left out: a new session. */
  session_id?: string | undefined;
  /** Only a reviewer may name another user. */
  user_id?: string | undefined;
  /** Kept in `run_started`. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * Effect of a person’s denial of a call, in nested runs too: `continue` passes the reason to
   * the model, `fail_run` ends this run. Default: the setting of the agent, else of the
   * server.
   */
  on_denied?: OnDenied | undefined;
}

/** A page of runs, newest first. */
export interface RunPage {
  runs: Run[];
  next_cursor: string | null;
}

/** One entry of the audit trail. More members depend on `kind`. */
export interface AuditEntry {
  /** The `seq` of its event. */
  seq: number;
  timestamp: string;
  /**
   * The kind of entry: `run_started`, `approval_required`, `question_asked`,
   * `approval_decision`, `question_answered`, `expired`, `cancelled`, `superseded`,
   * `auto_approved`, `auto_denied`, `rules_saved`, `tool_paused`, `tool_resumed`,
   * `tool_started`, `tool_completed`, `tool_outcome_unknown`, `run_paused`, `run_resumed`,
   * `run_aborted_by_human`, `run_completed`, `run_failed`.
   */
  kind: string;
  tool_call_id?: string;
  interaction_id?: string;
  /** The acting user, authenticated if there was a caller. */
  actor?: string;
  /** Its data were erased with its session: only its position and hashes are left. */
  erased?: boolean;
  /**
   * Lower-case hex SHA-256 of the RFC 8785 form of the entry without its three hashes. The
   * hashes are made when the entry is appended; an entry of a run that ended before servers
   * made any has none.
   */
  data_hash?: string;
  /** The `hash` of the entry before; of the first one, the SHA-256 of the run id. */
  prev_hash?: string;
  /**
   * Lower-case hex SHA-256 of the RFC 8785 array of `prev_hash`, `seq`, `timestamp`, `kind`,
   * `data_hash`.
   */
  hash?: string;
  [member: string]: unknown;
}

/**
 * Response of `GET /runs/{id}/audit`. The trail of a root run includes the entries of its
 * nested runs, each with its own `run_id`; the trail of a nested run is a separate chain of
 * its own entries.
 */
export interface AuditTrail {
  run_id: string;
  /** The newest hash, stored apart from the entries; `null` if there is none. */
  head: string | null;
  /** Recorded in the log: the trail has hashes from its first entry on. */
  sealed?: boolean;
  /**
   * The newest hash of a chain over the trails of all runs of the session. Keep it elsewhere
   * to detect later whether anything of the session was removed.
   */
  session_head?: string;
  /** With `?verify=true`: every head that the session has had, oldest first, recomputed. */
  session_heads?: string[];
  /** With `?verify=true`: differences between the store and the log; empty if there are none. */
  findings?: AuditFinding[];
  /** In the order in which they were written. */
  entries: AuditEntry[];
}

/** One session in a list. */
export interface SessionSummary {
  session_id: string;
  user_id: string | null;
  /** The beginning of its first message. */
  title: string;
  /** `generating`: a run is in progress. `waiting_permission`: a request is pending. */
  status: SessionStatus;
  /** Number of pending requests. */
  pending_count: number;
  updated_at: string;
}

/** A page of sessions, newest first. */
export interface SessionPage {
  sessions: SessionSummary[];
  next_cursor: string | null;
}

/** Response of `GET /sessions/{id}`. */
export interface SessionView {
  session_id: string;
  status: SessionStatus;
  /** The unfinished run. */
  run_id?: string;
  /** Pending requests, oldest first. */
  pending_permissions: InteractionRequest[];
}

/** Response of `GET /sessions/{id}/messages`. */
export interface MessagePage {
  messages: Message[];
}

/** The body of `POST /interactions`: a call or a question of an external agent loop. */
export interface CreateInteractionInput {
  session_id: string;
  /** Unique for each call of the session; asking again with the same id is idempotent. */
  tool_call_id: string;
  /** With `tool_args`: a call that needs approval. At most 256 characters. */
  tool_name?: string | undefined;
  /** Absent: `{}`. */
  tool_args?: Record<string, unknown> | undefined;
  /**
   * Names of arguments that the caller adds to the call itself: they are not checked, shown or
   * stored. Absent: every argument is checked.
   */
  injected_args?: string[] | undefined;
  /** The user whose rules apply and who owns the request. Absent: the caller. */
  user_id?: string | undefined;
  /**
   * The run of the caller’s loop: it begins with its first call, stays open, and can be
   * controlled with `POST /runs/{run_id}/control`. Absent: each call is a separate run.
   */
  run_id?: string | undefined;
  /**
   * The agent whose policy applies. Absent: none; only the rules and the settings of a known
   * tool of that name apply.
   */
  agent_id?: string | undefined;
  /** If present: a question, with the fields of its type. */
  type?: InteractionType | undefined;
  /**
   * Title of a question. For a call: an unverified title, shown in `external` of the request.
   * At most 2,000 characters in 50 lines, as labels of options.
   */
  title?: string | undefined;
  /**
   * Description of a question. For a call: an unverified one, shown in `external` of the
   * request. At most 10,000 characters in 200 lines.
   */
  description?: string | undefined;
  /** Actions to offer, a subset of the usual ones. An authorization needs `approve` and `deny`. */
  allowed_actions?: ApprovalAction[] | undefined;
  /**
   * For a tool that the server does not know: JSON Schema of its arguments, so that they can
   * be edited.
   */
  tool_schema?: Record<string, unknown> | undefined;
  /** Applies if it is higher than the risk set by tool and policy. */
  risk_level?: RiskLevel | undefined;
  /**
   * Reason for the call, unverified; shown in `external` of the request. At most 2,000
   * characters in 50 lines.
   */
  reason?: string | undefined;
  /** Unverified data, shown in `external` of the request. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * From then on it can no longer be answered. `expires_in_ms` and, for a call, the agent’s
   * `consent_timeout_ms` may end it earlier; without all of them it never expires.
   */
  expires_at?: string | undefined;
  /**
   * How long it can be answered, in milliseconds, counted by the server from the first request
   * with this id.
   */
  expires_in_ms?: number | undefined;
  [member: string]: unknown;
}

/** Response of `POST /interactions`, in every state of the call or question. */
export interface GateOutcome {
  /**
   * `allowed`, `denied`: a rule or a policy decided, or the request expired; see `reason`.
   * `pending`: a person is asked. `answered`: a person answered; see `response`.
   */
  decision: 'allowed' | 'denied' | 'pending' | 'answered';
  /** For the model. */
  reason?: string;
  /**
   * Id with which to claim the call; if a person was asked, the id of `interaction_request`.
   * Absent if a rule or a policy denied it.
   */
  interaction_id?: string;
  /** Present if a person was asked. */
  interaction_request?: InteractionRequest;
  run_id?: string;
  status?: InteractionStatus;
  /** Sensitive values are replaced by handles. */
  response?: InteractionResponse;
  resolved_at?: string;
  /** The acting user, if known. */
  resolved_by?: string;
}

/** The body of `POST /interactions/{id}/claim`. */
export interface ClaimInput {
  /** Unique id of this attempt, chosen by the caller. Sending it again repeats the same claim. */
  holder: string;
  /**
   * Maximum duration of the call, in milliseconds. After that, a later claim asks a person
   * about the outcome. Absent: 60,000.
   */
  lease_ms?: number | undefined;
  [member: string]: unknown;
}

/** The body of `POST /interactions/{id}/complete`. */
export interface CompleteInput {
  /** The `holder` of the claim. */
  holder: string;
  /** Text for the model. */
  content: string;
  /** Absent: `true`. */
  is_success?: boolean | undefined;
  /** Reason of a failure. Absent: `content`. */
  error?: string | undefined;
  /** Return value of the tool, as JSON. Absent: `content`. */
  output?: unknown;
  [member: string]: unknown;
}

/** The state of a claimed call, and its result. */
export interface ClaimResult {
  /** Whether the claim succeeded: only this caller runs the call, with `args`. */
  claimed: boolean;
  status: ExecutionStatus;
  interaction_id: string;
  /** The run of the execution, with its events and its audit trail. */
  run_id: string;
  tool_call_id: string;
  tool_name: string;
  /** The effective arguments. */
  args: Record<string, unknown>;
  /** Counts the executions of the call, from 1. */
  attempt: number;
  /** The same for every attempt of this call. */
  idempotency_key: string;
  /** The `holder` of the last claim. */
  holder?: string;
  claimed_at?: string;
  /** End of the lease of the last claim. */
  lease_until?: string;
  /**
   * With `running`: how long the claim still lasted when the server read it. The holder may
   * start the call only for so long after it sent the request.
   */
  lease_left_ms?: number;
  /** Set once it is completed. */
  result?: ToolResult;
  /** With `unknown`: the interaction that asks a person about the outcome. */
  recovery_id?: string;
}

/** Response of `GET /interactions/{id}`. */
export interface InteractionView {
  interaction_request: InteractionRequest;
  run_id: string;
  status: InteractionStatus;
  /** Sensitive values are replaced by handles. */
  response?: InteractionResponse;
  resolved_at?: string;
  /** The acting user, if known. */
  resolved_by?: string;
  /**
   * The new request for the same call, after the tool was replaced while the old one was
   * pending.
   */
  superseded_by?: string;
}

/** A page of interactions, oldest first. */
export interface InteractionPage {
  interactions: InteractionRequest[];
  next_cursor: string | null;
}

/** First event of the inbox stream: `event: snapshot`. */
export interface InboxSnapshot {
  /** Pending requests, oldest first: all, or as many as fit into the first kilobytes. */
  interactions: InteractionRequest[];
  /**
   * Present if `interactions` is incomplete: the ids of pending requests, oldest first, up to
   * 5,000. The others follow as `interaction_request` events; requests already known under one
   * of these ids are still pending.
   */
  pending_ids?: string[];
}

/** The body of `POST /interactions/respond`: each response is settled on its own. */
export interface RespondBatchInput {
  responses: InteractionResponse[];
}

/** Response of `POST /interactions/respond`: one result per answer, in order. */
export interface RespondBatchResult {
  results: {
    request_id: string;
    ok: boolean;
    problem?: Problem;
  }[];
}

/** Response of `POST /interactions/{id}/respond` with `Accept: application/json`. */
export interface RespondResult {
  /** The status of the run. */
  status: RunStatus;
  /** The root run after the answer. */
  run: Run;
  /** The answer was accepted, but saving its rules failed; they are saved before anything runs. */
  rules_pending?: true;
}

/** Response of `POST /approvals/{tool_call_id}/decision`. */
export interface DecisionResult {
  tool_call_id: string;
  /** `pending`: its clock was stopped or restarted. `cancelled`: the run was ended. */
  status: 'granted' | 'denied' | 'pending' | 'cancelled';
}

/** Response of `POST /tool-consent`. */
export interface ConsentResult {
  success: true;
  tool_call_id: string;
  /** For people. */
  message: string;
}

/** Response of `GET /permissions/{user_id}`. */
export interface UserPermissions {
  /** Allow rules that apply in all sessions, as typed. */
  allow: string[];
  /** Deny rules that apply in all sessions, as typed. */
  deny: string[];
}

/** A rule to store: the body of `POST /permissions/{user_id}/allow`, `/deny` and `/ask`. */
export interface RuleInput {
  /** The rule, such as `bash(npm run lint)`. */
  resource: string;
  /** A time without a zone is UTC. */
  expires_at?: string | undefined;
  /** If present, the rule applies in this session only. */
  session_id?: string | undefined;
}

/** The body of `POST /permissions/{user_id}/revoke`. */
export interface RevokeInput {
  /** The rule, as `GET /permissions/{user_id}` lists it. */
  resource: string;
}

/** Response of `GET /permissions/{user_id}/rules`. */
export interface RuleList {
  rules: PermissionRule[];
}

/** Response of the endpoints that change rules. */
export interface PermissionChange {
  status: 'ok';
  /** For people. */
  message: string;
}

/** The body of `POST /permissions/{user_id}/check`. */
export interface CheckInput {
  tool_name: string;
  tool_args: Record<string, unknown>;
  /** The calling agent. Absent: the first agent that has the tool. */
  agent_id?: string | undefined;
}

/** The decision that a call would get, without executing it. */
export interface CheckResult extends Verdict {
  /** The exact rule of this call. */
  resource: string;
  /** The same as `rule`. */
  matched_rule?: string;
  /** Rules that would allow it, the exact one first. */
  suggested_patterns: string[];
  /** How the rules decided, span by span. */
  explanation: Record<string, unknown>;
}

/** One agent, as `GET /agents` shows it. */
export interface AgentInfo {
  /** Its name. */
  id: string;
  description?: string;
  tools: {
    name: string;
    description?: string;
    parameters: Record<string, unknown>;
  }[];
}

/** Response of `GET /agents`. */
export interface AgentList {
  agents: AgentInfo[];
}

/** One validation issue: `path` is dotted, as in `responses.0.text`, or empty for the whole. */
export interface Issue {
  path: string;
  /** For people. */
  message: string;
}

/** An RFC 9457 body, `application/problem+json`. Codes add members, such as `interaction`. */
export interface Problem {
  /** `urn:hitl:problem:CODE` */
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  /** The error and how to fix it, for people; the text may change. */
  detail: string;
  /** With `invalid_request` and `invalid_response`. */
  errors?: readonly Issue[];
  [member: string]: unknown;
}

/** An event of a type unknown to this version, from a newer server: pass it on unchanged. */
export interface UnknownEvent {
  type: string;
  run_id: string;
  root_run_id: string;
  session_id: string;
  /** RFC 3339, UTC. Never goes back within a log. */
  timestamp: string;
  /**
   * Rises by one per root run from 1, without gaps; nested runs share the root's numbering.
   * Absent: it is not stored.
   */
  seq?: number;
  /** The step that it belongs to. */
  step_id?: string;
  /** Data of the event, by its type. */
  data: Record<string, unknown>;
}

/** A person’s decision about an authorization, as stored in the log. */
export interface RecordedDecision {
  tool_call_id: string;
  action: ApprovalAction;
  /** The arguments to run instead; the assistant step keeps the proposed ones. */
  modified_args?: Record<string, unknown>;
  note?: string;
  reviewer_id?: string;
  /** Rules that `save_rules` has to store for the run’s user. */
  rules?: SavedRule[];
  /** Owner of the rules, if the run has no user. */
  rules_user_id?: string;
}

/** A person’s answer. The first one settles the request; later ones get `already_resolved`. */
export interface InteractionResponse extends PartResponse {
  /** Default: when it was recorded. A time without a zone is UTC. */
  responded_at?: string;
  /** The user who answers. Naming anyone but the caller is `forbidden`. */
  user_id?: string;
  /** For authorizations. `confirmed: true` without it means `approve`, `false` means `deny`. */
  action?: ApprovalAction;
  /** With `modify_args`: the arguments to run instead. */
  modified_args?: Record<string, unknown>;
  /** Passed to the model with a denial, and always kept in the audit trail. */
  note?: string;
  /** The reviewer according to the sender; the audit trail names the caller first. */
  reviewer_id?: string;
  /**
   * The digest of the call that was shown; if it differs from the request’s, the answer is
   * `stale_approval`.
   */
  args_digest?: string;
  /**
   * Absent: nothing is remembered, except that for a bare `confirmed: true` the agent’s
   * `remember_confirmed` applies.
   */
  remember?: Remember;
}

/** Data of each event. Additional members are preserved. */
export interface EventData {
  /** A run starts; a nested run is started by a call of an agent tool. */
  run_started: {
    agent_id: string;
    user_id: string | null;
    /** The message that started it. */
    input: string;
    /** `null`: a root run. */
    parent_run_id: string | null;
    /** The call that started it. */
    parent_tool_call_id: string | null;
    /** A call or a question of an external agent loop: the server does not run it. */
    external?: boolean;
    /** A run of an external agent loop, under that loop’s id: it stays open until it is ended. */
    ongoing?: boolean;
    /** Its audit trail has hashes from the first entry on; a trail without them was stripped. */
    sealed?: boolean;
    /** Effect of a denial, if the run was started with this setting. Absent: the agent’s setting. */
    on_denied?: OnDenied;
    /** Metadata given when the run was started. */
    metadata?: Record<string, unknown>;
    /** SHA-256 of the request that started it: the same key with another body is a conflict. */
    body_digest?: string;
    /** The claimed call of an external loop that this run executes. */
    executes?: {
      run_id: string;
      tool_call_id: string;
      /** Absent: no person was asked. */
      interaction_id?: string;
      /** Digest of the call as it was submitted. */
      args_digest: string;
    };
    /**
     * The request that is already pending for an equal question: its answer answers this one
     * too.
     */
    joined_interaction_id?: string;
  };
  /** An instance takes over the run; the previous owner must stop. */
  run_claimed: {
    /** Unique name of the server instance. */
    owner: string;
    /** Counts the claims of the run, from 1. */
    attempt: number;
  };
  /** A message is complete: the input, a model response, or the result of a call. */
  step_completed: {
    step: Step;
  };
  /** A person is asked; once for each request, after it is stored. */
  interaction_request: {
    interaction_request: InteractionRequest;
  };
  /** A short form of the request, for clients that only show that approval is needed. */
  tool_auth_required: {
    tool_call_id: string;
    interaction_id: string;
    tool_name: string;
    /** The command, path or URL of the call, or its arguments as JSON. */
    args_preview: string;
    /** Rules that would allow it, the exact one first. */
    suggested_patterns: string[];
    /** Reason for asking. */
    reason: string;
    risk_level?: RiskLevel;
    /**
     * Suggested expiry of a saved rule, from a policy or the tool. The deadline of the request
     * is its `expires_at`.
     */
    expires_at_hint?: string | null;
  };
  /** The run waits for these requests; nothing of the batch runs before all are settled. */
  execution_suspended: {
    /** The first of them. */
    interaction_request_id: string;
    /** In call order. */
    interaction_request_ids: string[];
  };
  /** All of them are settled; the run continues. */
  execution_resumed: {
    /** The first of them. */
    interaction_request_id: string;
    /** All requests that the run waited for. */
    interaction_request_ids: string[];
  };
  /** The winning answer of a person. */
  interaction_response: {
    interaction_id: string;
    tool_call_id: string;
    /** Sensitive values are replaced by handles. */
    response: InteractionResponse;
    /** For authorizations. */
    decision?: RecordedDecision;
    /** The authenticated user who answered. */
    caller?: string;
    /** The `Idempotency-Key` of the answer. */
    idempotency_key?: string;
  };
  /** A request is settled, with any outcome: every tab removes its card. */
  interaction_resolved: {
    interaction_id: string;
    tool_call_id: string;
    /**
     * `cancelled`: its run ended, or it was withdrawn. `superseded`: replaced by a new message,
     * or by the request in `superseded_by`.
     */
    outcome: InteractionOutcome;
    /** The acting user, if known. */
    resolved_by?: string;
    /**
     * The new request for the same call, after the tool was replaced while the old one was
     * pending.
     */
    superseded_by?: string;
  };
  /** The pending requests after a settlement, possibly none. */
  permission_updated: {
    message_id: string;
    tool_call_id: string;
    interaction_id: string;
    /** For questions, `granted` means answered. */
    status: 'granted' | 'denied';
    /** Number of pending requests of the root run. */
    pending_count: number;
    pending_interaction_ids: string[];
  };
  /** The rules of an answer are stored. */
  rules_saved: {
    interaction_id: string;
    rules: SavedRule[];
  };
  /** A call may not run. */
  tool_auth_denied: {
    tool_call_id: string;
    /** Absent: no person was asked. */
    interaction_id?: string;
    tool_name: string;
    /** For the model. */
    reason: string;
    /**
     * Step of the policy chain that denied it in the check right before execution; otherwise
     * absent.
     */
    step?: string;
    /** The rule that denied it in that check, if any. */
    rule?: string;
  };
  /** The clock of a request is stopped; it can still be answered. */
  tool_paused: {
    tool_call_id: string;
    interaction_id: string;
    reviewer_id?: string;
    /** The reviewer’s note. */
    note?: string;
  };
  /** The clock of a request runs again. */
  tool_resumed: {
    tool_call_id: string;
    interaction_id: string;
    reviewer_id?: string;
    /** The reviewer’s note. */
    note?: string;
    /** The remaining time, counted from now. */
    expires_at?: string;
  };
  /**
   * The first event of the commit that checks the calls of one message, also when none needs a
   * person.
   */
  batch_judged: {
    message_id: string;
    verdicts: CallVerdict[];
    /**
     * SHA-256 of the external call that was checked: the same id with a different call is a
     * conflict.
     */
    body_digest?: string;
    /** An allowed call of an external loop, run by the holder of its claim. */
    call?: {
      tool_name: string;
      tool_args: Record<string, unknown>;
    };
  };
  /** A call is about to run; only the instance that appended this event runs it. */
  tool_started: {
    tool_call_id: string;
    tool_name: string;
    /** The effective arguments. */
    args: Record<string, unknown>;
    /** Counts the executions of this call, from 1. */
    attempt: number;
    /** The same for every attempt of this call. */
    idempotency_key: string;
    /** The claim of an external loop that runs the call. */
    holder?: string;
    /** For an external call: before this time no person is asked about its outcome. */
    lease_until?: string;
  };
  /** The one terminal result of a call, including denied, unknown and cancelled ones. */
  tool_completed: {
    result: ToolResult;
  };
  /** A call was started by an instance that is gone; its outcome is unknown. */
  tool_outcome_unknown: {
    tool_call_id: string;
    tool_name: string;
    /** The execution whose outcome is unknown. */
    attempt: number;
    /** The request that asks a person about the outcome; absent if no person can be asked. */
    interaction_id?: string;
  };
  /** Nothing new starts, and the clocks of pending requests are stopped. */
  run_paused: {
    /** The user who sent the signal. */
    by?: string;
    reason?: string;
    /** The full payload of the signal. */
    payload?: Record<string, unknown>;
  };
  /** The run continues, and the clocks of requests that were not paused one by one run again. */
  run_resumed: {
    /** The user who sent the signal. */
    by?: string;
    reason?: string;
    /** The full payload of the signal. */
    payload?: Record<string, unknown>;
  };
  /** The run has completed. */
  run_completed: {
    /** The last text of the agent. */
    response: string;
    /** `steps`, and the usage reported by the model for its last response. */
    metrics: Record<string, unknown>;
  };
  /** The run has failed. */
  run_failed: {
    /** For people. */
    error: string;
    /**
     * `max_steps`: the agent called its model too often. `model_error`: the model failed.
     * `denied`: a person denied a call, and `on_denied` is `fail_run`. `timeout`: a request
     * expired, and `on_timeout` is `fail_run`. `agent_missing`: an operator reported that no
     * server has the agent any more. Newer servers may add codes.
     */
    code?: string;
    /** The operator who ended it, with `agent_missing`. */
    by?: string;
  };
  /** A person, or a new message, ended the run. */
  run_aborted: {
    /** The user who sent the signal; also absent if a new message ended the run. */
    by?: string;
    reason?: string;
    /** The full payload of the signal; only in the event of the run that it names. */
    payload?: Record<string, unknown>;
  };
  /** An error that does not end the run. */
  error: {
    /** For people. */
    error: string;
    /**
     * `internal`: the stream failed; reconnect. `rules_pending`: an answer was accepted, but
     * saving its rules failed; they are saved before anything runs.
     */
    code?: string;
  };
}

/** One stored event of one type. */
export interface EventOf<T extends keyof EventData> {
  type: T;
  run_id: string;
  root_run_id: string;
  session_id: string;
  /** RFC 3339, UTC. Never goes back within a log. */
  timestamp: string;
  /** Rises by one per root run from 1, without gaps; nested runs share the root's numbering. */
  seq: number;
  /** The step that it belongs to. */
  step_id?: string;
  /** Data of the event, by its type. */
  data: EventData[T];
}
