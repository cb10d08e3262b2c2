import type { InteractionRequest, RememberScope, SavedRule, ToolArgs } from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import type { AskedRecord, CallRecord } from '../stores/call-record.ts';

/** State or outcome of a call. */
export type ToolCallState =
  /** Proposed by the model and not checked yet. */
  | 'proposed'
  /** Waiting for a person. */
  | 'waiting'
  /** Allowed and not started: other calls of its message wait, or its run is paused. */
  | 'ready'
  | 'running'
  /** It ran successfully. */
  | 'ran'
  /** It ran, or was about to, and failed. */
  | 'failed'
  /** A question that a person answered. */
  | 'answered'
  /** A person provided the result instead of the tool. */
  | 'provided'
  /** A question that a person refused to answer. */
  | 'declined'
  | 'denied'
  /** It expired without an answer. */
  | 'expired'
  /** Its run was stopped or failed before it was done. */
  | 'cancelled'
  /** A new message replaced its run. */
  | 'superseded';

/** Who or what decided about a call. */
export type CallDecider =
  /** `name`: the user id; absent if the server does not know the person. */
  | { readonly kind: 'person'; readonly name?: string }
  /** A stored rule, as typed. */
  | { readonly kind: 'rule'; readonly rule: string }
  /** A policy of the server, the agent or the tool. `step`: as in the protocol's verdicts. */
  | { readonly kind: 'policy'; readonly step: string; readonly reason: string };

/** One tool call as shown in a conversation, from its proposal to its result. */
export interface ToolCallView {
  readonly toolCallId: string;
  readonly runId: string;
  readonly toolName: string;
  /** User of the run; `undefined`: it has none. */
  readonly userId: string | undefined;
  /** Names of agents, from the root agent to the one that calls. */
  readonly agentPath: readonly string[];
  readonly state: ToolCallState;
  /** Whether it can no longer change. */
  readonly settled: boolean;
  /** The call is only a question to a person. */
  readonly isQuestion: boolean;
  /** The arguments with which it ran or would run. */
  readonly args: ToolArgs;
  /** The arguments proposed by the model, if a person edited them. */
  readonly proposedArgs: ToolArgs | undefined;
  /** JSON Schema of the arguments, if a request contained it; mask what it marks as secret. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** The request that decided, else the newest one. */
  readonly request: InteractionRequest | undefined;
  /** Its questions that were answered, in order. */
  readonly answers: readonly AskedRecord[];
  /** `undefined`: none, because it expired or is not decided yet. */
  readonly decider: CallDecider | undefined;
  readonly decidedAt: string | undefined;
  /** How long the decision applies. */
  readonly scope: RememberScope | undefined;
  /** The rules that the decision saved. */
  readonly rules: readonly SavedRule[];
  /** What the person wrote with the decision. */
  readonly note: string | undefined;
  /** The agent that the call started. */
  readonly nestedAgent: string | undefined;
  /** How long the tool ran, in seconds; `undefined` if that was not measured. */
  readonly duration: number | undefined;
  /** The result of the tool as text; `undefined` if it did not run. */
  readonly output: string | undefined;
  /** Why it failed, was stopped or was denied, if its state does not say enough. */
  readonly problem: string | undefined;
}

const views = new WeakMap<CallRecord, ToolCallView>();

/** A call as shown in a conversation. Returns the same object for the same record. */
export function toolCallView(record: CallRecord): ToolCallView {
  let view = views.get(record);
  if (view === undefined) views.set(record, (view = viewOf(record)));
  return view;
}

function viewOf(record: CallRecord): ToolCallView {
  const { call, asked, result, verdict, nested } = record;
  const decision = decisionIn(record);
  const state = stateOf(record, decision);
  const deciding = decision ?? asked.at(-1);
  const response = deciding?.response;
  const action = actionIn(deciding);
  const edited = action === 'modify_args' ? response?.modified_args : undefined;
  const schema = asked
    .map(({ request }) => (request.type === 'confirm' ? request.tool_schema : undefined))
    .find((each) => each !== undefined);
  const ran = result !== undefined && (state === 'ran' || state === 'failed');
  return {
    toolCallId: call.id,
    runId: record.runId,
    toolName: call.name,
    userId: record.userId,
    agentPath: record.agentPath,
    state,
    settled: result !== undefined,
    isQuestion: verdict?.step === 'question',
    args: record.ranWith ?? edited ?? call.args,
    proposedArgs: edited === undefined ? undefined : call.args,
    schema,
    request: deciding?.request,
    answers: asked.filter(
      ({ request, outcome }) => request.purpose === 'question' && outcome === 'answered',
    ),
    decider: deciderOf(record, decision, state),
    decidedAt: deciding?.at,
    scope: response?.remember?.scope,
    rules: deciding?.rules ?? [],
    note: response?.note,
    nestedAgent: nested?.agent,
    duration: ran && result.duration > 0 ? result.duration : undefined,
    output: ran ? textOf(result.output, result.content) : undefined,
    problem: problemOf(record, state),
  };
}

