'use client';
import { issuesOf } from '@hitl/client/view';
import type { InteractionPart, InteractionRequest } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { checkResponse } from '@hitl/protocol/fold';
import { useState } from 'react';
import type { FieldMessages } from '../../messages/en/fields.ts';
import type { UseCardResult } from '../../hooks/use-card.ts';
import { useDraft } from '../use-draft.ts';
import {
  answerAt,
  asksForSecret,
  explain,
  isSecret,
  responseOf,
  type Answers,
  type FieldAnswer,
} from './answers.ts';

const NOTHING: Answers = {};

/** What a person has entered for a question and not sent yet. */
export interface FormState {
  readonly answers: Answers;
  /** What is wrong with it: ours once sending was tried, and what the server said of the last try. */
  readonly issues: readonly Issue[];
  readonly change: (place: string, part: InteractionPart, answer: FieldAnswer) => void;
  /** Sends it. What does not fit is not sent: the path of the first answer that does not is returned. */
  readonly submit: (event?: { readonly timeStamp: number }) => string | undefined;
}

/** Holds what is entered and sends it as one answer. Drafts survive a reload, secrets no unmounting. */
export function useFormState(card: UseCardResult): FormState {
  const request: InteractionRequest = card.request;
  // What may be a secret is not written to the tab's storage.
  const keep = asksForSecret(request) ? 'page' : 'tab';
  const [drafted, setDrafted] = useDraft<Answers>(request, 'answers', NOTHING, keep);
  const [secrets, setSecrets] = useState<Answers>(NOTHING);
  const [tried, setTried] = useState(false);
  const answers = { ...drafted, ...secrets };
  const response = responseOf(request, answers);
  const unfit = checkResponse(request, response);
  return {
    answers,
    issues: [...(tried ? unfit : []), ...issuesOf(card.error)],
    change(place, part, answer) {
      if (isSecret(part)) setSecrets((before) => ({ ...before, [place]: answer }));
      else setDrafted({ ...drafted, [place]: answer });
    },
    submit(event) {
      setTried(unfit.length > 0);
      const { request_id: _id, type: _type, ...answer } = response;
      if (unfit.length === 0) card.respond(answer, event);
      return unfit[0]?.path;
    },
  };
}

/** One field of a filling. */
export interface Field<P extends InteractionPart = InteractionPart> {
  readonly part: P;
  /** Its place in the response, which prefixes the paths of its issues. */
  readonly place: string;
  readonly answer: FieldAnswer;
  /** What is wrong with the answer, in the person's language. */
  readonly problem: string | undefined;
  readonly change: (answer: FieldAnswer) => void;
}

/** The field of a part at `place`; what is wrong with the parts inside of it is told there. */
export function fieldAt<P extends InteractionPart>(
  filling: FormState,
  part: P,
  place: string,
  messages: FieldMessages,
): Field<P> {
  const answer = answerAt(part, filling.answers, place);
  const issue = filling.issues.find(
    ({ path }) => path.startsWith(place) && !path.slice(place.length).startsWith('responses.'),
  );
  return {
    part,
    place,
    answer,
    problem:
      issue === undefined || part.type === 'combined'
        ? undefined
        : explain(part, answer, messages, issue.message),
    change: (next) => filling.change(place, part, next),
  };
}
