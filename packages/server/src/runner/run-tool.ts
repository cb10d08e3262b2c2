import type { Question, ToolResult } from '@hitl/protocol';
import { formatTime, runOf, stopwatch, treeOf } from '@hitl/protocol/fold';
import { questionRequest } from '../approval/build-request.ts';
import { askedCall, type CallContext } from '../approval/evaluate.ts';
import { noOneToAsk } from '../approval/refusals.ts';
import { isSensitive, NO_VAULT, type OpenSecrets } from '../approval/secrets.ts';
import { LEASE_MS, RELY_MS, type Transacted } from '../log/session-log.ts';
import type { Command } from '../machine/commands.ts';
import { deniedResult, errorResult } from '../machine/tool-results.ts';
import { executeTool } from './execute-tool.ts';
import type { RunnerParts } from './parts.ts';
import { isTooLarge, persist } from './persist.ts';
import type { RunHandle } from './run-handle.ts';
import { createProgressReporter, type ProgressReporter } from './tool-progress.ts';

type CallInRun = Pick<CallContext, 'run' | 'call'>;

/** The ids that every command about a call contains. */
export function callIds({ run, call }: CallInRun, owner: string) {
  return { runId: run.id, toolCallId: call.tool_call_id, owner };
}

/** The command that ends a call that cannot run, with the reason as its result. */
export function failCall(
  context: Omit<CallContext, 'tool'>,
  owner: string,
  message: string,
): Command {
  const result = errorResult(context.call, context.now, message);
  return { type: 'complete_tool', ...callIds(context, owner), result };
}

/** The idempotency key of a call, the same for every attempt. */
export function idempotencyKeyOf({ run, call }: CallInRun): string {
  return `${run.id}:${call.tool_call_id}`;
}

/** Claims an execution of the call: only the instance that appends this command runs the tool. */
export async function startTool(
  { secrets, results, owner, now }: RunnerParts,
  context: CallContext,
): Promise<Command> {
  const { key, run, call, tool } = context;
  const ids = callIds(context, owner);
  const opened = await secrets.open(key);
  if (opened.lacks([call.args, tool.question === undefined ? call.answers : []])) {
    const message =
      'A secret that this call needs is lost: the server has restarted. Ask the user for it again.';
    return failCall(context, owner, message);
  }
  const known = await results.find({ key, userId: run.user_id, tool, call }, now());
  if (known !== undefined) return { type: 'complete_tool', ...ids, result: known };
  return { type: 'start_tool', ...ids, idempotencyKey: idempotencyKeyOf(context) };
}

/**
 * Whether a call that was started here may still run. An instance that stalled since then (a stopped
 * process, a sleeping machine, a slow store) may have lost the run to another one, which then has
 * asked a person what happened, or the run was ended. If the store does not confirm the claim in
 * time, the call does not run, and counts as one whose outcome is unknown.
 */
async function isStillOurs(
  { store, log, owner, now }: RunnerParts,
  { signal }: RunHandle,
  { key, run, call }: CallContext,
  elapsed: () => number,
): Promise<boolean> {
  if (elapsed() < RELY_MS) return !signal.aborted;
  const sinceClaim = stopwatch(now);
  if (!(await store.renew(key, owner, LEASE_MS))) return false;
  const { state } = await log.load(key);
  const tree = treeOf(state, run.id);
  const current = tree && runOf(tree, run.id);
  const isStarted = current?.batch?.calls.some(
    ({ tool_call_id: id, attempt, status }) =>
      id === call.tool_call_id && attempt === call.attempt && status === 'started',
  );
  const isOpen = isStarted === true && current?.ended === undefined && tree?.owner === owner;
  return isOpen && sinceClaim() < RELY_MS && !signal.aborted;
}

/**
 * Runs a call that was started here, and appends its result; `null`: it was stopped, or is no longer
 * this instance's.
 */
