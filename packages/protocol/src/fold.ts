/**
 * The state machine without zod: the folds, their state, checks of answers, canonical JSON and
 * times.
 *
 * @module
 */
export { QUESTION_MEMBERS, type MemberKind } from './generated/question-members.ts';
export type { SessionStatus } from './generated/types.ts';
export { canonicalJson, sameJson, type Json, type ToolArgs } from './json.ts';
export { inexactNumberIn, isExactNumber, repeatedKeyIn } from './exact-number.ts';
export { argsDigest, sha256 } from './digest.ts';
export { formatTime, parseTime, stopwatch } from './time.ts';
export { auditOrigin, linkEntries, type AuditLink } from './audit/hash-chain.ts';
export {
  verifyAudit,
  type AuditFlaw,
  type AuditVerdict,
  type VerifyAuditOptions,
} from './audit/verify-audit.ts';
export { checkQuestion } from './interaction/check-question.ts';
export { shortened, TEXT_LIMITS, tooLong, type TextLimit } from './interaction/text-limits.ts';
export { actionOf } from './interaction/action.ts';
export {
  answerContent,
  deniedContent,
  decisionOf,
  gateStep,
  undecided,
  type GateStep,
} from './interaction/gate-outcome.ts';
export { checkPart, checkResponse } from './interaction/check-response.ts';
export { evolveRun } from './run/evolve-run.ts';
export {
  createTranscript,
  evolveMessages,
  type Messages,
  type Transcript,
} from './run/evolve-messages.ts';
export {
  INITIAL_CONTROL,
  activeTree,
  chainOf,
  findPending,
  isFinished,
  nextDeadline,
  pendingOf,
  rootOf,
  runOf,
  sessionStatus,
  statusOf,
  toRun,
  treeOf,
  type BatchState,
  type CallState,
  type CallStatus,
  type ControlState,
  type PendingInteraction,
  type RecordedAnswer,
  type Refusal,
  type RunState,
  type RunTree,
  type UnsavedRules,
} from './run/state.ts';
