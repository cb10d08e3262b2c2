/**
 * Agent Client Protocol, version 1: what agents ask as requests of ours, and our gate as their client.
 *
 * @module
 */
export {
  gateClient,
  type ClientGate,
  type GateClientOptions,
  type GatedClient,
} from './gate-client.ts';
export { createPermissionDesk, type CallOptions, type PermissionDesk } from './desk.ts';
export {
  permissionRequest,
  permissionResult,
  type OptionLike,
  type PermissionParams,
  type PermissionRequestOptions,
  type PermissionResult,
} from './permission.ts';
export type { NamedCall, ToolCallLike } from './tool-calls.ts';
export {
  elicitationQuestion,
  elicitResultOf,
  type ElicitParams,
  type ElicitResult,
} from '../base/elicitation.ts';
export { acpCapabilities } from './capabilities.ts';
