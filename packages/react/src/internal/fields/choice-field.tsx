'use client';
import type { InteractionPart } from '@hitl/protocol';
import { useId, type ReactElement } from 'react';
import { fields, type FieldMessages } from '../../messages/en/fields.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { VisibleText } from '../visible-text.tsx';
import { useField } from './form.tsx';
import type { FieldProps } from './part-field.tsx';

type SelectPart = Extract<InteractionPart, { type: 'select' }>;

function hintFor(part: SelectPart, messages: FieldMessages): string | undefined {
  if (!part.multiple) return undefined;
  const least = Math.max(part.min_selected ?? 0, part.required ? 1 : 0);
  return messages.chooseHint(least, part.max_selected);
}

/** One choice of several, or several of them, and where it is allowed one in one's own words. */
export function ChoiceField({
  part,
  place,
  labelledBy,
  describedBy,
}: FieldProps<SelectPart>): ReactElement {
  const messages = useMessages(fields);
  const name = useId();
  const { answer, problem, disabled, change } = useField(part, place);
  const chosen = answer.selected_values ?? [];
  const problemId = `${labelledBy}-problem`;
  const hintId = `${labelledBy}-hint`;
  const hint = hintFor(part, messages);
  const type = part.multiple ? 'checkbox' : 'radio';

  const choose = (value: string, checked: boolean): void => {
    if (!part.multiple) return change({ selected_values: [value] });
    // In the order of the options, however they were clicked.
    const values = part.options
      .map((option) => option.value)
      .filter((each) => (each === value ? checked : chosen.includes(each)));
    change({ ...answer, selected_values: values });
  };
  const chooseOther = (checked: boolean): void => {
    if (!checked) return change({ selected_values: chosen });
    change({ selected_values: part.multiple ? chosen : [], other: answer.other ?? '' });
  };

  return (
    <div
      data-hitl-part="choices"
      data-place={place}
      role={part.multiple ? 'group' : 'radiogroup'}
      aria-labelledby={labelledBy}
      aria-describedby={
        [describedBy, hint && hintId, problem && problemId].filter(Boolean).join(' ') || undefined
      }
      aria-invalid={part.multiple ? undefined : problem !== undefined || undefined}
      aria-required={part.multiple ? undefined : part.required || undefined}
    >
      {hint !== undefined && (
        <p data-hitl-part="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {part.options.map((option, index) => (
        <label key={option.value} data-hitl-part="choice">
          <input
            type={type}
            name={name}
            value={option.value}
            checked={chosen.includes(option.value)}
            disabled={disabled}
            aria-describedby={option.description && `${labelledBy}-${index}`}
            onChange={(event) => choose(option.value, event.target.checked)}
          />
          <span data-hitl-part="choice-label">
            <VisibleText text={option.label} mode="prose" />
          </span>
          {option.description !== undefined && (
            <span data-hitl-part="choice-description" id={`${labelledBy}-${index}`} aria-hidden>
              <VisibleText text={option.description} mode="prose" />
            </span>
          )}
        </label>
      ))}
      {part.allow_other && (
        <div data-hitl-part="choice">
          <input
            id={`${name}-other`}
            type={type}
            name={name}
            checked={answer.other !== undefined}
            disabled={disabled}
            onChange={(event) => chooseOther(event.target.checked)}
          />
          <label data-hitl-part="choice-label" htmlFor={`${name}-other`}>
            {messages.other}
          </label>
          <input
            data-hitl-part="field"
            type="text"
            dir="auto"
            autoComplete="off"
            aria-label={messages.otherText}
            readOnly={disabled}
            value={answer.other ?? ''}
            onChange={(event) =>
              change({
                selected_values: part.multiple ? chosen : [],
                other: event.target.value,
              })
            }
          />
        </div>
      )}
      {problem !== undefined && (
        <p data-hitl-part="field-problem" id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
