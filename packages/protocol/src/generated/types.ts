// Written from the schemas by `pnpm protocol`; do not edit it by hand.
import type { InteractionType } from '../interaction/interaction-type.ts';
import type { ProblemCode } from '../problem-codes.ts';

/**
 * Why a person is asked: for permission, for an answer, or about a call whose outcome is
 * unknown.
 */
export type InteractionPurpose = 'authorization' | 'question' | 'recovery';

/** Whether an interaction is pending, else how it ended. */
export type InteractionStatus = 'pending' | 'answered' | 'expired' | 'cancelled' | 'superseded';

/**
 * Where the execution of a call stands. `unknown`: whoever claimed it did not say in time
 * what became of it, and a person is asked.
 */
export type ExecutionStatus = 'running' | 'completed' | 'unknown';

/** How an interaction ended. */
export type InteractionOutcome = 'answered' | 'expired' | 'cancelled' | 'superseded';

/** What a person can do about a call. */
export type ApprovalAction =
  | 'approve'
  | 'deny'
  | 'modify_args'
  | 'pause'
  | 'resume'
  | 'abort_run'
  | 'answer';

/** How much harm a call can do, as the server sees it. */
export type RiskLevel = 'low' | 'medium' | 'high';

/**
 * What a loop that is not the server's says about its own call or question. It is unchecked:
 * show it in a frame of its own, under the caller's name, never as the server's words.
 */
export interface ExternalWords {
  /** Who asked, as authenticated. Absent: the caller is anonymous. */
  caller?: string;
  /** Only of a call: a question's own title and description are its caller's anyway. */
  title?: string;
  description?: string;
  reason?: string;
  /** What the caller takes the risk for; the request's `risk_level` is never lower. */
  risk_level?: RiskLevel;
  metadata?: Record<string, unknown>;
}

/** One choice. */
export interface SelectOption {
  /** What an answer names. */
  value: string;
  /** What a person reads. */
  label: string;
  description?: string;
}

/** What a part of a combined request has, besides the fields of its own type. */
export interface PartBase {
  /** Within a combined request it names the part. Default: a new UUID. */
  id: string;
  /** Written by the agent or the server. Untrusted: render as text. */
  title: string;
  /** More of it. Untrusted, too. */
  description?: string;
  /** Whether an empty answer is refused. Default `true`. */
  required: boolean;
}

/** What every request has, besides the fields of its own type. */
export interface RequestBase extends PartBase {
  run_id: string;
  session_id: string;
  step_id?: string;
  /** The assistant message whose batch this belongs to. */
  message_id?: string;
  tool_call_id: string;
  /** The tool that would run, or that asks. */
  tool_name: string;
  /** What the tool would receive. Untrusted: render as text, in full. */
  tool_args: Record<string, unknown>;
  /** Whose run it is. Absent: it has no user. */
  user_id?: string;
  /**
   * What the tool and the server attached, never a caller's; unknown members survive every
   * hop.
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
   * Lower-case hex SHA-256 of the RFC 8785 form of `{"args": …, "tool": …}`; the server sets
   * it always.
   */
  args_digest?: string;
  /**
   * Lower-case hex SHA-256 of what the tool is: its name, description, JSON Schema and program
   * or server. Of an authorization: once the tool is another one, it is asked again.
   */
  tool_digest?: string;
  /** As the server and its policies see it, or higher where a caller says so. */
  risk_level?: RiskLevel;
  /** Why a person is asked, as the server's rules and policies say. */
  reason?: string;
  /**
   * What the loop that asked says, where it is not the server's; the caller's words,
   * unchecked.
   */
  external?: ExternalWords;
  /** What a response may say as its `action`; another one is `invalid_response`. */
  allowed_actions: ApprovalAction[];
  /** Names of agents, from the root agent to the one that asks. */
  agent_path: string[];
  /** Its clock stands still until it is resumed. */
  paused?: boolean;
}

/** What a question has, besides what it shares with parts of a combined request. */
export interface QuestionFields {
  metadata?: Record<string, unknown>;
  /** After this time it can no longer be answered. Default: never. */
  expires_at?: string;
}

