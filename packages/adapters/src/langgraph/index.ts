/**
 * LangGraph and LangChain (JavaScript): interrupts as requests of ours, and our gate before the tools.
 *
 * @module
 */
export {
  createInterruptDesk,
  threadOf,
  type AnswerStore,
  type InterruptDesk,
  type InterruptLike,
  type Resume,
  type ThreadInteractions,
  type WaitingThread,
} from './desk.ts';
export {
  gateMiddleware,
  gateTool,
  gateTools,
  type GateMiddleware,
  type LangChainTool,
  type LangGraphGateOptions,
} from './gate-tools.ts';
export { langGraphCapabilities } from './capabilities.ts';
export type { PlainAnswer } from '../base/plain-answer.ts';
export type { GateOptions, ToolGate } from '../base/gate.ts';
export { AdapterError, type AdapterErrorCode } from '../base/adapter-error.ts';
export type {
  AnswerKind,
  Capabilities,
  Capability,
  Fidelity,
  RequestKind,
} from '../base/capabilities.ts';
