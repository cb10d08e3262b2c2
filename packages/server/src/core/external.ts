import type { CreateInteractionInput, InteractionRequest, Question } from '@hitl/protocol';
import { QuestionSchema } from '@hitl/protocol';
import { canonicalJson, sha256, treeOf, type RunTree } from '@hitl/protocol/fold';
import type { SessionKey } from '../store/store.ts';
import { countWaiting, unaskable, unjudgeable } from '../runner/judge.ts';
import type { Tool } from '../runner/tool.ts';
import { mayActAs, sees, type Caller } from './caller.ts';
import type { Agent } from './agent.ts';
import type { Command } from './commands.ts';
import type { EngineContext } from './context.ts';
import type { CreateInteractionOptions, GateOutcome } from './engine.ts';
import { authorizationRequest, questionRequest, type AskedCall } from './request.ts';
import { judgeCall, type LadderVerdict } from './ladder.ts';
import { isSensitive, NO_VAULT } from './secrecy.ts';
import { failure, success, type Result } from './result.ts';
import { viewOf } from './views.ts';

/**
 * Puts a call or a question of somebody else's loop through the same ladder. Idempotent by session
 * and tool-call id: again, it shows what stands, but never to another call under the same id: an
 * approval holds for its call only.
 */
export async function createExternal(
  context: EngineContext,
  caller: Caller,
  input: CreateInteractionInput,
  { relayed }: CreateInteractionOptions = {},
): Promise<Result<GateOutcome>> {
  if (input.user_id !== undefined && !mayActAs(caller, input.user_id)) {
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
  const agent = relayed === undefined ? agentOf(context, input) : undefined;
  if (agent === undefined && input.agent_id !== undefined) {
    return failure('agent_not_found', `There is no agent ${input.agent_id}.`);
  }
  const key: SessionKey = { tenant_id: caller.tenant_id, session_id: input.session_id };
  const userId = input.user_id ?? caller.user_id ?? null;
  const session = await context.store.findSession(key);
  if (session !== null && !sees(caller, session.user_id) && session.user_id !== userId) {
    return failure('session_not_found', `There is no session ${input.session_id}.`);
  }
  const runId = await externalRunId(key, input.tool_call_id);
  const digest = await callDigest(input, question.value, userId);
  const standing = await whatStands(context, key, runId, digest);
  if (standing !== null) return standing;
  const outcome = await context.log.transact(key, async ({ state, now }) => {
    if (treeOf(state, runId) !== undefined) return null;
    const waiting = countWaiting(state);
    const command = await judge(
      context,
      key,
      input,
      question.value,
      agent,
      userId,
      runId,
      now,
      waiting,
      relayed,
    );
    return { ...command, body_digest: digest };
  });
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  const stands = await whatStands(context, key, runId, digest);
  if (stands === null) throw new Error(`the log lost the external run ${runId}`);
  if (outcome.kind !== 'appended' || !stands.ok || stands.value.kind !== 'existing') return stands;
  return success({ kind: 'created', request: stands.value.view.interaction_request });
}

function agentOf(context: EngineContext, input: CreateInteractionInput): Agent | undefined {
  if (input.agent_id !== undefined) return context.agents.get(input.agent_id);
  const { tool_name: name } = input;
  return name === undefined
    ? undefined
    : [...context.agents.values()].find(({ tools }) => tools.has(name));
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
 * What makes it the same call: what runs, for whom, and whose policy judges. A question is what was
 * sent of it: what was left out may be made up, such as ids.
 */
function callDigest(
  input: CreateInteractionInput,
  question: Question | null,
  user_id: string | null,
): Promise<string> {
  const { session_id: _session, tool_call_id: _call, ...sent } = input;
  const { tool_name, tool_args, agent_id } = sent;
  const call = { tool_name, tool_args, agent_id, question, user_id };
  return sha256(canonicalJson(question === null ? call : { ...sent, user_id }));
}

/** What an earlier request of the same call led to; `null`: there was none. */
async function whatStands(
  context: EngineContext,
  key: SessionKey,
  runId: string,
  digest: string,
): Promise<Result<GateOutcome> | null> {
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
      return record === null ? null : success({ kind: 'existing', view: viewOf(record) });
    }
  }
  const judged = events.find((event) => event.type === 'batch_judged');
  const verdict = judged?.type === 'batch_judged' ? judged.data.verdicts[0] : undefined;
  if (verdict === undefined) return null;
  const { decision, reason } = verdict;
  return success({ kind: 'decided', decision: { decision, reason } });
}

