'use client';
import type { InteractionPart } from '@hitl/protocol';
import { useId, type ReactElement } from 'react';
import { card } from '../../messages/en/card.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { VisibleText } from '../visible-text.tsx';
import { useField } from './form.tsx';
import type { FieldProps } from './part-field.tsx';

/** A yes or a no as a choice that can be changed until the form is sent; neither is chosen at first. */
export function YesNoField({
  part,
  place,
  labelledBy,
  describedBy,
}: FieldProps<Extract<InteractionPart, { type: 'confirm' }>>): ReactElement {
  const messages = useMessages(card);
  const name = useId();
  const { answer, problem, disabled, change } = useField(part, place);
  const problemId = `${labelledBy}-problem`;
  const choices = [
    [true, part.confirm_text ?? messages.yes],
    [false, part.cancel_text ?? messages.no],
  ] as const;
  return (
    <div
      data-hitl-part="choices"
      data-inline=""
      data-place={place}
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={[describedBy, problem && problemId].filter(Boolean).join(' ') || undefined}
      aria-invalid={problem !== undefined || undefined}
      aria-required={part.required || undefined}
    >
      {choices.map(([confirmed, label]) => (
        <label key={String(confirmed)} data-hitl-part="choice">
          <input
            type="radio"
            name={name}
            checked={answer.confirmed === confirmed}
            disabled={disabled}
            onChange={() => change({ confirmed })}
          />
          <span data-hitl-part="choice-label">
            <VisibleText text={label} mode="prose" />
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p data-hitl-part="field-problem" id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
