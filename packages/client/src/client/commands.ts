import type {
  AgentList,
  ApprovalDecision,
  AuditTrail,
  CheckInput,
  CheckResult,
  ConsentResult,
  ControlResult,
  ControlSignal,
  CreateInteractionInput,
  CreateRunInput,
  DecisionResult,
  GateOutcome,
  InteractionPage,
  InteractionResponse,
  InteractionStatus,
  InteractionView,
  MessagePage,
  PermissionChange,
  RespondBatchResult,
  RespondResult,
  RuleInput,
  RuleList,
  Run,
  RunEvent,
  RunPage,
  RunStatus,
  SessionPage,
  SessionView,
  ToolConsent,
  UserPermissions,
} from '@hitl/protocol';
import type { EndpointName } from '@hitl/protocol/endpoints';
import { ClientError } from '../base/errors.ts';
import { randomKey } from '../base/random-key.ts';
import { openRunStream, type RunStream, type StreamOptions } from '../streams/run-stream.ts';
import type { Call, CallOptions, Transport } from '../transport/transport.ts';

/** A response as passed by a caller: `undefined` members count as absent. */
export type ResponseInput = Pick<InteractionResponse, 'request_id' | 'type'> & {
  [Member in Exclude<keyof InteractionResponse, 'request_id' | 'type'>]?:
    | InteractionResponse[Member]
    | undefined;
};

/** Which page of a list. */
export interface PageQuery {
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined;
  limit?: number | undefined;
}

/**
 * One function per endpoint. Each rejects with a `ClientError` whose `code` is a problem code of
 * the server, or `network`, `timeout`, `aborted`, `bad_reply`, `bad_call`. Nothing is retried
 * automatically.
 */
export interface HitlCommands {
  /**
   * Starts a run and returns its events from the first one, until it ends, suspends or is paused.
   */
  createRun(input: CreateRunInput, options: StreamOptions): Promise<RunStream>;
  /** Starts a run and returns immediately. `session_busy` while the session has an unfinished one. */
  createRun(input: CreateRunInput, options?: CallOptions): Promise<Run>;
  getRun(runId: string, options?: CallOptions): Promise<Run>;
  /** Newest first. */
  listRuns(
    query?: PageQuery & { sessionId?: string | undefined; status?: RunStatus | undefined },
    options?: CallOptions,
  ): Promise<RunPage>;
  /** Pauses or resumes the tree of a run, or aborts the run. `run_finished` once it has ended. */
  control(signal: ControlSignal, options?: CallOptions): Promise<ControlResult>;
  /** With `verify` the whole session is also compared with its log. */
  audit(runId: string, options?: CallOptions & { verify?: boolean }): Promise<AuditTrail>;

  /** Newest first. */
  listSessions(
    query?: PageQuery & { userId?: string | undefined },
    options?: CallOptions,
  ): Promise<SessionPage>;
  getSession(sessionId: string, options?: CallOptions): Promise<SessionView>;
  /** `session_busy` while it has an unfinished run. */
  deleteSession(sessionId: string, options?: CallOptions): Promise<void>;
  getMessages(sessionId: string, options?: CallOptions): Promise<MessagePage>;

