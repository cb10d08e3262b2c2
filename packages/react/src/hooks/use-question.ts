'use client';
import { placeOf, questionField, type ArmedEvent, type QuestionField } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { useFormState } from '../internal/fields/use-form-state.ts';
import { fields as words } from '../messages/en/fields.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { CardOptions } from '../internal/card/card-props.ts';
import { useCard, type UseCardResult } from './use-card.ts';

/** A question as a card of your own sees it: its fields, and how to send them. */
export interface UseQuestionResult<
  R extends InteractionRequest = InteractionRequest,
> extends UseCardResult<R> {
  /** The question itself; the parts of a combined one are its `fields`. */
  readonly field: QuestionField<R>;
  /**
   * Sends what was entered. What does not fit is not sent: the fields then say what is wrong, and the
   * place of the first that does not fit is returned.
   */
  readonly submit: (event?: ArmedEvent) => string | undefined;
  /** Whether a person may refuse to answer. */
  readonly declinable: boolean;
  readonly decline: (event?: ArmedEvent) => void;
}

/**
 * A question for a card of one's own: a text, a choice, a yes or no, or several at once. What is
 * entered is a draft: it survives unmounting, secrets do not.
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
