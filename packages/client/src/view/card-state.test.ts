import type { SubmissionStatus } from '../submissions/status.ts';
import type { Settlement } from '../submissions/submission.ts';
import type { ApprovalAction } from '@hitl/protocol';
import { authorizationRequest, confirmRequest } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { cardState, isOpen, outcomeOf, type CardOutcome, type CardStatus } from './card-state.ts';

const sent = (status: SubmissionStatus) => ({ status, retryable: false });

const plain: Record<
  SubmissionStatus,
  [onTime: CardStatus, overdue: CardStatus, paused: CardStatus]
> = {
  pending: ['pending', 'expired', 'paused'],
  paused: ['paused', 'paused', 'paused'],
  failed: ['failed', 'expired', 'failed'],
  submitting: ['submitting', 'submitting', 'submitting'],
  unknown: ['unknown', 'unknown', 'unknown'],
  confirmed: ['settled', 'settled', 'settled'],
  answered_elsewhere: ['settled', 'settled', 'settled'],
  expired: ['expired', 'expired', 'expired'],
  superseded: ['superseded', 'superseded', 'superseded'],
  cancelled: ['cancelled', 'cancelled', 'cancelled'],
};

test.each(Object.entries(plain))('shows an answer that is %s', (status, expected) => {
  const submission = sent(status as SubmissionStatus);
  expect([
    cardState({}, submission, undefined, false),
    cardState({}, submission, undefined, true),
    cardState({ paused: true }, submission, undefined, true),
  ]).toEqual(expected);
});

const settlements: Record<Settlement['outcome'], CardStatus> = {
  answered: 'settled',
  expired: 'expired',
  cancelled: 'cancelled',
  superseded: 'superseded',
};

test.each(Object.entries(settlements))('trusts a host that it was %s', (outcome, expected) => {
  const told = { outcome: outcome as Settlement['outcome'] };
  expect(cardState({}, sent('pending'), told, false)).toBe(expected);
});

const outcomes: Record<ApprovalAction, [authorization: CardOutcome, question: CardOutcome]> = {
  approve: ['approved', 'approved'],
  modify_args: ['edited', 'edited'],
  deny: ['denied', 'declined'],
  abort_run: ['stopped', 'stopped'],
  answer: ['answered', 'answered'],
  pause: ['answered', 'answered'],
  resume: ['answered', 'answered'],
};

test.each(Object.entries(outcomes))('names the outcome of %s', (name, expected) => {
  const action = name as ApprovalAction;
  const submission = { ...sent('confirmed'), action };
  expect([
    outcomeOf(authorizationRequest(), 'settled', submission, undefined),
    outcomeOf(confirmRequest(), 'settled', submission, undefined),
  ]).toEqual(expected);
});

test('names the outcome of the recorded answer, not of the one that was sent', () => {
  const settlement: Settlement = {
    outcome: 'answered',
    response: { request_id: 'int_1', type: 'confirm', confirmed: false },
  };
  const submission = { ...sent('answered_elsewhere'), action: 'approve' as const };
  expect(outcomeOf(authorizationRequest(), 'settled', submission, settlement)).toBe('denied');
});

test('has an outcome only once it is settled', () => {
  const states: CardStatus[] = ['pending', 'paused', 'submitting', 'failed', 'unknown'];
  for (const state of states) {
    expect(isOpen(state)).toBe(true);
    expect(outcomeOf(authorizationRequest(), state, sent('pending'), undefined)).toBeUndefined();
  }
});