/** The own fields of a request for text. */
export interface InputFields {
  type: 'input';
  /** Shown while nothing is typed; no answer. */
  placeholder?: string;
  /** Default `false`. */
  multiline: boolean;
  /** `text`, `password`, `number`, `email`, `url` …: an open set. Default `text`. */
  input_type: string;
  /** The answer is kept in the vault; events and logs hold a handle. Default `false`. */
  sensitive: boolean;
  /** What the field holds at first. */
  default_value?: string;
  /** In UTF-16 code units. */
  min_length?: number;
  /** In UTF-16 code units. */
  max_length?: number;
}

/** The own fields of a request for a choice. */
export interface SelectFields {
  type: 'select';
  options: SelectOption[];
  /** Whether several may be chosen. Default `false`. */
  multiple: boolean;
  /**
   * At least 1 where an answer is required. What is not required may be left empty all the
   * same.
   */
  min_selected?: number;
  /** With `multiple`; without it, 1. */
  max_selected?: number;
  /** Whether a text of one's own (`other`) may be given. Default `false`. */
  allow_other: boolean;
  /** What is chosen at first. */
  default_values?: string[];
}

/** The own fields of a request for a yes or no. */
export interface ConfirmFields {
  type: 'confirm';
  /** What the button for a yes says. */
  confirm_text?: string;
  /** What the button for a no says. */
  cancel_text?: string;
  /**
   * JSON Schema of the arguments of an authorization, so that they can be edited with their
   * types.
   */
  tool_schema?: Record<string, unknown>;
}

/** The own fields of a request with several parts, answered together. */
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

/** What a session is doing. */
export type SessionStatus = 'idle' | 'generating' | 'waiting_permission';

/** What a person's denial of a call does to its run: the model is told, or the run fails. */
export type OnDenied = 'continue' | 'fail_run';

/** What a rule does to a call that it matches. */
export type RuleEffect = 'allow' | 'deny' | 'ask';

/** Where a rule holds: one session, or everywhere until revoked. */
export type RuleScope = 'session' | 'always';

/** What was decided about a call, with what led to it. */
export interface Verdict {
  decision: VerdictDecision;
  /** The step of the policy chain that decided; a newer server may know more of them. */
  step: VerdictStep | (string & {});
  /** For people and for the model. */
  reason: string;
  /** The rule that decided, as typed. */
  rule?: string;
  /** The rules' part of it was found before, and nothing has changed since. */
  from_cache?: boolean;
}

/** Whether a call may run, or a person is asked. */
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

/** What was decided about one call of a message. */
export interface CallVerdict extends Verdict {
  tool_call_id: string;
}

