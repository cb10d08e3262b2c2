import { asksSecretly, looksSecret, visibleString, fieldWords as fields } from '@hitl/client/view';
import type { InteractionPart } from '@hitl/protocol';
import type { ComponentProps, ReactElement } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { FieldText } from '../field-text.tsx';
import { useField } from './form.tsx';
import type { FieldProps } from './field-props.ts';

const NATIVE_TYPES: ReadonlySet<string> = new Set(['email', 'url', 'tel', 'date', 'time']);

/** A text field with one or several lines. Secrets are masked and not offered to password managers. */
export function TextField({
  part,
  place,
  labelledBy,
  describedBy,
}: FieldProps<Extract<InteractionPart, { type: 'input' }>>): ReactElement {
  const messages = useMessages(fields);
  const { answer, problem, disabled, change } = useField(part, place);
  const problemId = `${labelledBy}-problem`;
  const text = answer.text ?? '';
  const common = {
    'data-hitl-part': 'field',
    'aria-labelledby': labelledBy,
    'aria-describedby':
      [describedBy, looksSecret(part) && `${labelledBy}-warning`, problem && problemId]
        .filter(Boolean)
        .join(' ') || undefined,
    'aria-invalid': problem !== undefined || undefined,
    'aria-required': part.required || undefined,
    placeholder: part.placeholder && visibleString(part.placeholder),
    // Not `disabled`, so that the input can be read and copied while it is being sent.
    readOnly: disabled,
    value: text,
    onChange: (event: { target: { value: string } }) => change({ text: event.target.value }),
  };
  const secret = asksSecretly(part);
  const input: ComponentProps<'input'> = secret
    ? {
        type: 'password',
        autoComplete: 'new-password',
        spellCheck: false,
        autoCapitalize: 'off',
        // React would write a `value` into the attribute, where styles and scripts can read it.
        value: undefined,
        ref: (field) => {
          if (field !== null && field.value !== text) field.value = text;
        },
      }
    : {
        type: NATIVE_TYPES.has(part.input_type) ? part.input_type : 'text',
        inputMode: part.input_type === 'number' ? 'decimal' : undefined,
        autoComplete: 'off',
      };
  return (
    <div data-hitl-part="field-box" data-place={place}>
      {part.multiline && !secret ? (
        <textarea rows={3} dir="auto" {...common} />
      ) : (
        <input dir="auto" {...common} {...input} />
      )}
      {part.max_length !== undefined && (
        <span data-hitl-part="field-count" data-over={text.length > part.max_length || undefined}>
          {messages.lengthOf(text.length, part.max_length)}
        </span>
      )}
      <FieldText
        part="field-warning"
        id={`${labelledBy}-warning`}
        text={looksSecret(part) && messages.looksSecret}
      />
      <FieldText part="field-problem" id={problemId} text={problem} />
    </div>
  );
}
