import type {
  ApprovalDecision,
  ConsentResult,
  DecisionResult,
  InteractionRequest,
  InteractionResponse,
  RespondBatchResult,
  SavedRule,
  ToolConsent,
} from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import {
  checkResponse,
  findPending,
  rootOf,
  toRun,
  treeOf,
  type ControlState,
} from '@hitl/protocol/fold';
import type { Tool } from '../runner/tool.ts';
import { validateArgs } from '../runner/validate-args.ts';
import type { InteractionRecord, LoadedSession, SessionKey } from '../store/store.ts';
import type { Agent } from './agent.ts';
import { sees, type Caller } from './caller.ts';
import type { Command } from './commands.ts';
import type { EngineContext } from './context.ts';
import type { AnswerOptions, Settlement } from './engine.ts';
import { expireOverdue } from './overdue.ts';
import { rulesOf } from './remember.ts';
import { failure, success, type Result } from './result.ts';
import { compareAnswer } from './same-answer.ts';
import { viewOf } from './views.ts';

/** Settles one interaction: every way to answer ends here. */
export async function respond(
  context: EngineContext,
  caller: Caller,
  interactionId: string,
  response: InteractionResponse,
  options: AnswerOptions = {},
): Promise<Result<Settlement>> {
  const record = await findVisible(context, caller, interactionId);
  if (record === null) return unknown(interactionId);
  const forged = forgedUser(caller, response);
  if (forged !== undefined) return forged;
  const key = { tenant_id: caller.tenant_id, session_id: record.session_id };
  let refusal: Problem | undefined;
  let sealed: InteractionResponse | undefined;
  const outcome = await context.log.transact(key, async (loaded) => {
    const prepared = await prepare(context, key, loaded, interactionId, response);
    refusal = prepared.problem;
    if (refusal !== undefined) return null;
    // Once, whoever else is faster meanwhile; and only for an answer that can still win.
    if (prepared.request !== undefined) {
      sealed ??= (await context.secrecy.seal(key, prepared.request, response)) ?? undefined;
      if (sealed === undefined) {
        refusal = unkept(interactionId).problem;
        return null;
      }
    }
    return {
      type: 'answer',
      interaction_id: interactionId,
      response: sealed ?? response,
      given: response,
      rules: prepared.rules,
      on_denied: prepared.on_denied,
      owner: context.owner,
      ...(caller.user_id !== null && { caller: caller.user_id }),
      ...(options.idempotency_key !== undefined && { idempotency_key: options.idempotency_key }),
    } satisfies Command;
  });
  if (refusal !== undefined) return { ok: false, problem: refusal };
  switch (outcome.kind) {
    case 'appended':
      return settled(context, key, record, outcome.state);
    case 'nothing':
      return standing(context, key, interactionId, outcome.state);
    case 'too_late':
      await expireOverdue(context, key);
      return expired(record);
    case 'problem':
      if (outcome.problem.code === 'interaction_expired') await expireOverdue(context, key);
      return { ok: false, problem: outcome.problem };
    case 'not_pending':
    case 'not_owner':
      return repeated(context, caller, key, interactionId, response, options);
  }
}

interface Prepared {
  readonly rules: readonly SavedRule[];
  readonly on_denied: Agent['on_denied'];
  /** What is answered, while it waits and the answer fits it. */
  readonly request?: InteractionRequest;
  /** The answer cannot be taken. */
  readonly problem?: Problem;
}

/** What has to be asked of others before the machine can decide. */
async function prepare(
  context: EngineContext,
  key: SessionKey,
  loaded: LoadedSession,
  interactionId: string,
  response: InteractionResponse,
): Promise<Prepared> {
  const nothing: Prepared = { rules: [], on_denied: 'continue' };
  const found = findPending(loaded.state, interactionId);
  if (found === undefined) return nothing;
  const { request } = found.pending;
  const run = found.tree.runs[request.run_id];
  const agent = run === undefined ? undefined : context.agents.get(run.agent_id);
  const policy = { on_denied: agent?.on_denied ?? ('continue' as const) };
  const scope = { ...key, user_id: run?.user_id ?? null };
  const edited = response.action === 'modify_args' ? response.modified_args : undefined;
  if (edited !== undefined) {
    const tool = agent?.tools.get(request.tool_name) ?? context.tools.get(request.tool_name);
    const unfit = await unfitEdit(context, tool, scope, request, edited, loaded.now);
    if (unfit !== undefined) return { ...nothing, ...policy, problem: unfit };
  }
  const saved = await rulesOf(request, response, agent, scope, context.rules, loaded.now);
  if (saved.ok) {
    const fits = checkResponse(request, response).length === 0;
    return { ...policy, rules: saved.rules, ...(fits && { request }) };
  }
  const { problem } = failure(
    'invalid_response',
    `The answer to ${interactionId} cannot be remembered as it asks: ${saved.errors[0]?.message}.`,
    { errors: saved.errors },
  );
  return { ...nothing, ...policy, problem };
}

