import type { Issue } from '@hitl/protocol/endpoints';
import { checkValue } from './json-schema/check.ts';
import type { JsonSchema } from './tool.ts';

/**
 * Why arguments do not fit a tool's JSON Schema; empty when they do. The schema is interpreted, not
 * compiled, so it works where `eval` is forbidden. Schemas come from MCP servers too: none takes more
 * than a bounded number of steps, and arguments that cannot be checked do not fit.
 */
export function validateArgs(
  schema: JsonSchema,
  args: Readonly<Record<string, unknown>>,
): readonly Issue[] {
  return checkValue(schema, args);
}
