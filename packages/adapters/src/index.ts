/**
 * Names that all adapters share: the error, the tables of capabilities, the gates, and the options for the origin
 * of calls. Each adapter is a subpath of its own.
 *
 * @module
 */
export { AdapterError, type AdapterErrorCode } from './base/adapter-error.ts';
export type { AnswerStore } from './base/answer-store.ts';
export type {
  AnswerKind,
  Capabilities,
  Capability,
  Fidelity,
  RequestKind,
} from './base/capabilities.ts';
export type { EditOptions } from './base/edits.ts';
export type {
  ClaimGate,
  GateOptions,
  PermissionGate,
  QuestionGate,
  ToolGate,
} from './base/gate.ts';
export type { MappedCall } from './base/mapped-call.ts';
