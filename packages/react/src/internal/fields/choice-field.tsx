import { fieldWords as fields, type FieldWords } from '@hitl/client/view';
import type { InteractionPart } from '@hitl/protocol';
import { useId, type ReactElement } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { Checkbox, Radio, Radios } from '../choices.tsx';
import { VisibleText } from '../visible-text.tsx';
import { FieldText } from '../field-text.tsx';
import { useField } from './form.tsx';
import type { FieldProps } from './field-props.ts';

type SelectPart = Extract<InteractionPart, { type: 'select' }>;

/** The value of the free-text option; the values of other options are their indexes. */
const OTHER = 'other';

function hintFor(part: SelectPart, messages: FieldWords): string | undefined {
  if (!part.multiple) return undefined;
  const least = Math.max(part.min_selected ?? 0, part.required ? 1 : 0);
  return messages.chooseHint(least, part.max_selected);
}

/** A choice of one or several options, with a free-text option if allowed. */
export function ChoiceField({
  part,
  place,
  labelledBy,
  describedBy,
}: FieldProps<SelectPart>): ReactElement {
  const messages = useMessages(fields);
  const id = useId();
  const { answer, problem, disabled, change } = useField(part, place);
  const { multiple, options } = part;
  const chosen = answer.selected_values ?? [];
  const problemId = `${labelledBy}-problem`;
  const hintId = `${labelledBy}-hint`;
  const hint = hintFor(part, messages);

  const toggle = (value: string, checked: boolean): void => {
    // In the order of the options, not of the clicks.
    const values = options
      .map((option) => option.value)
      .filter((each) => (each === value ? checked : chosen.includes(each)));
    change({ ...answer, selected_values: values });
  };
  const setOther = (other: string): void =>
    change({ selected_values: multiple ? chosen : [], other });
  const chooseOther = (): void => setOther(answer.other ?? '');
  const choose = (value: string): void => {
    const option = options[Number(value)];
    if (option !== undefined) change({ selected_values: [option.value] });
    else chooseOther();
  };

  const choices = (
    <>
      <FieldText part="field-hint" id={hintId} text={hint} />
      {options.map((option, index) => {
        const describes = option.description && `${labelledBy}-${index}`;
        return (
          <label key={option.value} data-hitl-part="choice">
            {multiple ? (
              <Checkbox
                value={option.value}
                checked={chosen.includes(option.value)}
                disabled={disabled}
                aria-describedby={describes}
                onCheckedChange={(checked) => toggle(option.value, checked)}
              />
            ) : (
              <Radio value={String(index)} aria-describedby={describes} />
            )}
            <span data-hitl-part="choice-label">
              <VisibleText text={option.label} mode="prose" />
            </span>
            {option.description !== undefined && (
              <span data-hitl-part="choice-description" id={`${labelledBy}-${index}`} aria-hidden>
                <VisibleText text={option.description} mode="prose" />
              </span>
            )}
          </label>
        );
      })}
      {part.allow_other && (
        <div data-hitl-part="choice">
          {multiple ? (
            <Checkbox
              id={`${id}-other`}
              checked={answer.other !== undefined}
              disabled={disabled}
              onCheckedChange={(checked) =>
                checked ? chooseOther() : change({ selected_values: chosen })
              }
            />
          ) : (
            <Radio id={`${id}-other`} value={OTHER} />
          )}
          <label data-hitl-part="choice-label" htmlFor={`${id}-other`}>
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
            onChange={(event) => setOther(event.target.value)}
          />
        </div>
      )}
      <FieldText part="field-problem" id={problemId} text={problem} />
    </>
  );
  const common = {
    'data-hitl-part': 'choices',
    'data-place': place,
    'aria-labelledby': labelledBy,
    'aria-describedby':
      [describedBy, hint && hintId, problem && problemId].filter(Boolean).join(' ') || undefined,
  };
  if (multiple) {
    return (
      <div role="group" {...common}>
        {choices}
      </div>
    );
  }
  const at = options.findIndex(({ value }) => chosen.includes(value));
  return (
    <Radios
      value={answer.other !== undefined ? OTHER : at === -1 ? '' : String(at)}
      onValueChange={choose}
      disabled={disabled}
      aria-invalid={problem !== undefined || undefined}
      aria-required={part.required || undefined}
      {...common}
    >
      {choices}
    </Radios>
  );
}