export async function runTool(
  parts: RunnerParts,
  handle: RunHandle,
  context: CallContext,
  sinceStart: () => number,
): Promise<Transacted | null> {
  const { secrets, results, owner, maxResultBytes, now, onError } = parts;
  const { key, run, call, tool } = context;
  const ids = callIds(context, owner);
  const opened = await secrets.open(key);
  if (!(await isStillOurs(parts, handle, context, sinceStart))) return null;
  const isQuestion = tool.question !== undefined;
  const progress = reporterOf(parts, context, opened);
  const executing = executeTool({
    tool,
    call,
    run: {
      runId: run.id,
      sessionId: key.sessionId,
      userId: run.user_id,
      idempotencyKey: idempotencyKeyOf(context),
    },
    args: opened.reveal(call.args),
    // The result of a question tool is the answer itself, which must keep its handles.
    answers: isQuestion ? call.answers : opened.reveal(call.answers),
    signal: handle.signal,
    maxResultBytes,
    progress: (update) => progress.report(update),
    async confirm() {
      const elapsed = () => Math.min(sinceStart(), handle.sinceClaim());
      const isOurs = await isStillOurs(parts, handle, context, elapsed).catch(onError);
      if (isOurs !== true) handle.stop();
      handle.signal.throwIfAborted();
    },
    now,
  }).finally(() => progress.end());
  const outcome = await handle.whileBusy(run.id, executing);
  // The outcome is unknown, so the call stays started for the next owner to find, unless the run has
  // ended.
  if (handle.signal.aborted) return null;
  if (outcome.kind === 'result') {
    const result = opened.redact(outcome.result);
    await results.keep({ key, userId: run.user_id, tool, call }, result);
    return settle(parts, handle, context, { type: 'complete_tool', ...ids, result });
  }
  const denial = refuseQuestion(parts, context, outcome.question);
  if (denial !== undefined) {
    return settle(parts, handle, context, { type: 'complete_tool', ...ids, result: denial });
  }
  const question = opened.redact(outcome.question);
  const request = await questionRequest(askedCall(context), question, outcome.key);
  return settle(parts, handle, context, { type: 'suspend_call', ...ids, request });
}

/** Appends the outcome of a call; if it is too large for the store, the call fails instead. */
async function settle(
  parts: RunnerParts,
  handle: RunHandle,
  context: CallContext,
  command: Command,
): Promise<Transacted> {
  try {
    return await persist(parts, handle, command);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const what = command.type === 'suspend_call' ? 'its question' : 'its result';
    const message = `The tool ran, but ${what} is too large to be stored. ${error.message}`;
    return persist(parts, handle, failCall(context, parts.owner, message));
  }
}

/** Reports the progress of a call to readers. */
function reporterOf(
  { feed, now }: RunnerParts,
  { key, run, tree, call }: CallContext,
  secrets: OpenSecrets,
): ProgressReporter {
  const { tool_call_id: toolCallId } = call;
  let hasReported = false;
  const reporter = createProgressReporter({
    secrets,
    report(data) {
      hasReported = true;
      feed.progress(key, {
        type: 'tool_progress',
        run_id: run.id,
        root_run_id: tree.root_run_id,
        session_id: key.sessionId,
        timestamp: formatTime(now()),
        data: { tool_call_id: toolCallId, ...data },
      });
    },
  });
  return {
    report: (update) => reporter.report(update),
    end() {
      reporter.end();
      if (hasReported) feed.progressEnded(key, run.id, toolCallId);
    },
  };
}

/** The result of a call whose question cannot be asked; `undefined` if it can. */
function refuseQuestion(
  { secrets, now }: RunnerParts,
  { agent, call }: CallContext,
  question: Question,
): ToolResult | undefined {
  const at = formatTime(now());
  if (!agent.enableHitl) return deniedResult(call, at, noOneToAsk(question.title));
  const isLost = isSensitive(question) && !secrets.available;
  return isLost ? errorResult(call, at, NO_VAULT) : undefined;
}
