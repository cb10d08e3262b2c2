/**
 * Claude Agent SDK and Claude Code: permission prompts and questions as interaction requests, and the gate in
 * front of its tools.
 *
 * @module
 */
export { createCanUseTool } from './gate.ts';
export {
  gateQuery,
  type GatedQuery,
  type GateQueryOptions,
  type HookInput,
  type HookMatcher,
  type HookOutput,
} from './gate-query.ts';
export {
  createPermissionRequestStore,
  type PermissionRequestStore,
} from './permission-request-store.ts';
export {
  permissionAnswer,
  permissionRequest,
  type CanUseTool,
  type PermissionAnswer,
  type PermissionCall,
  type PermissionContext,
  type PermissionRequestOptions,
} from './calls.ts';
export { completionOf } from './completion.ts';
export { mapToolCall, toToolInput } from './map-tool-call.ts';
export { withShell, withoutShell, type ClaudeShell, type ShellOption } from './shell.ts';
export { claudeCapabilities } from './capabilities.ts';
