import { conventionalDescriptor, type ToolDescriptor } from '@hitl/permissions';
import type { Tool } from './tool.ts';

/** Descriptors of the tools that have one. */
export function descriptorsOf(tools: ReadonlyMap<string, Tool>): Record<string, ToolDescriptor> {
  const entries = [...tools.values()].flatMap((tool): [string, ToolDescriptor][] => {
    const own = tool.getPermissionResource?.bind(tool);
    if (own === undefined && tool.permission === undefined) return [];
    return [
      [
        tool.name,
        {
          kind: own === undefined ? (tool.permission?.kind ?? 'json') : 'text',
          arg: tool.permission?.arg,
          safeArgs: tool.permission?.safeArgs,
          injectedArgs: tool.permission?.injectedArgs,
          // A call of another program may name its shell.
          dialectArg: conventionalDescriptor(tool.name).dialectArg,
          resource: own,
          readOnly: tool.effects === 'pure',
        },
      ],
    ];
  });
  return Object.fromEntries(entries);
}
