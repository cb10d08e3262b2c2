/**
 * Agents of a HITL server as agents of AG-UI 1.0, for CopilotKit and other AG-UI clients.
 *
 * @module
 */
export { agUiCapabilities } from './capabilities.ts';
export { createAgUiHandler, type AgUiHandlerOptions } from './agent.ts';
export { interruptOf, responseOf } from './interrupt.ts';
export type { AgUiInterrupt, AgUiMetadata, AgUiResumeEntry } from './wire.ts';