async function judge(
  context: EngineContext,
  key: SessionKey,
  input: CreateInteractionInput,
  question: Question | null,
  agent: Agent | undefined,
  userId: string | null,
  runId: string,
  now: string,
  waiting: number,
  relayed: CreateInteractionOptions['relayed'],
): Promise<Extract<Command, { type: 'start_external' }>> {
  const start = {
    type: 'start_external',
    run_id: runId,
    agent_id: agent?.name ?? 'external',
    user_id: userId,
    tool_call_id: input.tool_call_id,
  } as const;
  const asked = askedCall(key, input, agent, userId, runId, now);
  const refusal = (reason: string) =>
    unaskable(agent ?? FOREIGN_POLICY, reason, waiting, context.max_pending);
  if (question !== null) {
    const refused = refusal('A question');
    if (refused !== undefined) return { ...start, verdict: refused };
    return {
      ...start,
      verdict: { decision: 'needs_auth', step: 'question', reason: 'A question' },
      request: limited(await questionRequest(asked, question), relayed),
    };
  }
  const scope = { ...key, user_id: userId };
  const call = { tool_name: asked.tool_name, tool_args: asked.args };
  const tool = agent?.tools.get(asked.tool_name) ?? foreignTool(asked.tool_name);
  const verdict: LadderVerdict =
    relayed !== undefined
      ? RELAYED
      : await judgeCall({
          agent: agent ?? FOREIGN_POLICY,
          tool,
          scope,
          rules: context.rules,
          has_permission_store: context.permissions !== null,
          default_policy: context.default_policy,
          now,
          context: {
            session_id: key.session_id,
            run_id: runId,
            tool_call_id: input.tool_call_id,
            tool_name: asked.tool_name,
            arguments: asked.args,
            agent_id: agent?.name ?? 'external',
            user_id: userId,
          },
        });
  if (verdict.decision !== 'needs_auth') return { ...start, verdict };
  const refused = refusal(verdict.reason);
  if (refused !== undefined) return { ...start, verdict: refused };
  let facts: Readonly<Record<string, unknown>>;
  try {
    facts = tool.describeCall?.(asked.args) ?? {};
  } catch (error) {
    return { ...start, verdict: { decision: 'denied', step: 'error', reason: unjudgeable(error) } };
  }
  const description = await context.rules.describe(scope, call, now);
  const risk = input.risk_level ?? verdict.risk_level;
  return {
    ...start,
    verdict,
    auth: {
      args_preview: description.preview,
      suggested_patterns: [...description.suggestions],
    },
    request: limited(
      await authorizationRequest(asked, {
        description,
        reason: input.reason ?? verdict.reason,
        ...(risk !== undefined && { risk_level: risk }),
        timeout_ms: agent === undefined ? null : agent.consent_timeout_ms,
        rememberable:
          relayed === undefined && description.rememberable && tool.rememberable !== false,
        facts: { ...facts, ...input.metadata },
        ...(agent !== undefined && { tool_schema: tool.parameters }),
      }),
      relayed,
    ),
  };
}

const RELAYED: LadderVerdict = {
  decision: 'needs_auth',
  step: 'policy',
  reason: 'It was judged where it comes from',
};

function limited<R extends InteractionRequest>(
  request: R,
  relayed: CreateInteractionOptions['relayed'],
): R {
  return relayed === undefined
    ? request
    : { ...request, allowed_actions: [...relayed.allowed_actions] };
}

function askedCall(
  key: SessionKey,
  input: CreateInteractionInput,
  agent: Agent | undefined,
  userId: string | null,
  runId: string,
  now: string,
): AskedCall {
  const run = {
    id: runId,
    agent_id: agent?.name ?? 'external',
    user_id: userId,
    parent_run_id: null,
    parent_tool_call_id: null,
    external: true,
    steps: 0,
    response: null,
    error: null,
    created_at: now,
    updated_at: now,
  };
  const tree: RunTree = {
    root_run_id: runId,
    last_seq: 0,
    runs: { [runId]: run },
    pending: [],
    unsaved: [],
    latch: [],
    paused: false,
    attempt: 0,
  };
  return {
    session_id: key.session_id,
    tree,
    run,
    tool_call_id: input.tool_call_id,
    tool_name: input.tool_name ?? 'question',
    args: input.tool_args ?? {},
    now,
  };
}

/** A tool that lives in somebody else's loop: rules see all of its arguments. */
function foreignTool(name: string): Tool {
  return {
    name,
    parameters: { type: 'object' },
    execute() {
      throw new Error(`${name} is run by its own loop`);
    },
  };
}

const FOREIGN_POLICY: Agent = {
  name: 'external',
  model: {
    name: 'none',
    generate() {
      throw new Error('An external call has no model');
    },
  },
  tools: new Map(),
  system_prompt: '',
  max_steps: 0,
  enable_hitl: true,
  enable_permissions: true,
  on_denied: 'continue',
  on_timeout: 'deny',
  consent_timeout_ms: null,
  on_new_message: 'reject',
  remember_confirmed: true,
  reveal_secrets: 'tools',
  tool_policies: {},
  user_id: null,
};
