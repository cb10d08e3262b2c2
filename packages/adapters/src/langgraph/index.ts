/**
 * LangGraph and LangChain (JavaScript): interrupts as requests of ours, and our gate before the tools.
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