/** Something in a store that is not what the log of its session says. */
export interface AuditFinding {
  /**
   * `ends_early`: something beside the log knows more than the log. `row_changed`,
   * `row_missing`: a row is not what the log makes it, or gone. `chain_broken`: trails of the
   * session, or parts of them, were taken away.
   */
  kind: 'ends_early' | 'row_changed' | 'row_missing' | 'chain_broken';
  what: 'session' | 'state' | 'run' | 'interaction';
  /** Of the session, run or interaction; empty where that is not known. */
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
 * What a tool or an agent supplies to ask a question: the type's own fields and what to
 * show.
 */
export type Question =
  | (PartBase & QuestionFields & InputFields)
  | (PartBase & QuestionFields & SelectFields)
  | (PartBase & QuestionFields & ConfirmFields)
  | (PartBase & QuestionFields & CombinedFields);

/** A part's answer inside the answer of a combined request. */
export interface PartResponse {
  /** The id of the request, or of the part of it. */
  request_id: string;
  /** As the request has it. */
  type: InteractionType;
  /** For `input`. With the action `answer`: the result of the call. */
  text?: string;
  /** For `select`: values of options. */
  selected_values?: string[];
  /** For `select` with `allow_other`: a text of one's own. */
  other?: string;
  /** For `confirm`. */
  confirmed?: boolean;
  /** For `combined`: one for each part. */
  responses?: PartResponse[];
}

/** What an answer wants remembered as rules. */
export interface Remember {
  /** `once` remembers nothing. */
  scope: RememberScope;
  /** Rules to allow. Left out with `session` or `always`: the exact resource. */
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
   * request stands still, or runs again. `abort_run`: the whole run ends.
   */
  action: ApprovalAction;
  /** With `modify_args`. */
  modified_args?: Record<string, unknown> | undefined;
  /** With `answer`: the result of the call. */
  text?: string | undefined;
  /** Told to the model with a denial, kept in the audit trail always. */
  note?: string | undefined;
  /** Who decided, as the sender says. */
  reviewer_id?: string | undefined;
  /** Needed when several runs have a call of this id (`ambiguous_tool_call`). */
  run_id?: string | undefined;
}

/** A signal to a run. One that already holds changes nothing. */
export interface ControlSignal {
  run_id: string;
  /**
   * `pause_run`: nothing new starts. `resume_run`: it goes on. Both take the whole tree of the
   * run. `abort_run`: the run and what is below it end, and what waits there is `cancelled`;
   * the call that asked for a nested run gets `Run aborted` as an error, and its run goes on.
   */
  action: ControlAction;
  /**
   * Kept whole in the log and in the audit trail. A text `reason` is shown to people. With
   * `abort_run`, `code: agent_missing` from a reviewer to a server that lacks an agent of the
   * run's tree: it ends as `failed` with that code.
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
  /** Of the rules. Absent: never. */
  expires_at?: string | undefined;
  /** Who answers. Another one than the caller is `forbidden`. */
  user_id?: string | undefined;
  /** Needed when several runs have a call of this id (`ambiguous_tool_call`). */
  run_id?: string | undefined;
}

/** A call that a model proposes. */
export interface ToolCall {
  /** Unique in its run. */
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** What the model called it, where that was empty or used already. */
  model_call_id?: string;
  /** The text that the model sent in place of arguments, where it is not a JSON object. */
  invalid_args?: string;
}

/** The outcome of one tool call, also of one that was denied, unknown or cancelled. */
export interface ToolResult {
  tool_call_id: string;
  tool_name: string;
  /** The effective arguments; `{}` when denied. */
  input_args: Record<string, unknown>;
  /** What the model reads. */
  content: string;
  /** What the tool returned, as JSON; `null` when it did not run. */
  output: unknown;
  /** `null`: it went well. */
  error: string | null;
  is_success: boolean;
  /** When it began to run; of one that did not run, when that was decided. */
  start_time: string;
  end_time: string;
  /** In seconds. Waiting for a person does not count. */
  duration: number;
  /** The tool did not run: this is what it said to the same user for the same arguments before. */
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
  /** A user’s message, the model’s text, or what the model reads of a result. */
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
  /** What it waits for, in call order. */
  pending_interaction_ids: string[];
  /** `null`: a root run. */
  parent_run_id: string | null;
  /** Its own id for a root run. */
  root_run_id: string;
  /** The last text of the agent, once completed. */
  response: string | null;
  /** Why it failed, or was aborted. */
  error: string | null;
  /** `seq` of the newest event of its root run. */
  last_seq: number;
  created_at: string;
  updated_at: string;
}

/**
 * What `POST /runs/{id}/control` answers: the run that the signal named, as it is
 * afterwards.
 */
export interface ControlResult extends Run {
  /**
   * The runs that are now as the signal says, that one included: of `pause_run` and
   * `resume_run` every unfinished run of its tree, of `abort_run` the runs that it ended,
   * deepest first.
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

/** Whether the person has decided about one gated call of an assistant message. */
export interface PermissionBlock {
  action_type: 'tool_call_permission';
  tool_call_id: string;
  interaction_id: string;
  status: 'pending' | 'granted' | 'denied';
}

/**
 * A piece of text as the model writes it. Not stored, without `seq`; `step_completed` is the
 * truth.
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
    /** UTF-16 units before `text`, so that repeats are dropped and holes are seen. */
    offset: number;
    text: string;
  };
}

