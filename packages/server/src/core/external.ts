import type {
  CreateInteractionInput,
  GateOutcome,
  InteractionView,
  Question,
} from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { QuestionSchema } from '@hitl/protocol';
import { canonicalJson, decisionOf, sha256, treeOf, undecided } from '@hitl/protocol/fold';
import { countWaiting } from '../runner/judge.ts';
import { validateArgs } from '../runner/validate-args.ts';
import type { SessionKey } from '../store/store.ts';
import { mayAskFor, sees, type Caller } from './caller.ts';
import type { EngineContext } from './context.ts';
import type { CreateInteractionOptions, ExternalOutcome } from './engine.ts';
import { externalWords } from './external-words.ts';
import { judgeExternal } from './judge-external.ts';
import { AUTHORIZATION_ACTIONS, QUESTION_ACTIONS } from './request.ts';
import { isSensitive, NO_VAULT } from './secrecy.ts';
import { failure, success, type Result } from './result.ts';
import { isOwner } from './runs.ts';
import { viewOf } from './views.ts';

/**
 * Puts a call or a question of somebody else's loop through the same ladder. Idempotent by session
 * and tool-call id: again, it shows what stands, but never to another call under the same id: an
 * approval holds for its call only.
 */
export async function createExternal(
  context: EngineContext,
  caller: Caller,
  sent: CreateInteractionInput,
  { relayed }: CreateInteractionOptions = {},
): Promise<Result<ExternalOutcome>> {
  const input = withoutInjected(sent);
  if (input.user_id !== undefined && !mayAskFor(caller, input.user_id)) {
    return failure('forbidden', `You may not ask for the user ${input.user_id}.`);
  }
  const question = readQuestion(input);
  if (!question.ok) return question;
  if (question.value === null && input.tool_name === undefined) {
    return failure('invalid_request', 'A call needs tool_name, a question needs type and title.', {
      errors: [{ path: 'tool_name', message: 'is needed' }],
    });
  }
  if (question.value !== null && isSensitive(question.value) && !context.secrecy.available) {
    return failure('invalid_request', `${NO_VAULT}.`, {
      errors: [{ path: 'sensitive', message: 'needs a server with a vault' }],
    });
  }
  const unfit = unfitTerms(input);
  if (unfit !== undefined) return unfit;
  const agent = input.agent_id === undefined ? undefined : context.agents.get(input.agent_id);
  if (agent === undefined && input.agent_id !== undefined) {
    return failure('agent_not_found', `There is no agent ${input.agent_id}.`);
  }
  const key: SessionKey = { tenant_id: caller.tenant_id, session_id: input.session_id };
  const userId = input.user_id ?? caller.user_id ?? null;
  // Who may see every session and names no user asks in the name of the session's owner.
  // Where nobody may answer what they asked for, the request has to name who asked.
  const inOwnersName =
    input.user_id === undefined &&
    (caller.any_user || (caller.reviewer && !context.separate_reviewer));
  const session = await context.store.findSession(key);
  if (session !== null && !sees(caller, session.user_id) && session.user_id !== userId) {
    return failure('session_not_found', `There is no session ${input.session_id}.`);
  }
  const runId = await externalRunId(key, input.tool_call_id);
  const digest = await callDigest(input, question.value, userId, relayed !== undefined);
  const standing = await whatStands(context, key, runId, digest);
  if (standing !== null) return standing;
  let isOthers = false;
  const begins = await context.quota.mayBegin(caller.tenant_id, userId);
  if (!begins.ok) return begins;
  const outcome = await context.log.transact(key, async ({ state, now }) => {
    const user = inOwnersName && state.session_id !== '' ? state.user_id : userId;
    isOthers = !isOwner(state, user);
    if (isOthers || treeOf(state, runId) !== undefined) return null;
    const call = {
      key,
      run_id: runId,
      input,
      question: question.value,
      agent,
      user_id: user,
      words: relayed === undefined ? externalWords(caller, input) : undefined,
      relayed,
    };
    const command = await judgeExternal(context, call, { now, waiting: countWaiting(state) });
    return { ...command, body_digest: digest };
  });
  if (isOthers) return failure('session_not_found', `There is no session ${input.session_id}.`);
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  const stands = await whatStands(context, key, runId, digest);
  if (stands === null) throw new Error(`the log lost the external run ${runId}`);
  if (outcome.kind !== 'appended' || !stands.ok) return stands;
  return success({
    ...stands.value,
    is_new: stands.value.outcome.interaction_request !== undefined,
  });
}

