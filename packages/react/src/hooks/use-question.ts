'use client';
import {
  placeOf,
  questionField,
  type ArmedEvent,
  type QuestionField,
  fieldWords as words,
} from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { useFormState } from '../internal/fields/use-form-state.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { CardOptions } from '../internal/card/card-props.ts';
import { useCard, type UseCardResult } from './use-card.ts';

/** Result of `useQuestion`: the fields of a question, and a function to send them. */
export interface UseQuestionResult<
  R extends InteractionRequest = InteractionRequest,
> extends UseCardResult<R> {
  /** The question itself; the parts of a combined one are its `fields`. */
  readonly field: QuestionField<R>;
  /**
   * Sends the input. Invalid input is not sent: the fields then show their issues, and the path of
   * the first invalid field is returned.
   */
  readonly submit: (event?: ArmedEvent) => string | undefined;
  /** Whether a person may decline to answer. */
  readonly declinable: boolean;
  readonly decline: (event?: ArmedEvent) => void;
}

/**
 * State and behaviour of a question, for custom cards: a text, a choice, a yes or no, or several at
 * once. Input is a draft: it survives unmounting, except for secrets.
 */
export function useQuestion<R extends InteractionRequest>(
  request: R,
  options: CardOptions = {},
): UseQuestionResult<R> {
  const card = useCard(request, options);
  const filling = useFormState(card);
  const messages = useMessages(words);
  return {
    ...card,
    field: questionField(filling, card.request, '', messages),
    submit(event) {
      const wrong = filling.submit(event);
      return wrong === undefined ? undefined : placeOf(wrong);
    },
    declinable: card.request.allowed_actions.includes('deny'),
    decline: (event) => card.respond({ action: 'deny' }, event),
  };
}
