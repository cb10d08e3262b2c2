import { useId, type ReactElement } from 'react';
import { useCardWords } from '../messages/card-words.ts';
import { focusAsked } from './focus-asked.ts';
import { composed, renderPart, type PartProps } from './part.tsx';

export type NoteFieldProps = Omit<PartProps<'textarea'>, 'value'> & {
  value: string;
  onValueChange: (value: string) => void;
  /** What to enter, and who reads it. */
  label: string;
  hint: string;
};

/** A text for the agent, with quick choices. */
export function NoteField(props: NoteFieldProps): ReactElement {
  const { value, onValueChange, label, hint, onChange, ...rest } = props;
  const messages = useCardWords();
  const id = useId();
  return (
    <div data-hitl-part="note" ref={focusAsked}>
      <label data-hitl-part="note-label" htmlFor={id}>
        {label}
      </label>
      {renderPart('textarea', 'field', {
        id,
        rows: 2,
        dir: 'auto',
        value,
        placeholder: messages.notePlaceholder,
        'aria-describedby': `${id}-hint`,
        ...rest,
        onChange: composed(onChange, (event) => onValueChange(event.target.value)),
      })}
      <div data-hitl-part="note-quick">
        {Object.values(messages.quickReasons).map((reason) => (
          <button
            key={reason}
            type="button"
            data-hitl-part="link"
            disabled={rest.readOnly}
            onClick={() => onValueChange([value.trim(), reason].filter(Boolean).join(' '))}
          >
            {reason}
          </button>
        ))}
      </div>
      <p data-hitl-part="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
