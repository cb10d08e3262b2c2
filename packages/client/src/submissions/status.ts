/**
 * Where the answer to one request stands.
 *
 * It can be answered:
 * - `pending`: it waits.
 * - `paused`: somebody stopped its clock; it can be answered or resumed.
 * - `failed`: the answer was not taken. `error` says why, `retryable` whether the same one can
 *   succeed.
 *
 * In between:
 * - `submitting`: the answer is on its way.
 * - `unknown`: no word came back, so it may have been recorded. The server is asked what stands: at
 *   once, by itself again and again while somebody listens, and by `check`. The answer is sent again
 *   only after the server said that this cannot count twice.
 *
 * Settled:
 * - `confirmed`: our answer stands.
 * - `answered_elsewhere`: another one stands; `settlement` shows it.
 * - `expired`, `superseded`, `cancelled`: no answer stands.
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

/** A status of a submission, or of a card, which says `settled` for the two kinds of answers. */
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

/** Whether an answer can be given now: nothing has settled it, and none is on its way. */
export function isAnswerable(status: Status): boolean {
  return PHASES[status] === 'answerable';
}

/** Whether nothing can be answered any more. */
export function isSettled(status: Status): boolean {
  return PHASES[status] === 'settled';
}
