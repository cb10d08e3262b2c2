/**
 * A gate for your own agent loop, over HTTP: ask before a tool runs, run it once, and report its
 * result.
 *
 * @module
 */
export { createGate, type GateOptions } from './create-gate.ts';
export { ClientError, type ClientErrorCode } from '../base/errors.ts';
export type { Token } from '../base/token.ts';
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
  HolderOptions,
  QuestionInput,
  RunCallOptions,
  RunOutcome,
  Signalled,
  ToolRun,
} from '@hitl/protocol/gate';
