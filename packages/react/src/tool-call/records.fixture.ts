import type { CallRecord } from '@hitl/client';
import { createCallLog } from '@hitl/client/view';
import type {
  CallVerdict,
  EventDraft,
  InteractionRequest,
  InteractionResponse,
  ToolCall,
  ToolResult,
} from '@hitl/protocol';
import {
  authorizationRequest,
  batchJudged,
  confirmResponse,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  testTime,
  toolCall,
  toolCompleted,
  toolStarted,
  type SettlementOptions,
} from '@hitl/protocol/testing';

/** A request about `toolCall()`. */
export const request: InteractionRequest = authorizationRequest({ message_id: 'msg_1' });

/** The record of a call in a log with these events. */
export function recordIn(
  drafts: readonly EventDraft[],
  callId = 'call_1',
  runId = 'run_1',
): CallRecord {
  const log = createCallLog();
  for (const event of sessionLog(drafts)) log.add(event);
  const record = log.current().get(runId, callId);
  if (record === undefined) throw new Error('The log has no such call.');
  return record;
}

/** A call that a model proposes. */
export function proposed(call: Partial<ToolCall> = {}): EventDraft[] {
  const calls = [toolCall(call)];
  return [
    runStarted(),
    stepCompleted({ id: 'msg_1', role: 'assistant', content: '', tool_calls: calls }),
  ];
}

/** The verdict of rules and policies. */
export function judged(verdict: Omit<CallVerdict, 'tool_call_id'>): EventDraft {
  return batchJudged({ verdicts: [{ tool_call_id: 'call_1', ...verdict }] });
}

/** A call about which a person is asked. */
export function asked(about: InteractionRequest = request): EventDraft[] {
  const { tool_name: name, tool_args: args } = about;
  const isQuestion = about.purpose === 'question';
  return [
    ...proposed({ name, args }),
    isQuestion
      ? judged({ decision: 'needs_auth', step: 'question', reason: 'The agent asks a question' })
      : batchJudged(),
    ...suspension(about),
  ];
}

/** The same, answered. */
export function answered(
  response: InteractionResponse = confirmResponse(),
  options: SettlementOptions = {},
  about: InteractionRequest = request,
): EventDraft[] {
  return [...asked(about), ...settlement(about, response, options)];
}

/** The events after it, if it runs. */
export function ran(result: Partial<ToolResult> = {}, args = toolCall().args): EventDraft[] {
  return [toolStarted({ args }), toolCompleted({ input_args: args, ...result })];
}

/** The events after it, if it does not run. */
export function refused(error = 'Permission denied'): EventDraft {
  return toolCompleted({
    content: error,
    output: null,
    error,
    is_success: false,
    start_time: testTime(9),
    end_time: testTime(9),
    duration: 0,
  });
}
