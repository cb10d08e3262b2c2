import {
  createHostSubmission,
  createSubmission,
  isAnswerable,
  type HostSubmission,
} from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { createContext, use, useLayoutEffect, useState } from 'react';
import { useStore } from '../../hooks/use-store.ts';
import { useSettings } from '../settings.ts';
import { createAnswerForwarder, type AnswerForwarder } from '../answer-forwarder.ts';
import type { CardSubmission, OnRespond, SubmissionState } from './submission.ts';

type Submissions = (requestId: string) => CardSubmission | undefined;

/** Answers stored by a parent of several cards, by request id. */
export const SubmissionsContext: React.Context<Submissions | null> =
  createContext<Submissions | null>(null);

/** State of the answer to a request, sent to `onRespond` or to the provider's client. */
export function useCardSubmission(
  request: InteractionRequest,
  onRespond: OnRespond | undefined,
): { submission: CardSubmission; state: SubmissionState } {
  const { client } = useSettings();
  const shared = use(SubmissionsContext)?.(request.id);
  const [own, setOwn] = useState(() => answerToHost(request));
  // Another request gets a new answer; a new object for the same request does not.
  if (own.requestId !== request.id) setOwn(answerToHost(request));
  useLayoutEffect(() => own.forwardTo(onRespond), [own, onRespond]);

  const byHost = onRespond === undefined ? undefined : own.submission;
  const byClient = client && createSubmission(client, request);
  const submission = shared ?? byHost ?? byClient;
  if (submission === undefined) {
    throw new Error(
      `The answer to ${request.id} has no handler. Pass onRespond to its Root, or place it inside <HitlProvider client={createHitlClient()}>.`,
    );
  }
  const state = useStore(submission);
  // The host knows its own answer; only the client knows that someone else answered.
  const fromClient = useStore<SubmissionState>(byClient ?? submission);
  const isOver = fromClient.settlement !== undefined && isAnswerable(state.status);
  return { submission, state: isOver ? fromClient : state };
}

interface OwnAnswer extends AnswerForwarder {
  readonly requestId: string;
  readonly submission: HostSubmission;
}

function answerToHost(request: InteractionRequest): OwnAnswer {
  const forwarder = createAnswerForwarder();
  return {
    ...forwarder,
    requestId: request.id,
    submission: createHostSubmission(request, forwarder.take),
  };
}
