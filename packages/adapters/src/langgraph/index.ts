/**
 * LangGraph and LangChain (JavaScript): interrupts as interaction requests, and the gate in front of tools.
 *
 * @module
 */
export {
  createInterruptDesk,
  threadOf,
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
