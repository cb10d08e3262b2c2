/**
 * OpenAI Agents SDK (JavaScript): interruptions as interaction requests, and the gate in front of its tools.
 *
 * @module
 */
export {
  interruptionRequests,
  respondToInterruption,
  type InterruptionLike,
  type RequestOptions,
  type StateLike,
} from './interruptions.ts';
export { gateTools, resolveInterruptions, type ResolveOptions, type ResultLike } from './gate.ts';
export { openAiAgentsCapabilities } from './capabilities.ts';
