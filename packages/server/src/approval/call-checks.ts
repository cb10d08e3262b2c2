import type { Question } from '@hitl/protocol';
import { inexactNumberIn, type CallState } from '@hitl/protocol/fold';
import type { Tool } from '../agents/tool.ts';
import { checkArgs } from '../agents/check-args.ts';
import { listIssues } from '../base/list-issues.ts';
import { messageOf } from '../base/message-of.ts';

/** The original text of a number that cannot be represented. */
function inexactNumber(text: string): string | undefined {
  try {
    JSON.parse(text);
    return inexactNumberIn(text)?.slice(0, 60);
  } catch {
    return undefined;
  }
}

/** Why this tool cannot run a call; `undefined` if it can. */
export function invalidArguments(tool: Tool, call: CallState): string | undefined {
  if (call.invalid_args !== undefined) {
    const number = inexactNumber(call.invalid_args);
    return number === undefined
      ? `The arguments of ${call.tool_name} are not a JSON object`
      : `Invalid arguments for ${call.tool_name}: the number ${number} cannot be represented exactly; send it as a string`;
  }
  const issues = checkArgs(tool, call.args);
  if (issues.length === 0) return undefined;
  return `Invalid arguments for ${call.tool_name}: ${listIssues(issues)}`;
}

/** The question of a question tool for a call, or why there is none. */
export function questionOf(tool: Tool, call: CallState): Question | string | undefined {
  try {
    return tool.question?.(call.args);
  } catch (error) {
    return messageOf(error);
  }
}
