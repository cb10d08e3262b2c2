'use client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useSettings } from '../settings.ts';
import { clientSubmission } from './client-submission.ts';
import { createSubmissionTo, type Submission, type SubmissionState } from './submission.ts';

/** Takes an answer. Resolved means recorded, rejected means failed: the card shows the error. */
export type OnRespond = (response: InteractionResponse) => void | Promise<void>;

/** Where the answer to a request stands: sent to `onRespond`, else through the provider's client. */
export function useCardSubmission(
  request: InteractionRequest,
  onRespond: OnRespond | undefined,
): { submission: Submission; state: SubmissionState } {
  const { client } = useSettings();
  const latest = useRef(onRespond);
  useLayoutEffect(() => {
    latest.current = onRespond;
  });
  const handedIn = onRespond !== undefined;
  // Memoized for its identity: one submission for the life of one request.
  const submission = useMemo(() => {
    if (handedIn) return createSubmissionTo((response) => latest.current?.(response));
    if (client !== undefined) return clientSubmission(client, request.id);
    throw new Error(
      `Nobody takes the answer to ${request.id}. Give its Root an onRespond, or place it inside <HitlProvider client={…}>.`,
    );
  }, [handedIn, client, request.id]);
  const state = useSyncExternalStore(
    submission.subscribe,
    submission.getSnapshot,
    submission.getSnapshot,
  );
  return { submission, state };
}
