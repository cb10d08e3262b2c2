import type { CheckInput } from '@hitl/protocol';
import { conventionalDescriptor } from '@hitl/permissions';
import { jsonLossIn } from '../process/json-loss.ts';
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
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const loss = jsonLossIn(text);
    if (loss === undefined) return { ...value };
    throw new UsageError(`The arguments of ${tool} are not clear: ${loss}.`);
  }
  if (arg !== undefined) return { [arg]: text };
  throw new UsageError(`The arguments of ${tool} must be a JSON object, such as {"id": 1}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
