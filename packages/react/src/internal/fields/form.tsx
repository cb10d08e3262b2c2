'use client';
import type { InteractionPart, InteractionRequest } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { checkResponse } from '@hitl/protocol/fold';
import {
  createContext,
  use,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type SubmitEvent,
} from 'react';
import { useCard } from '../card/card-context.ts';
import { issuesOf } from '../issues.ts';
import { composed, renderPart, type PartProps } from '../part.tsx';
import { useDraft } from '../use-draft.ts';
import {
  answerAt,
  explain,
  isSecret,
  responseOf,
  type Answers,
  type FieldAnswer,
} from './answers.ts';
import { fields } from '../../messages/en/fields.ts';
import { useMessages } from '../../messages/use-messages.ts';

interface FormState {
  readonly answers: Answers;
  readonly issues: readonly Issue[];
  readonly disabled: boolean;
  readonly change: (place: string, part: InteractionPart, answer: FieldAnswer) => void;
}

const FormContext = createContext<FormState | null>(null);

const NOTHING: Answers = {};

/** Enter ends the choice of a character; it does not send. Safari says so by the key code alone. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

/**
 * Holds what is entered and sends it as one answer. What does not fit is not sent: each field says
 * what is wrong, and the first such field is focused. Drafts survive unmounting, secrets do not.
 */
export function Form({ onSubmit, onKeyDown, ...props }: PartProps<'form'>): ReactElement {
  const card = useCard('Form');
  const request: InteractionRequest = card.request;
  const [drafted, setDrafted] = useDraft<Answers>(request.id, 'answers', NOTHING);
  const [secrets, setSecrets] = useState<Answers>(NOTHING);
  const [tried, setTried] = useState(false);

  const answers = { ...drafted, ...secrets };
  const response = responseOf(request, answers);
  const unfit = checkResponse(request, response);
  const state: FormState = {
    answers,
    issues: [...(tried ? unfit : []), ...issuesOf(card.error)],
    disabled: !card.answerable,
    change(place, part, answer) {
      if (isSecret(part)) setSecrets((before) => ({ ...before, [place]: answer }));
      else setDrafted({ ...drafted, [place]: answer });
    },
  };

  return (
    <FormContext value={state}>
      {renderPart('form', 'form', {
        noValidate: true,
        autoComplete: 'off',
        ...props,
        onKeyDown: composed(onKeyDown, (event) => {
          if (event.key !== 'Enter') return;
          if (isComposing(event)) event.preventDefault();
          else if (event.metaKey || event.ctrlKey) event.currentTarget.requestSubmit();
        }),
        onSubmit: composed(onSubmit, (event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          setTried(unfit.length > 0);
          if (unfit.length === 0) {
            const { request_id: _id, type: _type, ...answer } = response;
            card.respond(answer, event);
            return;
          }
          const wrong = unfit[0]?.path ?? '';
          const places = event.currentTarget.querySelectorAll<HTMLElement>('[data-place]');
          const field = [...places].findLast(({ dataset }) =>
            wrong.startsWith(dataset['place'] ?? ''),
          );
          field?.querySelector<HTMLElement>('input, textarea, button')?.focus();
        }),
      })}
    </FormContext>
  );
}

/** One field of the form around it. */
export interface Field<P extends InteractionPart> {
  readonly part: P;
  readonly place: string;
  readonly answer: FieldAnswer;
  readonly disabled: boolean;
  /** What is wrong with the answer, in the person's language. */
  readonly problem: string | undefined;
  readonly change: (answer: FieldAnswer) => void;
}

/** What a field at `place` needs. */
export function useField<P extends InteractionPart>(part: P, place: string): Field<P> {
  const form = use(FormContext);
  const messages = useMessages(fields);
  if (form === null)
    throw new Error('A field has nothing to be entered into. Place it inside Form.');
  const answer = answerAt(part, form.answers, place);
  const issue = form.issues.find(
    ({ path }) => path.startsWith(place) && !path.slice(place.length).startsWith('responses.'),
  );
  return {
    part,
    place,
    answer,
    disabled: form.disabled,
    problem:
      issue === undefined || part.type === 'combined'
        ? undefined
        : explain(part, answer, messages, issue.message),
    change: (next) => form.change(place, part, next),
  };
}
