/**
 * Mastra: suspended calls as interaction requests, and the gate in front of tools.
 *
 * @module
 */
export {
  createSuspensionDesk,
  type AgentLike,
  type SuspendedInteractions,
  type SuspensionDesk,
} from './desk.ts';
export type { MastraTool, SuspendedRun, SuspensionOptions } from './suspensions.ts';
export { gateTools, type MastraGateOptions } from './gate-tools.ts';
export { mastraCapabilities } from './capabilities.ts';