  /** Oldest first. */
  listInteractions(
    query?: PageQuery & {
      status?: InteractionStatus | undefined;
      runId?: string | undefined;
      sessionId?: string | undefined;
      userId?: string | undefined;
      toolCallId?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<InteractionPage>;
  /** With `wait`, in seconds up to 60: returns once it is settled, or after that time. */
  getInteraction(
    interactionId: string,
    options?: CallOptions & { wait?: number | undefined },
  ): Promise<InteractionView>;
  /**
   * Asks about a call or a question of an external agent loop. `decision` is its current state;
   * pass the outcome to `gateStep` for the next step.
   */
  createInteraction(input: CreateInteractionInput, options?: CallOptions): Promise<GateOutcome>;
  /**
   * Answers one request and returns the events that follow, until the run ends, suspends or is
   * paused.
   */
  respond(response: ResponseInput, options: StreamOptions): Promise<RunStream>;
  /**
   * Answers one request. The first answer wins: all others fail with `already_resolved`, whose
   * problem has the current state as `interaction`. Returns when the rules of the answer are
   * stored; the run continues on the server.
   *
   * After `network`, `timeout`, `aborted`, `bad_reply`, `internal` or `unavailable` it is unknown
   * whether the answer counts. It is safe to send the same answer again: if it counts, this resolves
   * as the first time would have, also without the same `idempotencyKey`, and a different answer
   * never replaces it. `createSubmission` does this by itself.
   */
  respond(response: ResponseInput, options?: CallOptions): Promise<RespondResult>;
  /** Answers several requests in one call, each settled separately. */
  respondAll(
    responses: readonly ResponseInput[],
    options?: CallOptions,
  ): Promise<RespondBatchResult>;
  /** Decides about a call by its tool-call id. */
  decide(decision: ApprovalDecision, options?: CallOptions): Promise<DecisionResult>;
  /** Approves or denies a call, with rules to remember. */
  consent(consent: ToolConsent, options?: CallOptions): Promise<ConsentResult>;

  getPermissions(userId: string, options?: CallOptions): Promise<UserPermissions>;
  listRules(userId: string, options?: CallOptions): Promise<RuleList>;
  /** Stores a rule; the same one again replaces its expiry. */
  allow(userId: string, rule: RuleInput, options?: CallOptions): Promise<PermissionChange>;
  deny(userId: string, rule: RuleInput, options?: CallOptions): Promise<PermissionChange>;
  ask(userId: string, rule: RuleInput, options?: CallOptions): Promise<PermissionChange>;
  /** Removes the rule with this text, whatever its effect. */
  revoke(userId: string, resource: string, options?: CallOptions): Promise<PermissionChange>;
  /** Returns the decision for a call; nothing is executed or stored. */
  check(userId: string, call: CheckInput, options?: CallOptions): Promise<CheckResult>;

  listAgents(options?: CallOptions): Promise<AgentList>;
  /** Resolves if the server is healthy. */
  health(options?: CallOptions): Promise<void>;
  /** The OpenAPI document of the server. */
  describe(options?: CallOptions): Promise<unknown>;
}

/** The commands over any transport. */
export function createCommands(
  transport: Transport,
  observed: (event: RunEvent) => void,
): HitlCommands {
  // The one place where responses get their type: responses in the right format are trusted; only
  // streams are validated, since they are folded.
  const send = async <T>(
    name: EndpointName,
    options: CallOptions | undefined,
    call: Omit<Call, 'name' | 'options'> = {},
  ): Promise<T> => {
    checkBody(name, call);
    return (await transport.request({ name, options, ...call })) as T;
  };

  const submit = <T>(
    name: EndpointName,
    options: CallOptions | undefined,
    call: Omit<Call, 'name' | 'options'>,
  ): Promise<T> => send(name, { idempotencyKey: randomKey(), ...options }, call);

  function createRun(input: CreateRunInput, options: StreamOptions): Promise<RunStream>;
  function createRun(input: CreateRunInput, options?: CallOptions): Promise<Run>;
  function createRun(input: CreateRunInput, options?: CallOptions): Promise<Run | RunStream> {
    return start('create_run', options, { body: input });
  }

  function respond(response: ResponseInput, options: StreamOptions): Promise<RunStream>;
  function respond(response: ResponseInput, options?: CallOptions): Promise<RespondResult>;
  function respond(
    response: ResponseInput,
    options?: CallOptions,
  ): Promise<RespondResult | RunStream> {
    const call = { params: { interaction_id: response?.request_id }, body: response };
    return start('respond', options, call);
  }

  /** Submits a call that is answered once, or by a stream. */
  async function start<T>(
    name: EndpointName,
    options: CallOptions | StreamOptions | undefined,
    call: Omit<Call, 'name' | 'options'>,
  ): Promise<T | RunStream> {
    if (options === undefined || !('stream' in options) || !options.stream) {
      return submit<T>(name, options, call);
    }
    const { stream: _, ...own } = options;
    checkBody(name, call);
    const submission: Call = { name, ...call, options: { idempotencyKey: randomKey(), ...own } };
    return openRunStream(transport, submission, observed);
  }

  const change =
    (name: 'allow' | 'deny' | 'ask') =>
    (userId: string, rule: RuleInput, options?: CallOptions): Promise<PermissionChange> =>
      send(name, options, { params: { user_id: userId }, body: rule });

  return {
    createRun,
    getRun: (runId, options) => send('get_run', options, { params: { run_id: runId } }),
    listRuns: ({ sessionId, ...page } = {}, options) =>
      send('list_runs', options, { query: { session_id: sessionId, ...page } }),
    control: (signal, options) =>
      send('control_run', options, { params: { run_id: signal?.run_id }, body: signal }),
    audit: (runId, { verify, ...options } = {}) =>
      send('run_audit', options, {
        params: { run_id: runId },
        ...(verify === true && { query: { verify: 'true' } }),
      }),

    listSessions: ({ userId, ...page } = {}, options) =>
      send('list_sessions', options, { query: { user_id: userId, ...page } }),
    getSession: (id, options) => send('get_session', options, { params: { session_id: id } }),
    deleteSession: (id, options) => send('delete_session', options, { params: { session_id: id } }),
    getMessages: (id, options) => send('session_messages', options, { params: { session_id: id } }),

    listInteractions: ({ runId, sessionId, userId, toolCallId, ...page } = {}, options) =>
      send('list_interactions', options, {
        query: {
          run_id: runId,
          session_id: sessionId,
          user_id: userId,
          tool_call_id: toolCallId,
          ...page,
        },
      }),
    getInteraction: (id, { wait, ...options } = {}) =>
      send(
        'get_interaction',
        wait === undefined ? options : { timeoutMs: (wait + 15) * 1000, ...options },
        { params: { interaction_id: id }, query: { wait } },
      ),
    createInteraction: (input, options) => send('create_interaction', options, { body: input }),
    respond,
    respondAll: (responses, options) => submit('respond_batch', options, { body: { responses } }),
    decide: (decision, options) =>
      submit('decide', options, {
        params: { tool_call_id: decision.tool_call_id },
        body: decision,
      }),
    consent: (consent, options) => submit('tool_consent', options, { body: consent }),

    getPermissions: (id, options) => send('get_permissions', options, { params: { user_id: id } }),
    listRules: (id, options) => send('list_rules', options, { params: { user_id: id } }),
    allow: change('allow'),
    deny: change('deny'),
    ask: change('ask'),
    revoke: (id, resource, options) =>
      send('revoke', options, { params: { user_id: id }, body: { resource } }),
    check: (id, call, options) => send('check', options, { params: { user_id: id }, body: call }),

    listAgents: (options) => send('list_agents', options),
    health: (options) => send('healthz', options),
    describe: (options) => send('openapi', options),
  };
}

/** @throws ClientError `bad_call` if there is no object to send. */
function checkBody(name: EndpointName, call: Omit<Call, 'name' | 'options'>): void {
  // A string instead of the object is an id, as an older signature took it.
  if ('body' in call && (typeof call.body !== 'object' || call.body === null)) {
    const got = call.body === undefined ? 'nothing' : `a ${typeof call.body}`;
    const what = name.replaceAll('_', ' ');
    throw new ClientError('bad_call', `${what}: expected an object with its fields, got ${got}.`);
  }
}
