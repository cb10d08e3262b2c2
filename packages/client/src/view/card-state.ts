import type { ApprovalAction, InteractionRequest } from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import { isSettled, type SubmissionStatus } from '../submissions/status.ts';
import type { Settlement } from '../submissions/submission.ts';

/** State of an answer, as shown by a card. */
export interface AnswerState {
  readonly status: SubmissionStatus;
  /** Action of the last answer sent. */
  readonly action?: ApprovalAction | undefined;
  /** A different outcome was recorded. */
  readonly late?: true | undefined;
}

/** Value of `data-state` of a card. */
export type CardStatus =
  /** Waiting for an answer. */
  | 'pending'
  /** Its clock is stopped until it is resumed; it can still be answered. */
  | 'paused'
  /** An answer is being sent. */
  | 'submitting'
  /** The answer was not accepted; it is kept and can be changed or sent again. */
  | 'failed'
  /** An answer was sent, and it is unknown whether it arrived. */
  | 'unknown'
  /** Answered, here or elsewhere. */
  | 'settled'
  /** It expired without an answer. */
  | 'expired'
  /** Its run was stopped. */
  | 'cancelled'
  /** A new message replaced it. */
  | 'superseded';

/** Value of `data-outcome` of a settled card. */
export type CardOutcome =
  | 'approved'
  | 'edited'
  | 'denied'
  | 'answered'
  | 'declined'
  | 'stopped'
  | 'expired'
  | 'cancelled'
  | 'superseded';

/** Whether the card is not settled; it may still be answered. */
export function isOpen(state: CardStatus): boolean {
  return !isSettled(state);
}

function ofStatus(status: SubmissionStatus): CardStatus {
  return status === 'confirmed' || status === 'answered_elsewhere' ? 'settled' : status;
}

/** State of a card, from its request, the state of its answer and the time. */
export function cardState(
  request: Pick<InteractionRequest, 'paused'>,
  submission: AnswerState,
  settlement: Settlement | undefined,
  overdue: boolean,
): CardStatus {
  if (settlement !== undefined) {
    return settlement.outcome === 'answered' ? 'settled' : settlement.outcome;
  }
  const state = ofStatus(submission.status);
  if (state !== 'pending' && state !== 'failed') return state;
  // An answer being sent may have arrived in time: the server decides. A pending request expired.
  if (overdue && request.paused !== true) return 'expired';
  return state === 'pending' && request.paused === true ? 'paused' : state;
}

const OUTCOMES: ReadonlyMap<ApprovalAction | undefined, CardOutcome> = new Map([
  ['approve', 'approved'],
  ['modify_args', 'edited'],
  ['abort_run', 'stopped'],
]);

/** Outcome of a settled request; `undefined` while it is open. */
export function outcomeOf(
  request: InteractionRequest,
  state: CardStatus,
  submission: AnswerState,
  settlement: Settlement | undefined,
): CardOutcome | undefined {
  if (state === 'expired' || state === 'cancelled' || state === 'superseded') return state;
  if (state !== 'settled') return undefined;
  const recorded = settlement?.response;
  return outcomeOfAction(
    request,
    recorded !== undefined
      ? actionOf(request, recorded)
      : submission.late === true
        ? undefined
        : submission.action,
  );
}

/** Outcome that a late answer asked for; `undefined` if there was no late answer. */
export function lateOutcomeOf(
  request: Pick<InteractionRequest, 'purpose'>,
  { action, late }: AnswerState,
): CardOutcome | undefined {
  if (late !== true || action === 'pause' || action === 'resume') return undefined;
  return outcomeOfAction(request, action);
}

/** Outcome of an answered request. */
export function outcomeOfAction(
  { purpose }: Pick<InteractionRequest, 'purpose'>,
  action: ApprovalAction | undefined,
): CardOutcome {
  if (action === 'deny') return purpose === 'authorization' ? 'denied' : 'declined';
  return OUTCOMES.get(action) ?? 'answered';
}
