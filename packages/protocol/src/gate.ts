/**
 * A gate for agent loops of other programs, over any transport to a server.
 *
 * @module
 */
export { gateOver, type GatePort } from './gate/gate-over.ts';
export type {
  Answer,
  Authorization,
  Claim,
  ClaimOptions,
  Completion,
  DecidedBy,
  Gate,
  GateCall,
  GatedTool,
  GateQuestion,
  GateSignal,
  HolderOptions,
  QuestionInput,
  RunCallOptions,
  RunOutcome,
  Signalled,
  ToolRun,
} from './gate/gate-types.ts';
