import type { ToolResult } from '@hitl/protocol';
import { deniedContent, type CallState, type Refusal } from '@hitl/protocol/fold';

/** Prefix of the result of a call with edited arguments. */
export const EDITED_NOTICE = '[Arguments edited by the user before running]';

/** The call of a result, and its times. A result without a duration took no time. */
export interface ResultFrame {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly at: string;
}

function failed(
  frame: ResultFrame,
  args: Readonly<Record<string, unknown>>,
  content: string,
  error: string,
): ToolResult {
  return {
    tool_call_id: frame.toolCallId,
    tool_name: frame.toolName,
    input_args: { ...args },
    content,
    output: null,
    error,
    is_success: false,
    start_time: frame.at,
    end_time: frame.at,
    duration: 0,
  };
}

/** The result of a call denied by a rule, a policy, a person or a deadline. */
export function deniedResult(frame: ResultFrame, reason: string): ToolResult {
  return failed(frame, {}, deniedContent(reason), `Permission denied: ${reason}`);
}

/** The result of a call that could not run: unknown tool, invalid arguments, or no one to ask. */
export function errorResult(frame: ResultFrame, message: string): ToolResult {
  return failed(frame, {}, message, message);
}

/** The result of a call that was stopped while it ran. */
export function cancelledResult(
  frame: ResultFrame,
  args: Readonly<Record<string, unknown>>,
): ToolResult {
  const message = 'Tool execution was cancelled';
  return failed(frame, args, message, message);
}

/** The result of a call that will not run. */
export function refusedResult(frame: ResultFrame, refusal: Refusal): ToolResult {
  switch (refusal.kind) {
    case 'denied':
    case 'cancelled':
      return deniedResult(frame, refusal.reason);
    case 'declined':
    case 'unanswered':
    case 'failed':
      return errorResult(frame, refusal.reason);
  }
}

/** The result that a person supplied instead of the tool. */
export function suppliedResult(
  frame: ResultFrame,
  call: CallState,
  maxBytes: number = Infinity,
): ToolResult {
  const text = cutContent(call.answers.at(-1)?.response.text ?? '', maxBytes);
  return {
    ...failed(frame, call.args, text, ''),
    output: text,
    error: null,
    is_success: true,
  };
}

/** Truncates text to `maxBytes` of UTF-8, between characters, with a note. */
export function cutContent(content: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(content);
  if (bytes.length <= maxBytes) return content;
  const notice = `… [cut: ${bytes.length} bytes in all]`;
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/\uFFFD+$/, '');
  return `${kept}${notice}`;
}
