import type { Issue } from '@hitl/protocol/endpoints';
import { checkValue } from './json-schema/check.ts';
import type { JsonSchema } from './tool.ts';

/**
 * Issues of arguments under a tool's JSON Schema; empty if they are valid. The schema is
 * interpreted, not compiled, so it works where `eval` is forbidden. Schemas also come from MCP
 * servers: the number of steps is bounded, and arguments that cannot be checked are invalid.
 */
export function validateArgs(
  schema: JsonSchema,
  args: Readonly<Record<string, unknown>>,
): readonly Issue[] {
  return checkValue(schema, args);
}