/** A call without what its loop adds to it by itself, and names. */
function withoutInjected(sent: CreateInteractionInput): CreateInteractionInput {
  const { injected_args: injected = [], ...input } = sent;
  if (input.tool_args === undefined || injected.length === 0) return input;
  const kept = Object.entries(input.tool_args).filter(([name]) => !injected.includes(name));
  return { ...input, tool_args: Object.fromEntries(kept) };
}

/** The question, `null` for a call that needs leave. */
function readQuestion(input: CreateInteractionInput): Result<Question | null> {
  if (input.type === undefined) return success(null);
  const parsed = QuestionSchema.safeParse({ ...input, id: undefined });
  if (parsed.success) return success(parsed.data);
  return failure('invalid_request', 'The question is malformed.', {
    errors: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  });
}

async function externalRunId(key: SessionKey, toolCallId: string): Promise<string> {
  const digest = await sha256(
    canonicalJson(['external', key.tenant_id, key.session_id, toolCallId]),
  );
  return `ext-${digest.slice(0, 32)}`;
}

/**
 * What makes it the same call: what runs, for whom, whose policy judges, and whether any does. A
 * question is what was sent of it: what was left out may be made up, such as ids.
 */
function callDigest(
  input: CreateInteractionInput,
  question: Question | null,
  user_id: string | null,
  isRelayed: boolean,
): Promise<string> {
  const { session_id: _session, tool_call_id: _call, ...sent } = input;
  const { tool_name, tool_args, agent_id } = sent;
  const own = question === null ? { tool_name, tool_args, agent_id, question } : sent;
  const call = { ...own, user_id };
  // Nothing that can be sent looks like a list.
  return sha256(canonicalJson(isRelayed ? ['relayed', call] : call));
}

/** What an earlier request of the same call led to; `null`: there was none. */
async function whatStands(
  context: EngineContext,
  key: SessionKey,
  runId: string,
  digest: string,
): Promise<Result<ExternalOutcome> | null> {
  const found = await context.store.findRun(key.tenant_id, runId);
  if (found === null) return null;
  const events = await context.store.readRun(key, runId, 0, 3);
  const [first] = events;
  const before =
    first?.type === 'run_started' && 'body_digest' in first.data
      ? first.data['body_digest']
      : undefined;
  if (before !== digest) {
    return failure(
      'idempotency_conflict',
      'This tool_call_id came with another call in this session before. Use a new one for each call.',
    );
  }
  for (const event of events) {
    if (event.type === 'interaction_request') {
      const id = event.data.interaction_request.id;
      const record = await context.store.findInteraction(key.tenant_id, id);
      return record === null
        ? null
        : success({ is_new: false, outcome: outcomeOf(viewOf(record)) });
    }
  }
  const judged = events.find((event) => event.type === 'batch_judged');
  const verdict = judged?.type === 'batch_judged' ? judged.data.verdicts[0] : undefined;
  if (verdict === undefined) return null;
  const { decision, reason } = verdict;
  if (decision === 'needs_auth') return null;
  return success({ is_new: false, outcome: { decision, reason } });
}

/** An interaction in the one shape in which a loop is told of it. */
function outcomeOf(view: InteractionView): GateOutcome {
  const decision = decisionOf(view);
  return {
    decision,
    ...(decision === 'denied' && { reason: undecided(view.status) }),
    ...view,
  };
}

/** Terms that a caller may set, but not so. */
function unfitTerms(input: CreateInteractionInput) {
  const { allowed_actions: actions, tool_schema: schema, type } = input;
  const errors: Issue[] = [];
  const possible: readonly string[] = type === undefined ? AUTHORIZATION_ACTIONS : QUESTION_ACTIONS;
  for (const [index, action] of (actions ?? []).entries()) {
    if (possible.includes(action)) continue;
    const message = `${action} is not possible here; possible are ${possible.join(', ')}`;
    errors.push({ path: `allowed_actions.${index}`, message });
  }
  const needed = type === undefined && actions !== undefined ? (['approve', 'deny'] as const) : [];
  const missing = needed.filter((action) => !actions?.includes(action));
  if (missing.length > 0) {
    errors.push({ path: 'allowed_actions', message: `must hold ${missing.join(' and ')}` });
  }
  if (schema !== undefined && !isUsable(schema)) {
    errors.push({
      path: 'tool_schema',
      message: 'is no JSON Schema that arguments can be checked by',
    });
  }
  const [first] = errors;
  if (first === undefined) return undefined;
  return failure('invalid_request', `The request is malformed: ${first.path} ${first.message}.`, {
    errors,
  });
}

function isUsable(schema: Readonly<Record<string, unknown>>): boolean {
  try {
    validateArgs(schema, {});
    return true;
  } catch {
    return false;
  }
}
