/**
 * State of the answer to one request.
 *
 * It can be answered:
 * - `pending`: no answer yet.
 * - `paused`: its clock was stopped; it can be answered or resumed.
 * - `failed`: the answer was not accepted. See `error`; `retryable` says whether the same answer can
 *   succeed.
 *
 * In between:
 * - `submitting`: the answer is being sent.
 * - `unknown`: no reply came back, so it may have been recorded. The server is asked for the current
 *   state: immediately, repeatedly while there are listeners, and by `check`. The answer is sent again
 *   only after the server has confirmed that it cannot count twice.
 *
 * Settled:
 * - `confirmed`: this answer was recorded.
 * - `answered_elsewhere`: another answer was recorded; see `settlement`.
 * - `expired`, `superseded`, `cancelled`: no answer was recorded.
 */
export type SubmissionStatus =
  | 'pending'
  | 'paused'
  | 'failed'
  | 'submitting'
  | 'unknown'
  | 'confirmed'
  | 'answered_elsewhere'
  | 'expired'
  | 'superseded'
  | 'cancelled';

/** A status of a submission, or of a card, where `settled` means both kinds of answers. */
type Status = SubmissionStatus | 'settled';

const PHASES: Readonly<Record<Status, 'answerable' | 'sent' | 'settled'>> = {
  pending: 'answerable',
  paused: 'answerable',
  failed: 'answerable',
  submitting: 'sent',
  unknown: 'sent',
  confirmed: 'settled',
  answered_elsewhere: 'settled',
  expired: 'settled',
  superseded: 'settled',
  cancelled: 'settled',
  settled: 'settled',
};

/** Whether an answer can be given now: the request is not settled, and no answer is being sent. */
export function isAnswerable(status: Status): boolean {
  return PHASES[status] === 'answerable';
}

/** Whether it can no longer be answered. */
export function isSettled(status: Status): boolean {
  return PHASES[status] === 'settled';
}
