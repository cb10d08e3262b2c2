import {
  argsDigest,
  formatTime,
  type CallState,
  type RunState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { Agent } from '../agents/agent.ts';
import { afterReplacement } from '../approval/ask-again.ts';
import type { Command } from '../machine/commands.ts';
import type { Effect } from '../machine/effects.ts';
import { waitingIn } from '../approval/equal-requests.ts';
import { questionRequest, recoveryRequest } from '../approval/build-request.ts';
import { deniedResult, errorResult } from '../machine/tool-results.ts';
import { isSensitive, NO_VAULT } from '../approval/secrets.ts';
import type { Transacted } from '../log/session-log.ts';
import type { LoadedSession, SessionKey } from '../store/store.ts';
import { createCallModel, type CallModelOptions } from './call-model.ts';
import type { RunHandle } from './run-handle.ts';
import { executeTool } from './execute-tool.ts';
import {
  askedCall,
  noOneToAsk,
  questionOf,
  invalidArguments,
  type Evaluator,
  type RunContext,
} from '../approval/evaluate.ts';
import { persist } from './persist.ts';
import { createResultCache, type CachedCall } from './result-cache.ts';
import type { Tool } from '../agents/tool.ts';
import { toolDigest } from '../agents/tool-digest.ts';

const MAX_NESTING = 16;

/** What effects are performed with. */
export interface PerformOptions extends CallModelOptions {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly evaluator: Evaluator;
}

/** An effect that the loop performs itself. */
export type Performed = Exclude<
  Effect,
  { type: 'none' | 'paused' | 'wait_for_person' | 'save_rules' }
>;

/** Performs one effect and appends its outcome; `null` when there is none to append. */
export type Perform = (
  handle: RunHandle,
  loaded: LoadedSession,
  tree: RunTree,
  effect: Performed,
) => Promise<Transacted | null>;

export function createPerform(options: PerformOptions): Perform {
  const { log, agents, evaluator: judge, owner, secrets, now } = options;
  const callModel = createCallModel(options);
  const results = createResultCache();

  return perform;

  async function perform(
    handle: RunHandle,
    loaded: LoadedSession,
    tree: RunTree,
    effect: Performed,
  ): Promise<Transacted | null> {
    const { run } = effect;
    const agent = agents.get(run.agent_id);
    if (agent === undefined) {
      // The loop leaves such a run to others before it comes here.
      throw new Error(`The run ${run.id} needs the agent ${run.agent_id}, which is not here`);
    }
    const context: RunContext = {
      key: handle.key,
      tree,
      run,
      agent,
      waiting: waitingIn(loaded.state),
      now: loaded.now,
    };
    switch (effect.type) {
      case 'call_model':
        return callModel(handle, context);
      case 'judge_batch':
        return log.transact(handle.key, {
          type: 'judge_batch',
          run_id: run.id,
          owner,
          message_id: run.batch?.message_id ?? '',
          verdicts: await judge.batch(context),
        });
      case 'record_result':
        return log.transact(handle.key, {
          type: 'record_result',
          ...callIds(run, effect.call),
          max_result_bytes: options.max_result_bytes,
        });
      case 'execute_tool':
        return execute(handle, context, effect.call);
      case 'recover_call':
        return recover(handle, context, effect.call);
    }
  }

  function callIds(run: RunState, call: CallState) {
    return { run_id: run.id, tool_call_id: call.tool_call_id, owner };
  }

  async function execute(
    handle: RunHandle,
    context: RunContext,
    call: CallState,
  ): Promise<Transacted | null> {
    const { key, run, agent } = context;
    const ids = callIds(run, call);
    const tool = agent.tools.get(call.tool_name);
    if (tool === undefined) {
      const at = context.now;
      const message = `Unknown tool: ${call.tool_name}`;
      const result = errorResult({ ...ids, tool_name: call.tool_name, at }, message);
      return log.transact(key, { type: 'complete_tool', ...ids, result });
    }
    const unfit = invalidArguments(tool, call);
    if (unfit !== undefined) {
      // It fitted when it was evaluated: the tool is another one by now.
      const result = errorResult({ ...ids, tool_name: call.tool_name, at: context.now }, unfit);
      return log.transact(key, { type: 'complete_tool', ...ids, result });
    }
    const verdict = await judge.recheck(context, call, tool);
    if (verdict.decision === 'denied') {
      return log.transact(key, { type: 'refuse_call', ...ids, verdict });
    }
    // Nobody was asked about it and now somebody has to be, as rules changed since it was evaluated; or
    // somebody was asked about another call, or another tool, than this one.
    const unasked = call.approved !== true && call.verdict === 'allowed';
    const replaced = await isAnotherTool(call, tool);
    if ((verdict.decision === 'needs_auth' && unasked) || replaced || (await isAnotherCall(call))) {
      const why = replaced ? afterReplacement(tool, verdict) : verdict;
      const asked = await judge.request(context, call, tool, why);
      return log.transact(
        key,
        asked.refused === undefined
          ? { type: 'suspend_call', ...ids, request: asked.request, auth: asked.auth }
          : { type: 'refuse_call', ...ids, verdict: asked.refused },
      );
    }
    if (tool.question !== undefined && (await isUnanswered(key, call))) {
      const question = questionOf(tool, call);
      if (typeof question === 'object') {
        const request = await questionRequest(askedCall(context, call), question);
        return log.transact(key, { type: 'suspend_call', ...ids, request });
      }
      // A person edited the arguments into something that cannot be asked.
      const frame = { ...ids, tool_name: call.tool_name, at: context.now };
      const result = errorResult(frame, question ?? `${tool.name} has no question`);
      return log.transact(key, { type: 'complete_tool', ...ids, result });
    }
    if (tool.agent !== undefined) return startNested(context, call, tool.agent);
    return runTool(handle, context, call, tool);
  }

  /** Nobody was asked yet, or what was answered is lost. */
  async function isUnanswered(key: SessionKey, call: CallState): Promise<boolean> {
    return call.answers.length === 0 || (await secrets.open(key)).lacks(call.answers.at(-1));
  }

  /** Only who appends `tool_started` runs the tool. */
  async function runTool(
    handle: RunHandle,
    context: RunContext,
    call: CallState,
    tool: Tool,
  ): Promise<Transacted | null> {
    const { key, run, agent } = context;
    const ids = callIds(run, call);
    const opened = await secrets.open(key);
    if (opened.lacks([call.args, tool.question === undefined ? call.answers : []])) {
      const message =
        'A secret that this call needs is lost: the server has restarted. Ask the user for it again.';
      const result = errorResult({ ...ids, tool_name: call.tool_name, at: context.now }, message);
      return log.transact(key, { type: 'complete_tool', ...ids, result });
    }
    const cached: CachedCall = { key, user_id: run.user_id, tool, call };
    const known = await results.find(cached, now());
    if (known !== undefined)
      return log.transact(key, { type: 'complete_tool', ...ids, result: known });
    const idempotencyKey = keyOf(run, call);
    const started = await log.transact(key, {
      type: 'start_tool',
      ...ids,
      idempotency_key: idempotencyKey,
    });
    if (started.kind !== 'appended') return started;
    const outcome = await handle.whileBusy(
      run.id,
      executeTool({
        tool,
        call,
        run_id: run.id,
        session_id: key.session_id,
        user_id: run.user_id,
        idempotency_key: idempotencyKey,
        attempt: call.attempt + 1,
        args: opened.reveal(call.args),
        // A question's own result is its answer: there the handle stays.
        answers: tool.question === undefined ? opened.reveal(call.answers) : call.answers,
        signal: handle.signal,
        max_result_bytes: options.max_result_bytes,
        now,
      }),
    );
    // Cut off by our own shutdown: nobody knows what it did, so the next owner finds it started.
    if (handle.cutOff()) return null;
    if (outcome.kind === 'question') {
      const frame = { ...ids, tool_name: call.tool_name, at: formatTime(now()) };
      const result = !agent.enable_hitl
        ? deniedResult(frame, noOneToAsk(outcome.question.title))
        : isSensitive(outcome.question) && !secrets.available
          ? errorResult(frame, NO_VAULT)
          : undefined;
      if (result !== undefined)
        return persist(log, key, { type: 'complete_tool', ...ids, result }, now);
    }
    const result = outcome.kind === 'result' ? opened.redact(outcome.result) : undefined;
    if (result !== undefined) await results.keep(cached, result);
    const command: Command =
      outcome.kind === 'result'
        ? { type: 'complete_tool', ...ids, result: result ?? outcome.result }
        : {
            type: 'suspend_call',
            ...ids,
            request: await questionRequest(
              askedCall(context, call),
              opened.redact(outcome.question),
              outcome.key,
            ),
          };
    return persist(log, key, command, now);
  }

  async function startNested(
    context: RunContext,
    call: CallState,
    agentId: string,
  ): Promise<Transacted> {
    const { key, run, tree } = context;
    const ids = callIds(run, call);
    if (!agents.has(agentId)) {
      const message = `There is no agent ${agentId} to ask`;
      const result = errorResult({ ...ids, tool_name: call.tool_name, at: context.now }, message);
      return log.transact(key, { type: 'complete_tool', ...ids, result });
    }
    if (Object.keys(tree.runs).length > MAX_NESTING) {
      const message = `Agents may ask each other to a depth of ${MAX_NESTING}`;
      const result = errorResult({ ...ids, tool_name: call.tool_name, at: context.now }, message);
      return log.transact(key, { type: 'complete_tool', ...ids, result });
    }
    const { input } = call.args;
    return log.transact(key, {
      type: 'start_nested',
      ...ids,
      nested_run_id: crypto.randomUUID(),
      agent_id: agentId,
      input: typeof input === 'string' ? input : '',
      step_id: crypto.randomUUID(),
      idempotency_key: keyOf(run, call),
    });
  }

  /** Whoever ran the call is gone: it runs again only where that is harmless. */
  async function recover(
    handle: RunHandle,
    context: RunContext,
    call: CallState,
  ): Promise<Transacted | null> {
    const { key, run, agent } = context;
    const tool = agent.tools.get(call.tool_name);
    if (tool !== undefined && (tool.effects === 'pure' || tool.effects === 'keyed')) {
      // A denial written meanwhile wins here too; what the first attempt did is then not known.
      const { decision } = await judge.recheck(context, call, tool);
      const same = !(await isAnotherTool(call, tool)) && invalidArguments(tool, call) === undefined;
      if (decision !== 'denied' && same) return runTool(handle, context, call, tool);
    }
    const request = agent.enable_hitl
      ? await recoveryRequest(askedCall(context, call), tool)
      : undefined;
    return log.transact(key, {
      type: 'mark_outcome_unknown',
      ...callIds(run, call),
      ...(request !== undefined && { request }),
    });
  }
}

/** Whether the tool is not the one that was approved. Logs of older servers do not say which it was. */
async function isAnotherTool(call: CallState, tool: Tool): Promise<boolean> {
  if (call.approved !== true || call.tool_digest === undefined) return false;
  return (await toolDigest(tool)) !== call.tool_digest;
}

/** Whether the arguments are not the ones that were approved: an approval holds for its call only. */
async function isAnotherCall(call: CallState): Promise<boolean> {
  if (call.approved !== true || call.edited === true || call.args_digest === undefined)
    return false;
  return (await argsDigest(call.tool_name, call.args)) !== call.args_digest;
}

/** The same for every attempt of a call. */
function keyOf(run: RunState, call: CallState): string {
  return `${run.id}:${call.tool_call_id}`;
}
