/**
 * What all adapters share: the error that they throw, the tables of what is lost, and whose calls they
 * put before a gate. Each adapter is an import of its own.
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
export type { GateOptions, ToolGate } from './base/gate.ts';
export type { PlainAnswer } from './base/plain-answer.ts';
