/**
 * LangGraph and LangChain (JavaScript): interrupts as interaction requests, and the gate in front of tools.
 *
 * @module
 */
export {
  createInterruptStore,
  threadOf,
  type InterruptStore,
  type InterruptLike,
  type Resume,
  type ThreadInteractions,
  type InterruptedThread,
} from './interrupt-store.ts';
export {
  gateMiddleware,
  gateTool,
  gateTools,
  type GateMiddleware,
  type LangChainTool,
  type LangGraphGateOptions,
} from './gate-tools.ts';
export { langGraphCapabilities } from './capabilities.ts';
