import type { Question } from '@hitl/protocol';
import { inexactNumberIn, type CallState } from '@hitl/protocol/fold';
import type { Tool } from '../agents/tool.ts';
import { checkArgs } from '../agents/check-args.ts';
import { messageOf } from '../base/message-of.ts';

/** What a number in arguments that could not be kept was. */
function inexactNumber(text: string): string | undefined {
  try {
    JSON.parse(text);
    return inexactNumberIn(text)?.slice(0, 60);
  } catch {
    return undefined;
  }
}

/** Why a call cannot be run by this tool; `undefined`: it can. */
export function invalidArguments(tool: Tool, call: CallState): string | undefined {
  if (call.invalid_args !== undefined) {
    const number = inexactNumber(call.invalid_args);
    return number === undefined
      ? `The arguments of ${call.tool_name} are not a JSON object`
      : `Invalid arguments for ${call.tool_name}: the number ${number} would be read as another one; send it as a string`;
  }
  const issues = checkArgs(tool, call.args);
  if (issues.length === 0) return undefined;
  const listed = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return `Invalid arguments for ${call.tool_name}: ${listed.join('; ')}`;
}

/** What a tool that is a question asks about a call, or why it cannot. */
export function questionOf(tool: Tool, call: CallState): Question | string | undefined {
  try {
    return tool.question?.(call.args);
  } catch (error) {
    return messageOf(error);
  }
}
