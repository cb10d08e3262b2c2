import { textOf, visibleString, type ArgField } from '@hitl/client/view';
import { sameJson } from '@hitl/protocol/fold';
import type { ReactElement } from 'react';
import { useArgsWords } from '../messages/args-words.ts';
import { Link } from './link.tsx';

/** Props of each control. */
export interface ControlProps {
  id: string;
  field: ArgField;
  disabled: boolean;
  /** Ids of its hint and error, for `aria-describedby`. */
  describedBy: string | undefined;
}

/** Attributes of all controls. */
function common({ id, field, describedBy }: ControlProps) {
  return {
    id,
    'data-hitl-part': 'field',
    dir: 'ltr',
    'aria-describedby': describedBy,
    'aria-invalid': field.problem !== undefined || undefined,
  } as const;
}

/**
 * A text box: for a text on one or several lines, a number, or a value as JSON. Dates are texts
 * too: the tool gets the input unchanged.
 */
export function TextControl(props: ControlProps): ReactElement {
  const { kind, text, type, integer } = props.field;
  const own = {
    ...common(props),
    value: text,
    spellCheck: false,
    readOnly: props.disabled,
    onChange: (event: { target: { value: string } }) => type(event.target.value),
  };
  return kind === 'text' || kind === 'json' ? (
    <textarea rows={Math.min(kind === 'text' ? 12 : 8, text.split('\n').length)} {...own} />
  ) : (
    <input
      type="text"
      autoComplete="off"
      {...(kind === 'number' && { inputMode: integer ? 'numeric' : 'decimal' })}
      {...own}
    />
  );
}

/** Yes or no. */
export function SwitchControl(props: ControlProps): ReactElement {
  const { value, set } = props.field;
  return (
    <input
      {...common(props)}
      data-hitl-part="toggle"
      type="checkbox"
      role="switch"
      checked={value === true}
      disabled={props.disabled}
      onChange={(event) => set(event.target.checked)}
    />
  );
}

/** One of the values that a schema lists, whatever their types. */
export function EnumControl(props: ControlProps): ReactElement {
  const { value, options, set } = props.field;
  const index = options.findIndex((option) => sameJson(option, value ?? null));
  return (
    <select
      {...common(props)}
      disabled={props.disabled}
      value={index}
      onChange={(event) => set(options[Number(event.target.value)])}
    >
      {index === -1 && <option value={-1}>{visibleString(textOf(value ?? ''), 'code')}</option>}
      {options.map((option, place) => (
        <option key={JSON.stringify(option)} value={place}>
          {visibleString(typeof option === 'string' ? option : JSON.stringify(option), 'code')}
        </option>
      ))}
    </select>
  );
}

/** The value `null`, if it is allowed. */
export function NullControl({ id, field, disabled, describedBy }: ControlProps): ReactElement {
  const messages = useArgsWords();
  return (
    <div data-hitl-part="arg-field-null">
      <span>{messages.noValue}</span>
      <Link id={id} aria-describedby={describedBy} disabled={disabled} onClick={field.fill}>
        {messages.enterValue}
      </Link>
    </div>
  );
}