/** How far a running call is. Not stored, without `seq`; `tool_completed` is the truth. */
export interface ToolProgress {
  type: 'tool_progress';
  run_id: string;
  root_run_id: string;
  session_id: string;
  /** RFC 3339, UTC. Never goes back within a log. */
  timestamp: string;
  data: {
    tool_call_id: string;
    /** How far it is, in whatever the tool counts; it never goes back. */
    progress?: number;
    /** What `progress` is when it is done, where known. */
    total?: number;
    /** What it does, for people. Untrusted: render as text. */
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
  /** From then on it does not count. Absent: never. */
  expires_at?: string;
  /** When it last decided about a call; written down now and then. Absent: not yet. */
  last_used_at?: string;
  /** Who wrote it: `api`, `answer`, `cli` … */
  source: string;
}

/** A rule as an answer saves it. */
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
  /** Only a reviewer may name another user than itself. */
  user_id?: string | undefined;
  /** Kept in `run_started`. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * What a person's denial of a call does, also of a call of a nested run: `continue` tells
   * the model, `fail_run` ends this run. Left out: what the agent, else the server, says.
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
  /** The place of its event. */
  seq: number;
  timestamp: string;
  /**
   * What happened: `run_started`, `approval_required`, `question_asked`, `approval_decision`,
   * `question_answered`, `expired`, `cancelled`, `superseded`, `auto_approved`, `auto_denied`,
   * `rules_saved`, `tool_paused`, `tool_resumed`, `tool_started`, `tool_completed`,
   * `tool_outcome_unknown`, `run_paused`, `run_resumed`, `run_aborted_by_human`,
   * `run_completed`, `run_failed`.
   */
  kind: string;
  tool_call_id?: string;
  interaction_id?: string;
  /** Who did it, as authenticated where a caller was. */
  actor?: string;
  /** Its data were erased with its session: nothing but its place and its hashes is left. */
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
 * What `GET /runs/{id}/audit` answers. A root run's trail has the entries of the runs nested
 * in it too, each with its own `run_id`; a nested run's trail is a chain of its own, of its
 * own entries.
 */
export interface AuditTrail {
  run_id: string;
  /** The newest hash, kept apart from the entries; `null` where none was made. */
  head: string | null;
  /** The log says that the trail has hashes from its first entry on. */
  sealed?: boolean;
  /**
   * The newest hash of a chain over the trails of all runs of the session. Noted elsewhere, it
   * shows later whether anything of the session was taken away.
   */
  session_head?: string;
  /** With `?verify=true`: every head that the session has had, oldest first, computed again. */
  session_heads?: string[];
  /** With `?verify=true`: what of the store is not what the log says; empty where all of it is. */
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
  /** `generating`: a run is under way. `waiting_permission`: something waits for a person. */
  status: SessionStatus;
  /** How many requests wait. */
  pending_count: number;
  updated_at: string;
}

/** A page of sessions, newest first. */
export interface SessionPage {
  sessions: SessionSummary[];
  next_cursor: string | null;
}

/** What `GET /sessions/{id}` answers. */
export interface SessionView {
  session_id: string;
  status: SessionStatus;
  /** The unfinished run. */
  run_id?: string;
  /** What waits, in the order of asking. */
  pending_permissions: InteractionRequest[];
}

/** What `GET /sessions/{id}/messages` answers. */
export interface MessagePage {
  messages: Message[];
}

/** The body of `POST /interactions`: a call or a question of another program's loop. */
export interface CreateInteractionInput {
  session_id: string;
  /** New for each call of the session: by it, asking again is the same question. */
  tool_call_id: string;
  /** With `tool_args`: a call that needs approval. */
  tool_name?: string | undefined;
  /** Absent: `{}`. */
  tool_args?: Record<string, unknown> | undefined;
  /**
   * Names of arguments that the caller itself adds to the call: they are neither checked nor
   * shown nor kept. Absent: every argument is checked.
   */
  injected_args?: string[] | undefined;
  /** Whose rules count, and whose the request is. Absent: the caller. */
  user_id?: string | undefined;
  /**
   * The run of the caller's loop that the call belongs to: it begins with its first call,
   * stays open, and answers to `POST /runs/{run_id}/control`. Absent: each call is a run of
   * its own.
   */
  run_id?: string | undefined;
  /**
   * Whose policy decides. Absent: no agent's; the rules, and what a known tool of that name
   * says, count.
   */
  agent_id?: string | undefined;
  /** Given: a question, with its type's own fields. */
  type?: InteractionType | undefined;
  /** Of a question. Of a call: shown as the caller's words, in `external` of the request. */
  title?: string | undefined;
  /** Likewise. */
  description?: string | undefined;
  /**
   * What a person may do about it, among what they always may. An authorization needs
   * `approve` and `deny`.
   */
  allowed_actions?: ApprovalAction[] | undefined;
  /**
   * Of a call whose tool the server does not know: JSON Schema of its arguments, so that they
   * can be edited.
   */
  tool_schema?: Record<string, unknown> | undefined;
  /** Counts where it is higher than what tool and policy say. */
  risk_level?: RiskLevel | undefined;
  /** Why the call is made. Shown as the caller's words, in `external` of the request. */
  reason?: string | undefined;
  /** Shown as the caller's words, in `external` of the request. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * From then on it can no longer be answered. A call waits no longer than the
   * `consent_timeout_ms` of its agent lets it either; without both, forever.
   */
  expires_at?: string | undefined;
  [member: string]: unknown;
}

/** What `POST /interactions` answers, however the call or question stands. */
export interface GateOutcome {
  /**
   * `allowed`, `denied`: a rule or a policy decided, or no one answered in time; `reason` says
   * why. `pending`: a person is asked. `answered`: a person did; `response` says what.
   */
  decision: 'allowed' | 'denied' | 'pending' | 'answered';
  /** For the model. */
  reason?: string;
  /**
   * Under this id the call is claimed. Where a person was asked, the id of
   * `interaction_request`. Absent where a rule or a policy denied it.
   */
  interaction_id?: string;
  /** Where a person was asked. */
  interaction_request?: InteractionRequest;
  run_id?: string;
  status?: InteractionStatus;
  /** Sensitive values stand as handles. */
  response?: InteractionResponse;
  resolved_at?: string;
  /** Who did it, where that is known. */
  resolved_by?: string;
}

/** The body of `POST /interactions/{id}/claim`. */
export interface ClaimInput {
  /**
   * A name that the caller makes for this one attempt, and nobody else has: a random id. Sent
   * again, it is the same claim.
   */
  holder: string;
  /**
   * How long the call may take, in milliseconds. Only after that does a later claim ask a
   * person what became of it. Absent: 60,000.
   */
  lease_ms?: number | undefined;
  [member: string]: unknown;
}

/** The body of `POST /interactions/{id}/complete`. */
export interface CompleteInput {
  /** The one of the claim. */
  holder: string;
  /** What the model reads. */
  content: string;
  /** Absent: `true`. */
  is_success?: boolean | undefined;
  /** Of a failure. Absent: `content`. */
  error?: string | undefined;
  /** What the tool returned, as JSON. Absent: `content`. */
  output?: unknown;
  [member: string]: unknown;
}

/** Who runs a call, and what became of it. */
export interface ClaimResult {
  /** The caller, and nobody else, runs the call now, with `args`. */
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
  /** Who claimed it last. */
  holder?: string;
  claimed_at?: string;
  /** How long it may take. */
  lease_until?: string;
  /** Once it is completed. */
  result?: ToolResult;
  /** With `unknown`: the interaction in which a person is asked what became of it. */
  recovery_id?: string;
}

/** What `GET /interactions/{id}` answers. */
export interface InteractionView {
  interaction_request: InteractionRequest;
  run_id: string;
  status: InteractionStatus;
  /** Sensitive values stand as handles. */
  response?: InteractionResponse;
  resolved_at?: string;
  /** Who did it, where that is known. */
  resolved_by?: string;
  /** The request that asks the same again, as the tool was replaced while it waited. */
  superseded_by?: string;
}

/** A page of interactions, oldest first. */
export interface InteractionPage {
  interactions: InteractionRequest[];
  next_cursor: string | null;
}

/** What the inbox stream begins with: `event: snapshot`. */
export interface InboxSnapshot {
  /** Oldest first: all that waits, or as many as fit into the first kilobytes. */
  interactions: InteractionRequest[];
  /**
   * Where `interactions` are not all: the ids of what waits, oldest first, up to 5,000. The
   * others follow, each as an `interaction_request`; what is known already under one of these
   * ids still waits.
   */
  pending_ids?: string[];
}

/** The body of `POST /interactions/respond`: each response is settled on its own. */
export interface RespondBatchInput {
  responses: InteractionResponse[];
}

/** What `POST /interactions/respond` answers: each response settled on its own, in order. */
export interface RespondBatchResult {
  results: {
    request_id: string;
    ok: boolean;
    problem?: Problem;
  }[];
}

/** What `POST /interactions/{id}/respond` answers with `Accept: application/json`. */
export interface RespondResult {
  /** The status of the run. */
  status: RunStatus;
  /** The root run after the answer. */
  run: Run;
  /**
   * The answer counts, but the store of rules failed: its rules are saved before anything
   * runs.
   */
  rules_pending?: true;
}

/** What `POST /approvals/{tool_call_id}/decision` answers. */
export interface DecisionResult {
  tool_call_id: string;
  /** `pending`: its clock was stopped or runs again. `cancelled`: the run was ended. */
  status: 'granted' | 'denied' | 'pending' | 'cancelled';
}

/** What `POST /tool-consent` answers. */
export interface ConsentResult {
  success: true;
  tool_call_id: string;
  /** For people. */
  message: string;
}

/** What `GET /permissions/{user_id}` answers. */
export interface UserPermissions {
  /** Rules that hold everywhere, as typed. */
  allow: string[];
  /** Likewise. */
  deny: string[];
}

/** A rule to store: the body of `POST /permissions/{user_id}/allow`, `/deny` and `/ask`. */
export interface RuleInput {
  /** The rule, such as `bash(npm run lint)`. */
  resource: string;
  /** A time without a zone is UTC. */
  expires_at?: string | undefined;
  /** Given: the rule holds in this session only. */
  session_id?: string | undefined;
}

/** The body of `POST /permissions/{user_id}/revoke`. */
export interface RevokeInput {
  /** The rule, as `GET /permissions/{user_id}` lists it. */
  resource: string;
}

/** What `GET /permissions/{user_id}/rules` answers. */
export interface RuleList {
  rules: PermissionRule[];
}

/** What the routes that change rules answer. */
export interface PermissionChange {
  status: 'ok';
  /** For people. */
  message: string;
}

/** The body of `POST /permissions/{user_id}/check`. */
export interface CheckInput {
  tool_name: string;
  tool_args: Record<string, unknown>;
  /** Who would call. Absent: the first agent that has the tool. */
  agent_id?: string | undefined;
}

/** What would happen to a call, without doing it. */
export interface CheckResult extends Verdict {
  /** The exact rule of this call. */
  resource: string;
  /** The same as `rule`. */
  matched_rule?: string;
  /** Rules that would allow it, the exact one first. */
  suggested_patterns: string[];
  /** How the rules came to it, span by span. */
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

/** What `GET /agents` answers. */
export interface AgentList {
  agents: AgentInfo[];
}

/**
 * One thing that is wrong, and where: `path` is dotted, as in `responses.0.text`; empty for
 * the whole.
 */
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
  /** What happened, and what to do. For people; it may change. */
  detail: string;
  /** With `invalid_request` and `invalid_response`. */
  errors?: readonly Issue[];
  [member: string]: unknown;
}

/** An event of a newer server, of a type that this version does not know: pass it on unread. */
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
  /** What its type says. */
  data: Record<string, unknown>;
}

