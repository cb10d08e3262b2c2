'use client';
import { createSubmission } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { createContext, use, useLayoutEffect, useState } from 'react';
import { useStore } from '../../hooks/use-store.ts';
import { useSettings } from '../settings.ts';
import {
  createHostSubmission,
  type CardSubmission,
  type OnRespond,
  type SubmissionState,
} from './submission.ts';

type Submissions = (requestId: string) => CardSubmission | undefined;

/** Whoever shows several cards keeps their answers: by the id of the request. */
export const SubmissionsContext: React.Context<Submissions | null> =
  createContext<Submissions | null>(null);

/** Where the answer to a request stands: sent to `onRespond`, else through the provider's client. */
export function useCardSubmission(
  request: InteractionRequest,
  onRespond: OnRespond | undefined,
): { submission: CardSubmission; state: SubmissionState } {
  const { client } = useSettings();
  const shared = use(SubmissionsContext)?.(request.id);
  const [own, setOwn] = useState(() => createHostSubmission(request));
  // Another request is another answer; a new wording of the same one is not.
  if (own.requestId !== request.id) setOwn(createHostSubmission(request));
  useLayoutEffect(() => own.sendTo(onRespond), [own, onRespond]);

  const byHost = onRespond === undefined ? undefined : own;
  const byClient = client && createSubmission(client, request);
  const submission = shared ?? byHost ?? byClient;
  if (submission === undefined) {
    throw new Error(
      `Nobody takes the answer to ${request.id}. Give its Root an onRespond, or place it inside <HitlProvider client={createHitlClient()}>.`,
    );
  }
  return { submission, state: useStore(submission) };
}
