import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import type { Settlement, SubmissionState } from './submission.ts';

/** What `data-state` of a card says. */
export type CardState =
  /** Waits for an answer. */
  | 'pending'
  /** Its clock stands still until somebody resumes it; it can be answered. */
  | 'paused'
  /** An answer is on its way. */
  | 'submitting'
  /** Sending failed; the answer is kept and can be sent again. */
  | 'failed'
  /** An answer was sent and nobody knows whether it arrived. */
  | 'unknown'
  /** Answered, here or elsewhere. */
  | 'settled'
  /** Its time was over before anybody answered. */
  | 'expired'
  /** Its run was stopped. */
  | 'cancelled'
  /** A new message took its place. */
  | 'superseded';

/** What `data-outcome` of a settled card says. */
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

/** The states in which nothing can be answered any more. */
const FINAL: ReadonlySet<CardState> = new Set(['settled', 'expired', 'cancelled', 'superseded']);

/** Whether a card can still be answered, now or after a failure. */
export function isOpen(state: CardState): boolean {
  return !FINAL.has(state);
}

/** What a card shows of a request, an answer on its way and the time. */
export function cardState(
  request: Pick<InteractionRequest, 'paused'>,
  submission: SubmissionState,
  settlement: Settlement | undefined,
  overdue: boolean,
): CardState {
  const ended = settlement ?? submission.settlement;
  if (ended !== undefined) return ended.outcome === 'answered' ? 'settled' : ended.outcome;
  // An answer that is on its way may have come in time: the server says so.
  if (submission.status === 'submitting' || submission.status === 'unknown') {
    return submission.status;
  }
  if (overdue) return 'expired';
  if (submission.status === 'failed') return 'failed';
  return request.paused === true ? 'paused' : 'pending';
}

/** How a settled request ended, in one word; `undefined` while it is open. */
export function outcomeOf(
  request: InteractionRequest,
  state: CardState,
  response: InteractionResponse | undefined,
): CardOutcome | undefined {
  if (state === 'expired' || state === 'cancelled' || state === 'superseded') return state;
  if (state !== 'settled') return undefined;
  const action = response === undefined ? undefined : actionOf(request, response);
  switch (action) {
    case 'approve':
      return 'approved';
    case 'modify_args':
      return 'edited';
    case 'deny':
      return request.purpose === 'authorization' ? 'denied' : 'declined';
    case 'abort_run':
      return 'stopped';
    default:
      return 'answered';
  }
}
