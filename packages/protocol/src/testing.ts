/**
 * Builders of valid data for tests and stories. Every builder is deterministic, takes overrides and
 * returns a new object at each call.
 *
 * @module
 */
export { TEST_TIME, testTime } from './testing/clock.ts';
export { questionTexts } from './testing/question-texts.ts';
export {
  authorizationRequest,
  combinedPart,
  combinedRequest,
  confirmPart,
  confirmRequest,
  inputPart,
  inputRequest,
  recoveryRequest,
  selectPart,
  selectRequest,
} from './testing/requests.ts';
export {
  combinedResponse,
  confirmResponse,
  inputResponse,
  partResponseTo,
  recordedDecision,
  responseTo,
  selectResponse,
} from './testing/responses.ts';
export {
  agentInfo,
  auditEntry,
  checkResult,
  interactionView,
  message,
  permissionBlock,
  permissionRule,
  run,
  sessionSummary,
  sessionView,
  step,
  toolCall,
  toolResult,
} from './testing/objects.ts';
export {
  batchJudged,
  errorEvent,
  executionResumed,
  executionSuspended,
  interactionRequest,
  interactionResolved,
  interactionResponse,
  permissionUpdated,
  rulesSaved,
  runAborted,
  runClaimed,
  runCompleted,
  runFailed,
  runPaused,
  runResumed,
  runStarted,
  stepCompleted,
  stepDelta,
  toolAuthDenied,
  toolAuthRequired,
  toolCompleted,
  toolOutcomeUnknown,
  toolPaused,
  toolProgress,
  toolResumed,
  toolStarted,
  type DraftBuilder,
  type DraftOf,
  type DraftPlace,
} from './testing/events.ts';
export {
  sessionLog,
  settlement,
  suspension,
  type SessionLogOptions,
  type SettlementOptions,
} from './testing/log.ts';
