/**
 * Agent Client Protocol, version 1: permission requests and elicitations of agents as interaction requests,
 * and a client that answers them through the gate.
 *
 * @module
 */
export { gateClient, type GateClientOptions, type GatedClient } from './gate-client.ts';
export {
  createPermissionRequestStore,
  type CallOptions,
  type PermissionRequestStore,
} from './permission-request-store.ts';
export {
  permissionRequest,
  permissionResult,
  type OptionLike,
  type PermissionParams,
  type PermissionRequestOptions,
  type PermissionResult,
} from './permission.ts';
export type { ToolCallLike } from './tool-calls.ts';
export {
  elicitationQuestion,
  elicitResultOf,
  type ElicitParams,
  type ElicitResult,
} from '../base/elicitation.ts';
export { acpCapabilities } from './capabilities.ts';
