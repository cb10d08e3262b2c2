/**
 * AG-UI 1.0 in both directions: agents of a HITL server for CopilotKit and other AG-UI clients, and
 * interrupts of any AG-UI agent as interaction requests.
 *
 * @module
 */
export { agUiAgentCapabilities, agUiCapabilities } from './capabilities.ts';
export { createAgUiHandler, type AgUiHandlerOptions } from './agent.ts';
export {
  createAgentInteractionStore,
  type AgentInteractionStore,
  type AgentInteractionStoreOptions,
  type AgentInteractions,
  type AgentLike,
} from './agent-interaction-store.ts';
export { interruptOf, responseOf } from './interrupt.ts';
export type { AgUiInterrupt, AgUiMetadata, AgUiResumeEntry } from './wire.ts';
