import type { Completion } from '@hitl/client/gate';
import { isText } from '../base/question.ts';

/** How much of a result is recorded, in characters. */
const MOST = 100_000;

/** The beginning of a long text, which says that it is one. */
function shortened(text: string): string {
  if (text.length <= MOST) return text;
  return `${text.slice(0, MOST)}\n[${text.length - MOST} more characters were not recorded]`;
}

/**
 * What became of a call, from the input of a `PostToolUse` or `PostToolUseFailure` hook of Claude Code.
 * The beginning is enough of a long result.
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
