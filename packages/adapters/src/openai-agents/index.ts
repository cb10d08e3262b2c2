/**
 * OpenAI Agents SDK (JavaScript): interruptions as requests of ours, and our gate before its tools.
 *
 * @module
 */
export {
  interruptionRequests,
  respondToInterruption,
  type InterruptionLike,
  type InterruptionOptions,
  type RequestOptions,
  type StateLike,
} from './interruptions.ts';
export { gateTools, resolveInterruptions, type ResolveOptions, type ResultLike } from './gate.ts';
export { openAiAgentsCapabilities } from './capabilities.ts';
export type { GateOptions, ToolGate } from '../base/gate.ts';
export { AdapterError, type AdapterErrorCode } from '../base/adapter-error.ts';
export type {
  AnswerKind,
  Capabilities,
  Capability,
  Fidelity,
  RequestKind,
} from '../base/capabilities.ts';
