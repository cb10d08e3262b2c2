import type { InteractionRequest, RememberScope, SavedRule, ToolArgs } from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import type { AskedRecord, CallRecord } from '../stores/call-record.ts';

/** State or outcome of a call, in one word. */
export type ToolCallState =
  /** The model named it; it is not judged yet. */
  | 'proposed'
  /** A person is asked. */
  | 'waiting'
  /** It may run, and has not begun: others of its message wait, or its run is paused. */
  | 'ready'
  | 'running'
  /** It ran, and went well. */
  | 'ran'
  /** It ran, or was to run, and something went wrong. */
  | 'failed'
  /** It was a question, and a person answered. */
  | 'answered'
  /** A person gave the result in place of the tool. */
  | 'provided'
  /** It was a question, and a person refused to answer. */
  | 'declined'
  | 'denied'
  /** No one answered in time. */
  | 'expired'
  /** Its run was stopped, or failed, before it was done. */
  | 'cancelled'
  /** A new message took the place of its run. */
  | 'superseded';

/** Who or what decided that a call may run, or may not. */
export type CallDecider =
  /** `name`: as the server knows them; absent: it does not know who it was. */
  | { readonly kind: 'person'; readonly name?: string }
  /** A stored rule, as it was typed. */
  | { readonly kind: 'rule'; readonly rule: string }
  /** A policy of the server, the agent or the tool; `step` as in the protocol's verdicts. */
  | { readonly kind: 'policy'; readonly step: string; readonly reason: string };

/** One tool call as a conversation shows it, from its proposal to what stays of it. */
export interface ToolCallView {
  readonly toolCallId: string;
  readonly runId: string;
  readonly toolName: string;
  /** Whose run it is; `undefined`: it has no user. */
  readonly userId: string | undefined;
  /** Names of agents, from the root agent to the one that calls. */
  readonly agentPath: readonly string[];
  readonly state: ToolCallState;
  /** Whether nothing about it changes any more. */
  readonly settled: boolean;
  /** The call is a question to a person and nothing else. */
  readonly isQuestion: boolean;
  /** The arguments that ran, or would. */
  readonly args: ToolArgs;
  /** What the model proposed, where a person edited it. */
  readonly proposedArgs: ToolArgs | undefined;
  /** JSON Schema of the arguments, where a request said it: what it marks as secret is to be masked. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** The request that decided, else the newest: its title and what was asked. */
  readonly request: InteractionRequest | undefined;
  /** Questions that it asked and that were answered, in order. */
  readonly answers: readonly AskedRecord[];
  /** `undefined`: no one, because it expired or is not decided yet. */
  readonly decider: CallDecider | undefined;
  readonly decidedAt: string | undefined;
  /** For how long the decision holds. */
  readonly scope: RememberScope | undefined;
  /** What the decision saved. */
  readonly rules: readonly SavedRule[];
  /** What the person wrote with the decision. */
  readonly note: string | undefined;
  /** The agent that it asked. */
  readonly nestedAgent: string | undefined;
  /** How long the tool ran, in seconds; `undefined` where nothing was measured. */
  readonly duration: number | undefined;
  /** What the tool returned, as text; `undefined` where it did not run. */
  readonly output: string | undefined;
  /** Why it failed, was stopped or denied, where that is more than its state says. */
  readonly problem: string | undefined;
}

const views = new WeakMap<CallRecord, ToolCallView>();

/** What a conversation shows of a call. The same object for the same record. */
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

/** The newest request that a person answered, or that ended without an answer, about the call itself. */
function decisionIn({ asked, verdict }: CallRecord): AskedRecord | undefined {
  return asked.findLast(
    ({ request, outcome, supersededBy, ...rest }) =>
      outcome !== undefined &&
      supersededBy === undefined &&
      // What the tool asks while it runs decides about it only where the answer is no.
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
  // The server made the result up: nothing ran to its end.
  const isOfServer = result.duration === 0 && result.start_time === result.end_time;
  if (record.runEnded !== undefined && isOfServer && record.nested === undefined) {
    return 'cancelled';
  }
  return 'failed';
}

/** How a decision ended the call without its tool; `undefined` where the tool goes its way. */
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

/** What a person reads of a result: the tool's own text, without what the server adds for the model. */
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
