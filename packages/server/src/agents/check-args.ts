import type { Issue } from '@hitl/protocol/endpoints';
import type { Tool } from './tool.ts';
import { validateArgs } from './validate-args.ts';

/** Why a tool cannot be called with these arguments, by its schema and by its own check; empty when it can. */
export function checkArgs(tool: Tool, args: Readonly<Record<string, unknown>>): readonly Issue[] {
  const issues = validateArgs(tool.parameters, args);
  return issues.length > 0 ? issues : (tool.checkArgs?.(args) ?? []);
}
