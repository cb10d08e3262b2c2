'use client';
import type { InteractionPart, InteractionRequest } from '@hitl/protocol';
import { isSecret } from '../internal/fields/answers.ts';
import {
  fieldAt,
  useFormState,
  type Field,
  type FormState,
} from '../internal/fields/use-form-state.ts';
import { fields as words, type FieldMessages } from '../messages/en/fields.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useCard, type CardOptions, type UseCardResult } from './use-card.ts';

/** One field of a question, and those inside of it. */
export interface QuestionField<P extends InteractionPart = InteractionPart> extends Field<P> {
  /** Must be masked; it is in no draft and dies with the component. */
  readonly secret: boolean;
  /** The parts of a combined one, in order; empty for any other. */
  readonly fields: readonly QuestionField[];
}

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
  readonly submit: (event?: { readonly timeStamp: number }) => string | undefined;
  /** Whether a person may refuse to answer. */
  readonly declinable: boolean;
  readonly decline: (event?: { readonly timeStamp: number }) => void;
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

function questionField<P extends InteractionPart>(
  filling: FormState,
  part: P,
  place: string,
  messages: FieldMessages,
): QuestionField<P> {
  const parts = part.type === 'combined' ? part.interactions : [];
  return {
    ...fieldAt(filling, part, place, messages),
    secret: isSecret(part),
    fields: parts.map((child, index) =>
      questionField(filling, child, `${place}responses.${index}.`, messages),
    ),
  };
}

/** The place of the field that a path of an issue leads into. */
function placeOf(path: string): string {
  return /^(?:responses\.\d+\.)*/.exec(path)?.[0] ?? '';
}