function actionIn(asked: AskedRecord | undefined): ReturnType<typeof actionOf> {
  return asked?.response && actionOf(asked.request, asked.response);
}

/** The newest settled request about the call itself. */
function decisionIn({ asked, verdict }: CallRecord): AskedRecord | undefined {
  return asked.findLast(
    ({ request, outcome, supersededBy, ...rest }) =>
      outcome !== undefined &&
      supersededBy === undefined &&
      // A question that the tool asks while running decides about the call only if it is refused.
      (request.purpose !== 'question' ||
        verdict?.step === 'question' ||
        outcome !== 'answered' ||
        actionIn({ request, ...rest }) === 'deny'),
  );
}

function stateOf(record: CallRecord, decision: AskedRecord | undefined): ToolCallState {
  const { asked, result, running, verdict } = record;
  if (result === undefined) {
    if (asked.some(({ outcome }) => outcome === undefined)) return 'waiting';
    if (running) return 'running';
  }
  const ended = endOf(record, decision);
  if (ended !== undefined) return ended;
  if (result === undefined) {
    return verdict === undefined || (verdict.decision === 'needs_auth' && asked.length === 0)
      ? 'proposed'
      : 'ready';
  }
  if (result.is_success) return verdict?.step === 'question' ? 'answered' : 'ran';
  // A result made by the server: no tool ran to its end.
  const isOfServer = result.duration === 0 && result.start_time === result.end_time;
  if (record.runEnded !== undefined && isOfServer && record.nested === undefined) {
    return 'cancelled';
  }
  return 'failed';
}

/** How a decision ended the call without its tool; `undefined` if the tool runs or ran. */
function endOf(record: CallRecord, decision: AskedRecord | undefined): ToolCallState | undefined {
  if (record.stopped !== undefined || record.verdict?.decision === 'denied') return 'denied';
  switch (decision?.outcome) {
    case 'expired':
    case 'cancelled':
    case 'superseded':
      return decision.outcome;
    case 'answered':
      return endOfAnswer(decision);
    case undefined:
      return undefined;
  }
}

function endOfAnswer(decision: AskedRecord): ToolCallState | undefined {
  const { request, response } = decision;
  const action = actionIn(decision);
  if (action === 'deny') return request.purpose === 'question' ? 'declined' : 'denied';
  if (action === 'answer') return 'provided';
  if (request.purpose !== 'recovery') return undefined;
  switch (response?.selected_values?.[0]) {
    case 'retry':
      return undefined;
    case 'mark_done':
      return 'provided';
    default:
      return 'failed';
  }
}

function deciderOf(
  { verdict, stopped, runEnded }: CallRecord,
  decision: AskedRecord | undefined,
  state: ToolCallState,
): CallDecider | undefined {
  if (stopped !== undefined) return ruleOrPolicy(stopped);
  if (decision !== undefined) {
    if (decision.outcome === 'expired') return undefined;
    if (decision.outcome === 'superseded') return undefined;
    const { by, response } = decision;
    const name = by ?? response?.reviewer_id ?? response?.user_id;
    return { kind: 'person', ...(name !== undefined && { name }) };
  }
  if (state === 'cancelled') {
    return runEnded?.by === undefined ? undefined : { kind: 'person', name: runEnded.by };
  }
  return verdict === undefined || verdict.decision === 'needs_auth'
    ? undefined
    : ruleOrPolicy(verdict);
}

function ruleOrPolicy(verdict: { rule?: string; step: string; reason: string }): CallDecider {
  const { rule, step, reason } = verdict;
  return rule === undefined ? { kind: 'policy', step, reason } : { kind: 'rule', rule };
}

/** The result as a person reads it: the tool's own text, without the server's additions for the model. */
function textOf(output: unknown, content: string): string {
  return typeof output === 'string' ? output : content;
}

function problemOf(record: CallRecord, state: ToolCallState): string | undefined {
  const { result, stopped, verdict, runEnded } = record;
  switch (state) {
    case 'failed':
      return result?.error ?? undefined;
    case 'denied':
      return stopped?.reason ?? (verdict?.decision === 'denied' ? verdict.reason : undefined);
    case 'cancelled':
      return runEnded?.how === 'failed' ? runEnded.reason : undefined;
    default:
      return undefined;
  }
}
