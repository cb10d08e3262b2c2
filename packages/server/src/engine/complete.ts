import type { CompleteInput, ToolResult } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import { failure, mapped, type Failure } from '../base/result.ts';
import { cutContent, instantResult } from '../machine/tool-results.ts';
import { findClaimable, type ClaimableCall } from './claimable-call.ts';
import type { Operation } from './context.ts';
import { changeExecution, claimResult, executionEnded, type Execution } from './execution.ts';

/**
 * Records the outcome of a claimed call. Only the holder of the claim may do so, also after the
 * lease, as long as no person has decided; the request to a person is then withdrawn.
 */
export const completeCall: Operation<'complete'> = async (context, caller, interactionId, sent) => {
  const found = await findClaimable(context, caller, interactionId);
  if (!found.ok) return found;
  const content = cutContent(sent.content, context.maxResultBytes);
  const input = { ...sent, content };
  const call = found.value;
  const changed = await changeExecution(context, call, (execution, { now }) => {
    const refused = refusal(call, execution, input);
    if (refused !== undefined) return refused;
    if (execution === null || execution.status === 'completed') return null;
    const result = resultOf(execution, input, now);
    return { type: 'complete_execution', runId: call.executionRunId, result };
  });
  return mapped(changed, (execution) => claimResult(execution, interactionId, input.holder));
};

function refusal(
  call: ClaimableCall,
  execution: Execution | null,
  input: CompleteInput,
): Failure | undefined {
  if (execution === null) {
    return failure('not_claimed', 'The call is not claimed. Claim it before it runs.');
  }
  const { status, started, result } = execution;
  const isHolder = started.data.holder === input.holder;
  switch (status) {
    case 'aborted':
      return executionEnded(call);
    case 'completed': {
      if (isHolder && result !== undefined && isSame(result, input)) return undefined;
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

/** Whether a repeated completion reports the recorded outcome. */
function isSame(result: ToolResult, input: CompleteInput): boolean {
  const { content, output, error } = outcomeOf(input);
  return result.content === content && result.error === error && sameJson(result.output, output);
}

function notHeld(why: string): Failure {
  return failure('not_claimed', `The call is not claimed by this holder. ${why}`);
}

function resultOf({ started }: Execution, input: CompleteInput, now: string): ToolResult {
  const { data, timestamp: start_time } = started;
  const { content, output, error } = outcomeOf(input);
  const ended = now > start_time ? now : start_time;
  const duration = (Date.parse(ended) - Date.parse(start_time)) / 1000;
  return { ...instantResult(data, ended, data.args, content, error), output, start_time, duration };
}

function outcomeOf({ content, is_success = true, output, error }: CompleteInput) {
  return {
    content,
    output: output ?? (is_success ? content : null),
    error: is_success ? null : (error ?? content),
  };
}