/** What a person decided about an authorization, as the log keeps it. */
export interface RecordedDecision {
  tool_call_id: string;
  action: ApprovalAction;
  /** The arguments to run instead; the proposed ones stay in the assistant's step. */
  modified_args?: Record<string, unknown>;
  note?: string;
  reviewer_id?: string;
  /** What `save_rules` has to store for the run's user. */
  rules?: SavedRule[];
  /** Whom the rules are for, where the run has no user. */
  rules_user_id?: string;
}

/**
 * What a person answered. The first one settles the request; another one is
 * `already_resolved`.
 */
export interface InteractionResponse extends PartResponse {
  /** Default: when it was recorded. A time without a zone is UTC. */
  responded_at?: string;
  /** Who answers. Another one than the caller is `forbidden`. */
  user_id?: string;
  /** For authorizations. `confirmed: true` without it means `approve`, `false` means `deny`. */
  action?: ApprovalAction;
  /** With `modify_args`: the arguments to run instead. */
  modified_args?: Record<string, unknown>;
  /** Told to the model with a denial, kept in the audit trail always. */
  note?: string;
  /** Who decided, as the sender says; the audit trail names the caller first. */
  reviewer_id?: string;
  /** The digest that was shown; another one than the request's is `stale_approval`. */
  args_digest?: string;
  /**
   * Absent: nothing, but for a bare `confirmed: true` what the agent says with
   * `remember_confirmed`.
   */
  remember?: Remember;
}

