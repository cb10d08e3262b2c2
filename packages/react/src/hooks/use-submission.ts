'use client';
import type { InteractionRequest } from '@hitl/protocol';
import type { CardSubmission, OnRespond, SubmissionState } from '../internal/card/submission.ts';
import { useCardSubmission } from '../internal/card/use-submission.ts';

/** Where an answer stands, and how to give it, try it again or ask what became of it. */
export type UseSubmissionResult = SubmissionState &
  Pick<CardSubmission, 'submit' | 'retry' | 'check'>;

/**
 * Where the answer to a request stands, and how to give it, for cards of one's own: everything our
 * cards know, none of their markup. Answers go to `onRespond`, else through the provider's client.
 */
export function useSubmission(
  request: InteractionRequest,
  onRespond?: OnRespond,
): UseSubmissionResult {
  const { submission, state } = useCardSubmission(request, onRespond);
  return { ...submission, ...state };
}
