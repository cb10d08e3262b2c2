'use client';
import type { InteractionRequest } from '@hitl/protocol';
import type { CardSubmission, OnRespond, SubmissionState } from '../internal/card/submission.ts';
import { useCardSubmission } from '../internal/card/use-submission.ts';

/** Result of `useSubmission`: the state of an answer, and functions to send, retry and check it. */
export type UseSubmissionResult = SubmissionState &
  Pick<CardSubmission, 'submit' | 'retry' | 'check'>;

/**
 * The state of the answer to a request, and functions to give it, for custom cards. Answers go to
 * `onRespond`, else to the provider's client.
 */
export function useSubmission(
  request: InteractionRequest,
  onRespond?: OnRespond,
): UseSubmissionResult {
  const { submission, state } = useCardSubmission(request, onRespond);
  return { ...submission, ...state };
}