/** What each event says. Data may hold more members than these; they survive. */
export interface EventData {
  /** A run begins, a nested one because a call asked an agent. */
  run_started: {
    agent_id: string;
    user_id: string | null;
    /** The message that started it. */
    input: string;
    /** `null`: a root run. */
    parent_run_id: string | null;
    /** The call that asked for it. */
    parent_tool_call_id: string | null;
    /** A call or a question of another program's loop: it has no runner. */
    external?: boolean;
    /** A run of another loop under that loop's id: it stays open until it is ended. */
    ongoing?: boolean;
    /** Its audit trail has hashes from its first entry on: one without them was stripped. */
    sealed?: boolean;
    /** What a denial does, where whoever started the run said it. Absent: what the agent says. */
    on_denied?: OnDenied;
    /** What whoever started the run attached to it. */
    metadata?: Record<string, unknown>;
    /** SHA-256 of the request that started it: the same key with another body is a conflict. */
    body_digest?: string;
    /** The call of another loop that was claimed, where the run is its execution. */
    executes?: {
      run_id: string;
      tool_call_id: string;
      /** Absent: no one was asked. */
      interaction_id?: string;
      /** Of the call as it was put before the gate. */
      args_digest: string;
    };
    /**
     * The request that is already pending for an equal question: its answer answers this one
     * too.
     */
    joined_interaction_id?: string;
  };
  /** An instance drives the run from now on; the one that drove it before must stop. */
  run_claimed: {
    /** The instance of the server, by a name that no other has. */
    owner: string;
    /** Counts the claims of the run, from 1. */
    attempt: number;
  };
  /** A message is whole: the input, what the model said, or the result of a call. */
  step_completed: {
    step: Step;
  };
  /** A person is asked; once for each request, after it is stored. */
  interaction_request: {
    interaction_request: InteractionRequest;
  };
  /** The same question in short, for clients that only show that approval is needed. */
  tool_auth_required: {
    tool_call_id: string;
    interaction_id: string;
    tool_name: string;
    /** The command, path or URL of the call, or its arguments as JSON. */
    args_preview: string;
    /** Rules that would allow it, the exact one first. */
    suggested_patterns: string[];
    /** Why a person is asked. */
    reason: string;
    risk_level?: RiskLevel;
    /**
     * When a rule that is saved had better end, as a policy or the tool suggests. The request's
     * own deadline is its `expires_at`.
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
  /** All of them are settled; the run goes on. */
  execution_resumed: {
    /** The first of them. */
    interaction_request_id: string;
    /** All that the run waited for. */
    interaction_request_ids: string[];
  };
  /** A person answered, and this answer won. */
  interaction_response: {
    interaction_id: string;
    tool_call_id: string;
    /** Sensitive values stand as handles. */
    response: InteractionResponse;
    /** For authorizations. */
    decision?: RecordedDecision;
    /** Who answered, as authenticated. */
    caller?: string;
    /** The `Idempotency-Key` of the answer. */
    idempotency_key?: string;
  };
  /** A request is settled, in whatever way: every tab takes its card away. */
  interaction_resolved: {
    interaction_id: string;
    tool_call_id: string;
    /**
     * `cancelled`: its run ended, or it is not asked any more. `superseded`: a new message took
     * its place, or the request that `superseded_by` names.
     */
    outcome: InteractionOutcome;
    /** Who did it, where that is known. */
    resolved_by?: string;
    /** The request that asks the same again, as the tool was replaced while it waited. */
    superseded_by?: string;
  };
  /** What a settlement leaves to wait for, also when that is nothing. */
  permission_updated: {
    message_id: string;
    tool_call_id: string;
    interaction_id: string;
    /** For questions, `granted` means answered. */
    status: 'granted' | 'denied';
    /** How many requests of the root run still wait. */
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
    /** Absent: no one was asked. */
    interaction_id?: string;
    tool_name: string;
    /** For the model. */
    reason: string;
    /** Which step of the policy chain denied it at the check right before execution; else absent. */
    step?: string;
    /** The rule that denied it there, if one did. */
    rule?: string;
  };
  /** The clock of a request stands still; it can still be answered. */
  tool_paused: {
    tool_call_id: string;
    interaction_id: string;
    reviewer_id?: string;
    /** What the reviewer wrote. */
    note?: string;
  };
  /** The clock of a request runs again. */
  tool_resumed: {
    tool_call_id: string;
    interaction_id: string;
    reviewer_id?: string;
    /** What the reviewer wrote. */
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
     * SHA-256 of the call of another loop that was checked: the same id with another call is a
     * conflict.
     */
    body_digest?: string;
    /** A call of another loop that was allowed: whoever claims it runs this. */
    call?: {
      tool_name: string;
      tool_args: Record<string, unknown>;
    };
  };
  /** A call is about to run: the instance that appends this runs it, and no other. */
  tool_started: {
    tool_call_id: string;
    tool_name: string;
    /** The effective arguments. */
    args: Record<string, unknown>;
    /** Counts the executions of this call, from 1. */
    attempt: number;
    /** The same for every attempt of this call. */
    idempotency_key: string;
    /** Who claimed it, where another loop runs the call. */
    holder?: string;
    /** Until then nobody asks what became of it, where another loop runs the call. */
    lease_until?: string;
  };
  /** The one terminal result of a call: also of one that was denied, unknown or cancelled. */
  tool_completed: {
    result: ToolResult;
  };
  /** A call was started, and the instance that started it is gone. */
  tool_outcome_unknown: {
    tool_call_id: string;
    tool_name: string;
    /** The execution whose outcome is unknown. */
    attempt: number;
    /** The request that asks what became of it; absent where no one can be asked. */
    interaction_id?: string;
  };
  /** Nothing new starts, and the clocks of what waits stand still. */
  run_paused: {
    /** Who sent the signal. */
    by?: string;
    reason?: string;
    /** Of the signal, whole. */
    payload?: Record<string, unknown>;
  };
  /** The run may go on, and clocks run that were not stopped one by one. */
  run_resumed: {
    /** Who sent the signal. */
    by?: string;
    reason?: string;
    /** Of the signal, whole. */
    payload?: Record<string, unknown>;
  };
  /** The run has ended well. */
  run_completed: {
    /** The last text of the agent. */
    response: string;
    /** `steps`, and what the model counted for its last answer. */
    metrics: Record<string, unknown>;
  };
  /** The run could not end well. */
  run_failed: {
    /** For people. */
    error: string;
    /**
     * `max_steps`: the agent called its model too often. `model_error`: the model failed.
     * `denied`: a person denied a call, and `on_denied` is `fail_run`. `timeout`: no one
     * answered in time, and `on_timeout` is `fail_run`. `agent_missing`: an operator said that
     * no server has the agent any more. A newer server may have more.
     */
    code?: string;
    /** Whose word ended it, with `agent_missing`. */
    by?: string;
  };
  /** A person, or a new message, ended the run. */
  run_aborted: {
    /** Who sent the signal; absent also where a new message ended the run. */
    by?: string;
    reason?: string;
    /** Of the signal, whole; only in the event of the run that it named. */
    payload?: Record<string, unknown>;
  };
  /** Something went wrong that does not end the run. */
  error: {
    /** For people. */
    error: string;
    /**
     * `internal`: the stream broke; connect again. `rules_pending`: an answer counts, but the
     * store of rules failed; its rules are saved before anything runs.
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
  /** What its type says. */
  data: EventData[T];
}
