/**
 * Mastra: suspended calls as interaction requests, and the gate in front of tools.
 *
 * @module
 */
export {
  createSuspensionStore,
  type AgentLike,
  type SuspendedInteractions,
  type SuspensionStore,
} from './suspension-store.ts';
export type { MastraTool, SuspendedRun, SuspensionOptions } from './suspensions.ts';
export { gateTools, type MastraGateOptions } from './gate-tools.ts';
export { mastraCapabilities } from './capabilities.ts';