/** Edited arguments must fit the tool, and no deny rule may stand against them. */
async function unfitEdit(
  context: EngineContext,
  tool: Tool | undefined,
  scope: Parameters<EngineContext['rules']['find']>[0],
  request: InteractionRequest,
  edited: Readonly<Record<string, unknown>>,
  now: string,
): Promise<Problem | undefined> {
  const issues = tool === undefined ? [] : validateArgs(tool.parameters, edited);
  if (issues.length > 0) {
    return failure(
      'invalid_response',
      `The edited arguments do not fit ${request.tool_name}: ${issues[0]?.message}`,
      {
        errors: issues.map(({ path, message }) => ({
          path: path === '' ? 'modified_args' : `modified_args.${path}`,
          message,
        })),
      },
    ).problem;
  }
  const found = await context.rules.find(
    scope,
    { tool_name: request.tool_name, tool_args: edited },
    now,
  );
  if (found.kind !== 'deny') return undefined;
  const rule = found.rule === undefined ? '' : ` ${found.rule}`;
  return failure(
    'invalid_response',
    `The edited arguments match the deny rule${rule}, so they were not accepted.`,
    { errors: [{ path: 'modified_args', message: `matches the deny rule${rule}` }] },
  ).problem;
}

/** After the answer won: its rules are stored, then the run goes on by itself. */
async function settled(
  context: EngineContext,
  key: SessionKey,
  record: InteractionRecord,
  state: ControlState,
): Promise<Result<Settlement>> {
  const tree = treeOf(state, record.root_run_id);
  if (tree !== undefined && tree.unsaved.length > 0) await context.saveRules(key, tree);
  if (tree?.owner === context.owner) context.runner.drive(key, tree.root_run_id);
  return standing(context, key, record.interaction_request.id, state);
}

async function standing(
  context: EngineContext,
  key: SessionKey,
  interactionId: string,
  state: ControlState,
): Promise<Result<Settlement>> {
  const record = await context.store.findInteraction(key.tenant_id, interactionId);
  if (record === null) return unknown(interactionId);
  const tree = treeOf(state, record.root_run_id);
  const run =
    tree === undefined
      ? (await context.store.findRun(key.tenant_id, record.root_run_id))?.run
      : toRun(state, tree, rootOf(tree));
  if (run === undefined) return unknown(interactionId);
  return success({
    key,
    run,
    interaction: viewOf(record),
    pending_count: tree?.pending.length ?? 0,
    after: record.settled_after ?? run.last_seq,
  });
}

/** Somebody answered before: the same answer is answered like the first time. */
async function repeated(
  context: EngineContext,
  caller: Caller,
  key: SessionKey,
  interactionId: string,
  response: InteractionResponse,
  options: AnswerOptions,
): Promise<Result<Settlement>> {
  const record = await context.store.findInteraction(key.tenant_id, interactionId);
  if (record === null) return unknown(interactionId);
  if (record.status === 'expired') return expired(record);
  const secrets = await context.secrecy.open(key);
  const first = secrets.reveal(record);
  switch (compareAnswer(first, response, caller.user_id ?? undefined, options)) {
    case 'same': {
      const { state } = await context.log.load(key);
      // The first time may have died between the answer and its rules.
      return settled(context, key, record, state);
    }
    case 'key_conflict':
      return failure(
        'idempotency_conflict',
        'This Idempotency-Key came with another answer before. Use a new key for a new answer.',
      );
    case 'other':
      return failure(
        'already_resolved',
        `Interaction ${interactionId} is ${record.status} already, so this response was not recorded.`,
        { interaction: viewOf(record) },
      );
  }
}

/** Each response settles on its own; the run resumes once, when the last one is settled. */
export async function respondAll(
  context: EngineContext,
  caller: Caller,
  responses: readonly InteractionResponse[],
  options: AnswerOptions = {},
): Promise<RespondBatchResult> {
  const results: RespondBatchResult['results'] = [];
  for (const response of responses) {
    const { idempotency_key: key } = options;
    const outcome = await respond(context, caller, response.request_id, response, {
      ...(key !== undefined && { idempotency_key: `${key}:${response.request_id}` }),
    });
    results.push({
      request_id: response.request_id,
      ok: outcome.ok,
      ...(!outcome.ok && { problem: outcome.problem }),
    });
  }
  return { results };
}

