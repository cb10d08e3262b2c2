/**
 * AG-UI 1.0 in both directions: agents of a HITL server for CopilotKit and other AG-UI clients, and
 * interrupts of any AG-UI agent as interaction requests.
 *
 * @module
 */
export { agUiAgentCapabilities, agUiCapabilities } from './capabilities.ts';
export { createAgUiHandler, type AgUiHandlerOptions } from './agent.ts';
export {
  createAgentDesk,
  type AgentDesk,
  type AgentDeskOptions,
  type AgentInteractions,
  type AgentLike,
} from './desk.ts';
export { interruptOf, responseOf } from './interrupt.ts';
export type { AgUiInterrupt, AgUiMetadata, AgUiResumeEntry } from './wire.ts';
