import type { InteractionPart } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { Radio, Radios } from '../choices.tsx';
import { VisibleText } from '../visible-text.tsx';
import { FieldText } from '../field-text.tsx';
import { useField } from './form.tsx';
import type { FieldProps } from './field-props.ts';

/**
 * Yes or no as radio buttons, which can be changed until the form is sent; initially neither is
 * chosen.
 */
export function YesNoField({
  part,
  place,
  labelledBy,
  describedBy,
}: FieldProps<Extract<InteractionPart, { type: 'confirm' }>>): ReactElement {
  const messages = useCardWords();
  const { answer, problem, disabled, change } = useField(part, place);
  const problemId = `${labelledBy}-problem`;
  const choices = [
    ['yes', part.confirm_text ?? messages.yes],
    ['no', part.cancel_text ?? messages.no],
  ] as const;
  return (
    <Radios
      data-hitl-part="choices"
      data-inline=""
      data-place={place}
      value={answer.confirmed === undefined ? '' : answer.confirmed ? 'yes' : 'no'}
      onValueChange={(value) => change({ confirmed: value === 'yes' })}
      disabled={disabled}
      aria-labelledby={labelledBy}
      aria-describedby={[describedBy, problem && problemId].filter(Boolean).join(' ') || undefined}
      aria-invalid={problem !== undefined || undefined}
      aria-required={part.required || undefined}
    >
      {choices.map(([value, label]) => (
        <label key={value} data-hitl-part="choice">
          <Radio value={value} />
          <span data-hitl-part="choice-label">
            <VisibleText text={label} mode="prose" />
          </span>
        </label>
      ))}
      <FieldText part="field-problem" id={problemId} text={problem} />
    </Radios>
  );
}
