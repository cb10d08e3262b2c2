import type { CompleteInput, ToolResult } from '@hitl/protocol';
import { failure, success, type Failure } from '../base/result.ts';
import { cutContent } from '../machine/tool-results.ts';
import { otherCall } from './claim.ts';
import { findClaimable } from './claimable-call.ts';
import type { Operation } from './context.ts';
import { claimResult, executionId, readExecution, type Execution } from './execution.ts';

/**
 * Records the outcome of a claimed call. Only the holder of the claim may do so, also after the
 * lease, as long as no person has decided; the request to a person is then withdrawn.
 */
export const completeCall: Operation<'complete'> = async (context, caller, interactionId, sent) => {
  const found = await findClaimable(context, caller, interactionId);
  if (!found.ok) return found;
  const call = found.value;
  const { key } = call;
  const runId = await executionId(key, call.toolCallId);
  const content = cutContent(sent.content, context.maxResultBytes);
  const input = { ...sent, content };
  const outcome = await context.log.transact(key, async ({ now }) => {
    const execution = await readExecution(context.store, key, runId);
    const refused = otherCall(execution, call) ?? refusal(execution, input, runId);
    if (refused !== undefined) return refused;
    if (execution === null || execution.status === 'completed') return null;
    return { type: 'complete_execution', runId, result: resultOf(execution, input, now) };
  });
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  const execution = await readExecution(context.store, key, runId);
  if (execution === null) throw new Error(`the log lost the execution ${runId}`);
  return success(claimResult(execution, interactionId, input.holder));
};

function refusal(
  execution: Execution | null,
  input: CompleteInput,
  runId: string,
): Failure | undefined {
  if (execution === null) {
    return failure('not_claimed', 'The call is not claimed. Claim it before it runs.');
  }
  const { status, started, result } = execution;
  const isHolder = started.data.holder === input.holder;
  switch (status) {
    case 'aborted':
      return failure('run_finished', `Run ${runId}, the execution of the call, was ended.`);
    case 'completed': {
      const { content, is_success: isSuccess = true } = input;
      const isSame = result?.content === content && result.is_success === isSuccess;
      if (isHolder && isSame) return undefined;
      return failure('idempotency_conflict', 'The call has another result already.', {
        result: result ?? null,
      });
    }
    case 'open':
      return notHeld('A person has allowed running it again.');
    case 'running':
    case 'unknown':
      return isHolder ? undefined : notHeld(`${started.data.holder ?? 'Someone else'} holds it.`);
  }
}

function notHeld(why: string): Failure {
  return failure('not_claimed', `The call is not claimed by this holder. ${why}`);
}

function resultOf({ started }: Execution, input: CompleteInput, now: string): ToolResult {
  const { tool_call_id, tool_name, args } = started.data;
  const { content, is_success = true, error, output } = input;
  const ended = now > started.timestamp ? now : started.timestamp;
  return {
    tool_call_id,
    tool_name,
    input_args: args,
    content,
    output: is_success ? (output ?? content) : (output ?? null),
    error: is_success ? null : (error ?? content),
    is_success,
    start_time: started.timestamp,
    end_time: ended,
    duration: (Date.parse(ended) - Date.parse(started.timestamp)) / 1000,
  };
}