/** A decision about one call, by its tool-call id. */
export async function decideCall(
  context: EngineContext,
  caller: Caller,
  decision: ApprovalDecision,
  options: AnswerOptions = {},
): Promise<Result<DecisionResult>> {
  const { tool_call_id: callId, action, run_id: runId, ...rest } = decision;
  const found = await findByCall(context, caller, callId, runId);
  if (!found.ok) return found;
  const request = found.value.interaction_request;
  const response: InteractionResponse = {
    request_id: request.id,
    type: request.type,
    action,
    ...(rest.modified_args !== undefined && { modified_args: rest.modified_args }),
    ...(rest.text !== undefined && { text: rest.text }),
    ...(rest.note !== undefined && { note: rest.note }),
    ...(rest.reviewer_id !== undefined && { reviewer_id: rest.reviewer_id }),
  };
  const outcome = await respond(context, caller, request.id, response, options);
  return outcome.ok ? success({ tool_call_id: callId, status: STATUS_OF[action] }) : outcome;
}

const STATUS_OF = {
  approve: 'granted',
  modify_args: 'granted',
  answer: 'granted',
  deny: 'denied',
  pause: 'pending',
  resume: 'pending',
  abort_run: 'cancelled',
} as const;

/** Leave or refusal with the rules to remember. */
export async function consentTo(
  context: EngineContext,
  caller: Caller,
  consent: ToolConsent,
  options: AnswerOptions = {},
): Promise<Result<ConsentResult>> {
  const { tool_call_id: callId, decision, patterns, deny_patterns: denied = [] } = consent;
  const found = await findByCall(context, caller, callId, consent.run_id);
  if (!found.ok) return found;
  const request = found.value.interaction_request;
  const remembers = patterns.length > 0 || denied.length > 0;
  const response: InteractionResponse = {
    request_id: request.id,
    type: request.type,
    action: decision === 'allow' ? 'approve' : 'deny',
    ...(consent.user_id !== undefined && { user_id: consent.user_id }),
    remember: {
      scope: remembers ? 'always' : 'once',
      ...((patterns.length > 0 || decision === 'allow') && remembers && { patterns }),
      ...(denied.length > 0 && { deny_patterns: denied }),
      ...(consent.expires_at !== undefined && { expires_at: consent.expires_at }),
    },
  };
  const outcome = await respond(context, caller, request.id, response, options);
  if (!outcome.ok) return outcome;
  const { pending_count: waiting } = outcome.value;
  const what = decision === 'allow' ? 'Consent saved' : 'Denial recorded';
  const message =
    waiting === 0
      ? `${what} and execution resumed`
      : `${decision === 'allow' ? 'Consent' : 'Denial'} recorded, waiting for ${waiting} more`;
  return success({ success: true, tool_call_id: callId, message });
}

/** The interaction that a call waits for, or the newest one it had. */
async function findByCall(
  context: EngineContext,
  caller: Caller,
  callId: string,
  runId: string | undefined,
): Promise<Result<InteractionRecord>> {
  const all = await context.store.findInteractionsOfCall(caller.tenant_id, callId);
  const visible = all.filter(
    (record) => sees(caller, record.user_id) && (runId === undefined || record.run_id === runId),
  );
  const pending = visible.filter(({ status }) => status === 'pending');
  const candidates = pending.length > 0 ? pending : visible;
  const runs = new Set(candidates.map(({ run_id: id }) => id));
  const newest = candidates.at(-1);
  if (newest === undefined) {
    return failure('interaction_not_found', `No interaction is known for the tool call ${callId}.`);
  }
  if (runs.size > 1) {
    return failure(
      'ambiguous_tool_call',
      `${runs.size} runs have a tool call ${callId}. Send the run_id too.`,
      { run_ids: [...runs] },
    );
  }
  return success(newest);
}

async function findVisible(
  context: EngineContext,
  caller: Caller,
  interactionId: string,
): Promise<InteractionRecord | null> {
  const record = await context.store.findInteraction(caller.tenant_id, interactionId);
  return record !== null && sees(caller, record.user_id) ? record : null;
}

/** Who answers is who was authenticated: the body may not name somebody else. */
function forgedUser(caller: Caller, response: InteractionResponse) {
  const { user_id: named } = response;
  if (named === undefined || caller.any_user || named === caller.user_id) return undefined;
  return failure('forbidden', `You may not answer as the user ${named}.`);
}

function unknown(interactionId: string) {
  return failure('interaction_not_found', `Interaction ${interactionId} does not exist.`);
}

/** Asked by a server that had a vault; this one would have to write the secret down in clear. */
function unkept(interactionId: string) {
  const message = 'is sensitive, and this server has no vault to keep it in';
  return failure(
    'invalid_response',
    `The answer to ${interactionId} was not recorded: it ${message}. Set HITL_SECRET_KEY, or decline to answer.`,
    { errors: [{ path: 'text', message }] },
  );
}

function expired(record: InteractionRecord) {
  const { id, expires_at: at } = record.interaction_request;
  return failure(
    'interaction_expired',
    `Interaction ${id} was not found or expired${at === undefined ? '' : ` at ${at}`}, so the response was not recorded.`,
    { interaction: viewOf(record) },
  );
}
