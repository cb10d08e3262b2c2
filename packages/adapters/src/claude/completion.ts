import type { Completion } from '@hitl/client/gate';
import { isText } from '../base/question.ts';

/** The longest recorded result, in characters. */
const MOST = 100_000;

/** Shortens a long text and marks it as shortened. */
function shortened(text: string): string {
  if (text.length <= MOST) return text;
  return `${text.slice(0, MOST)}\n[${text.length - MOST} more characters were not recorded]`;
}

/**
 * The result of a call, from the input of a `PostToolUse` or `PostToolUseFailure` hook of Claude Code. A long
 * result is shortened.
 */
export function completionOf(input: object): Completion {
  const {
    hook_event_name: event,
    tool_response: output,
    error,
  } = input as Partial<Record<string, unknown>>;
  if (event === 'PostToolUseFailure') {
    return { content: shortened(isText(error) ? error : 'The tool failed.'), isSuccess: false };
  }
  if (typeof output === 'string') return { content: shortened(output) };
  const content = JSON.stringify(output) ?? '';
  return {
    content: shortened(content),
    ...(output !== undefined && content.length <= MOST && { output }),
  };
}
