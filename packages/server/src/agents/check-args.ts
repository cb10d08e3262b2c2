import type { Issue } from '@hitl/protocol/endpoints';
import type { Tool } from './tool.ts';
import { checkValue } from './json-schema/check.ts';

/** Issues of arguments, from the tool's schema and its own check; empty if they are valid. */
export function checkArgs(tool: Tool, args: Readonly<Record<string, unknown>>): readonly Issue[] {
  const issues = checkValue(tool.parameters, args);
  return issues.length > 0 ? issues : (tool.checkArgs?.(args) ?? []);
}
