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
