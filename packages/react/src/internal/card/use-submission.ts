'use client';
import { createSubmission } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { createContext, use, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useSettings } from '../settings.ts';
import {
  createSubmissionTo,
  type CardSubmission,
  type OnRespond,
  type SubmissionState,
} from './submission.ts';

/** Whoever shows several cards keeps their answers: by the id of the request. */
export const SubmissionsContext: React.Context<
  ((requestId: string) => CardSubmission | undefined) | null
> = createContext<((requestId: string) => CardSubmission | undefined) | null>(null);

/** Where the answer to a request stands: sent to `onRespond`, else through the provider's client. */
export function useCardSubmission(
  request: InteractionRequest,
  onRespond: OnRespond | undefined,
): { submission: CardSubmission; state: SubmissionState } {
  const { client } = useSettings();
  const shared = use(SubmissionsContext)?.(request.id);
  const latest = useRef(onRespond);
  useLayoutEffect(() => {
    latest.current = onRespond;
  });
  const handedIn = onRespond !== undefined;
  // Memoized for its identity: one submission for the life of one request.
  const submission = useMemo((): CardSubmission => {
    if (shared !== undefined) return shared;
    if (handedIn) return createSubmissionTo(request, (response) => latest.current?.(response));
    if (client !== undefined) return createSubmission(client, request);
    throw new Error(
      `Nobody takes the answer to ${request.id}. Give its Root an onRespond, or place it inside <HitlProvider client={createHitlClient()}>.`,
    );
    // A new wording of the same request is no new request.
  }, [shared, handedIn, client, request.id]);
  const state = useSyncExternalStore(
    submission.subscribe,
    submission.getSnapshot,
    submission.getSnapshot,
  );
  return { submission, state };
}
