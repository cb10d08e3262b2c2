/**
 * AG-UI 1.0, both ways: agents of a HITL server for CopilotKit and other AG-UI clients, and interrupts of
 * any AG-UI agent as requests of ours.
 *
 * @module
 */
export { agUiAgentCapabilities, agUiCapabilities } from './capabilities.ts';
export { createAgUiHandler, type AgUiHandlerOptions } from './agent.ts';
export { createAgentDesk } from './agent-desk.ts';
export type { AgentDesk, AgentDeskOptions, AgentInteractions, AgentLike } from './desk.ts';
export { interruptOf, responseOf } from './interrupt.ts';
export type { AgUiInterrupt, AgUiMetadata, AgUiResumeEntry } from './wire.ts';
