// Temporary until the entry is complete (lead); never committed. Delete freely.
import { canonicalJson } from '@hitl/protocol/fold';
import type { ToolCall, ToolDescriptor } from './call.ts';
import { conventionalDescriptor } from './call.ts';
import { splitRule } from './rule.ts';
const text = (call: ToolCall, d?: ToolDescriptor): string => {
  const x = d ?? conventionalDescriptor(call.tool_name);
  const args = call.tool_args as Record<string, unknown>;
  return x.kind === 'json' || x.arg === undefined ? canonicalJson(args) : String(args[x.arg]);
};
export const parseRule = (rule: string, _effect?: string): ReturnType<typeof splitRule> =>
  splitRule(rule);
export const resourceOf = (
  call: ToolCall,
  d?: ToolDescriptor,
): { resource: string; rememberable: boolean } => ({
  resource: `${call.tool_name}(${text(call, d)})`,
  rememberable: true,
});
export const previewOf = (call: ToolCall, d?: ToolDescriptor): string => text(call, d);
export const permissionTypeOf = (_call: ToolCall, _d?: ToolDescriptor): 'command' => 'command';
export const describeCommand = (command: string): Record<string, unknown> => ({
  command_signature: command.split(' ')[0],
  command_info: {},
});
