import type { ToolResult } from '@hitl/protocol';
import { deniedContent, type CallState, type Refusal } from '@hitl/protocol/fold';

/** Prefix of the result of a call with edited arguments. */
export const EDITED_NOTICE = '[Arguments edited by the user before running]';

/** The call of a result. */
export type ResultCall = Pick<ToolResult, 'tool_call_id' | 'tool_name'>;

/** A result that took no time. With an `error` it is a failure. */
export function instantResult(
  { tool_call_id, tool_name }: ResultCall,
  at: string,
  args: Readonly<Record<string, unknown>>,
  content: string,
  error: string | null = null,
): ToolResult {
  return {
    tool_call_id,
    tool_name,
    input_args: { ...args },
    content,
    output: error === null ? content : null,
    error,
    is_success: error === null,
    start_time: at,
    end_time: at,
    duration: 0,
  };
}

/** The result of a call denied by a rule, a policy, a person or a deadline. */
export function deniedResult(call: ResultCall, at: string, reason: string): ToolResult {
  return instantResult(call, at, {}, deniedContent(reason), `Permission denied: ${reason}`);
}

/** The result of a call that could not run: unknown tool, invalid arguments, or no one to ask. */
export function errorResult(call: ResultCall, at: string, message: string): ToolResult {
  return instantResult(call, at, {}, message, message);
}

/** The result of a call that was stopped while it ran. */
export function cancelledResult(call: CallState, at: string): ToolResult {
  const message = 'Tool execution was cancelled';
  return instantResult(call, at, call.args, message, message);
}

/** The result of a call that will not run. */
export function refusedResult(call: ResultCall, at: string, refusal: Refusal): ToolResult {
  switch (refusal.kind) {
    case 'denied':
    case 'cancelled':
      return deniedResult(call, at, refusal.reason);
    case 'declined':
    case 'unanswered':
    case 'failed':
      return errorResult(call, at, refusal.reason);
  }
}

/** The result that a person supplied instead of the tool. */
export function suppliedResult(
  call: CallState,
  at: string,
  maxBytes: number = Infinity,
): ToolResult {
  const text = cutContent(call.answers.at(-1)?.response.text ?? '', maxBytes);
  return instantResult(call, at, call.args, text);
}

/** Truncates text to `maxBytes` of UTF-8, between characters, with a note. */
export function cutContent(content: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(content);
  if (bytes.length <= maxBytes) return content;
  const notice = `… [cut: ${bytes.length} bytes in all]`;
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/\uFFFD+$/, '');
  return `${kept}${notice}`;
}
