import { argsDigest, type CallState } from '@hitl/protocol/fold';
import type { Agent } from '../agents/agent.ts';
import type { Tool } from '../agents/tool.ts';
import { toolDigest } from '../agents/tool-digest.ts';
import { afterReplacement } from '../approval/ask-again.ts';
import { questionRequest, recoveryRequest } from '../approval/build-request.ts';
import { askedCall, type Evaluator, type RunContext } from '../approval/evaluate.ts';
import { invalidArguments, questionOf } from '../approval/call-checks.ts';
import type { Transacted } from '../log/session-log.ts';
import type { Command } from '../machine/commands.ts';
import type { RunHandle } from './run-handle.ts';
import {
  callIds,
  createRunTool,
  failCall,
  idempotencyKeyOf,
  type RunToolOptions,
} from './run-tool.ts';

const MAX_NESTING = 16;

/** What calls are executed with. */
export interface ExecuteCallOptions extends RunToolOptions {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly evaluator: Evaluator;
}

/** Does what a call needs now and appends it; `null`: it was cut off. */
export type ExecuteCall = (
  handle: RunHandle,
  context: RunContext,
  call: CallState,
) => Promise<Transacted | null>;

/** Starts and runs approved calls, and recovers those whose server died while they ran. */
export function createExecuteCall(options: ExecuteCallOptions): {
  /** The start of an approved call, or what happens to it instead. */
  readonly begin: (context: RunContext, call: CallState) => Promise<Command>;
  /** Continues a started call: started by this instance just now, or by one that is gone. */
  readonly goOn: ExecuteCall;
} {
  const { log, agents, evaluator, secrets, owner, starts } = options;
  const runTool = createRunTool(options);

  return {
    async begin(context, call) {
      const tool = context.agent.tools.get(call.tool_name);
      if (tool === undefined) {
        return failCall(context, call, owner, `Unknown tool: ${call.tool_name}`);
      }
      return (await insteadOfRunning(context, call, tool)) ?? runTool.start(context, call, tool);
    },
    async goOn(handle, context, call) {
      const { key, run, agent } = context;
      const tool = agent.tools.get(call.tool_name);
      if (starts.take(run.id, call) && tool !== undefined) {
        return runTool.run(handle, context, call, tool);
      }
      // By one that is gone: it runs again only where that is harmless.
      if (tool !== undefined && (tool.effects === 'pure' || tool.effects === 'keyed')) {
        // A denial written meanwhile wins here too; what the first attempt did is then not known.
        const { decision } = await evaluator.recheck(context, call, tool);
        const same =
          !(await isAnotherTool(call, tool)) && invalidArguments(tool, call) === undefined;
        if (decision !== 'denied' && same) {
          return log.transact(key, await runTool.start(context, call, tool));
        }
      }
      const ids = callIds(run, call, owner);
      if (!agent.enableHitl) return log.transact(key, { type: 'mark_outcome_unknown', ...ids });
      const request = await recoveryRequest(askedCall(context, call), tool);
      return log.transact(key, { type: 'mark_outcome_unknown', ...ids, request });
    },
  };

  /** The alternative to running a call's tool; `null`: the tool may run. */
  async function insteadOfRunning(
    context: RunContext,
    call: CallState,
    tool: Tool,
  ): Promise<Command | null> {
    const ids = callIds(context.run, call, owner);
    // Valid when it was evaluated: the tool is another one by now.
    const invalid = invalidArguments(tool, call);
    if (invalid !== undefined) return failCall(context, call, owner, invalid);
    const verdict = await evaluator.recheck(context, call, tool);
    if (verdict.decision === 'denied') return { type: 'refuse_call', ...ids, verdict };
    // No one was asked about it and now someone has to be, as rules changed since it was evaluated; or
    // someone was asked about another call, or another tool, than this one.
    const unasked = call.approved !== true && call.verdict === 'allowed';
    const replaced = await isAnotherTool(call, tool);
    if ((verdict.decision === 'needs_auth' && unasked) || replaced || (await isAnotherCall(call))) {
      const why = replaced ? afterReplacement(tool, verdict) : verdict;
      const asked = await evaluator.request(context, call, tool, why);
      return asked.refused === undefined
        ? { type: 'suspend_call', ...ids, request: asked.request, auth: asked.auth }
        : { type: 'refuse_call', ...ids, verdict: asked.refused };
    }
    if (tool.question !== undefined && (await isUnanswered(context, call))) {
      const question = questionOf(tool, call);
      if (typeof question === 'object') {
        const request = await questionRequest(askedCall(context, call), question);
        return { type: 'suspend_call', ...ids, request };
      }
      // A person edited the arguments into something that cannot be asked.
      return failCall(context, call, owner, question ?? `${tool.name} has no question`);
    }
    return tool.agent === undefined ? null : startNested(context, call, tool.agent);
  }

  /** No one was asked yet, or what was answered is lost. */
  async function isUnanswered({ key }: RunContext, { answers }: CallState): Promise<boolean> {
    return answers.length === 0 || (await secrets.open(key)).lacks(answers.at(-1));
  }

  function startNested(context: RunContext, call: CallState, agentId: string): Command {
    const { run, tree } = context;
    if (!agents.has(agentId)) {
      return failCall(context, call, owner, `There is no agent ${agentId} to ask`);
    }
    if (Object.keys(tree.runs).length > MAX_NESTING) {
      const message = `Agents may ask each other to a depth of ${MAX_NESTING}`;
      return failCall(context, call, owner, message);
    }
    const { input } = call.args;
    return {
      type: 'start_nested',
      ...callIds(run, call, owner),
      nestedRunId: crypto.randomUUID(),
      agentId,
      input: typeof input === 'string' ? input : '',
      stepId: crypto.randomUUID(),
      idempotencyKey: idempotencyKeyOf(run, call),
    };
  }
}

/** Whether the tool is not the one that was approved. Logs of older servers do not say which it was. */
async function isAnotherTool(call: CallState, tool: Tool): Promise<boolean> {
  if (call.approved !== true || call.tool_digest === undefined) return false;
  return (await toolDigest(tool)) !== call.tool_digest;
}

/** Whether the arguments are not the ones that were approved: an approval holds for its call only. */
async function isAnotherCall(call: CallState): Promise<boolean> {
  if (call.approved !== true || call.edited === true) return false;
  if (call.args_digest === undefined) return false;
  return (await argsDigest(call.tool_name, call.args)) !== call.args_digest;
}
