import { fieldAt, type Field, type FormState, fieldWords as fields } from '@hitl/client/view';
import type { InteractionPart } from '@hitl/protocol';
import { createContext, use, type ReactElement, type SubmitEvent } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { useCardContext } from '../card/card-context.ts';
import { isComposing } from '../is-composing.ts';
import { composed, renderPart, type PartProps } from '../part.tsx';
import { useFormState } from './use-form-state.ts';

interface FormContextValue extends FormState {
  readonly disabled: boolean;
}

const FormContext = createContext<FormContextValue | null>(null);

/**
 * Contains the input and sends it as one answer. Invalid input is not sent: each field shows its
 * issue, and the first such field is focused. Drafts survive unmounting, secrets do not.
 */
export function Form({ onSubmit, onKeyDown, ...props }: PartProps<'form'>): ReactElement {
  const card = useCardContext('Form');
  const filling = useFormState(card);
  const state: FormContextValue = { ...filling, disabled: !card.answerable };

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
          const wrong = filling.submit(event);
          if (wrong === undefined) return;
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

/** The props of the field at `place`. */
export function useField<P extends InteractionPart>(
  part: P,
  place: string,
): Field<P> & { readonly disabled: boolean } {
  const form = use(FormContext);
  const messages = useMessages(fields);
  if (form === null) throw new Error('A field has no form. Place it inside Form.');
  return { ...fieldAt(form, part, place, messages), disabled: form.disabled };
}
