import type { CheckInput } from '@hitl/protocol';
import { conventionalDescriptor } from '@hitl/permissions';
import { typedObject } from '../process/json.ts';
import { UsageError } from '../process/usage-error.ts';

/**
 * A call as typed: its arguments are a JSON object or, for tools such as `bash` and `file_read`,
 * the plain text of the argument that rules match.
 */
export function callOf(tool: string, args: string, agent: string | undefined): CheckInput {
  return {
    tool_name: tool,
    tool_args: argsOf(tool, args),
    ...(agent !== undefined && { agent_id: agent }),
  };
}

function argsOf(tool: string, text: string): Record<string, unknown> {
  const { arg } = conventionalDescriptor(tool);
  // A command may start with a brace too: `{ ls; }`.
  const typed = typedObject(text);
  if (typed !== undefined) {
    if ('object' in typed) return { ...typed.object };
    throw new UsageError(`The arguments of ${tool} are not clear: ${typed.loss}.`);
  }
  if (arg !== undefined) return { [arg]: text };
  throw new UsageError(`The arguments of ${tool} must be a JSON object, such as {"id": 1}.`);
}
