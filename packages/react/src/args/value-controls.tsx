'use client';
import {
  textOf,
  initialOf,
  isInteger,
  optionsOf,
  readJson,
  readNumber,
  type Schema,
  type TypedValue,
} from '@hitl/client/view';
import { sameJson } from '@hitl/protocol/fold';
import { use, useState, type ReactElement, type ReactNode } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { EditorContext } from './editor-context.ts';

/** What each control is given. */
export interface ControlProps {
  id: string;
  path: string;
  schema: Schema;
  value: unknown;
  /** The value as it was proposed. */
  proposed: unknown;
  /** The ids of what says more about it: its hint, what is wrong. */
  describedBy: string | undefined;
  onChange: (value: unknown) => void;
}

/** What all controls have as elements. */
function useCommon({ id, path, describedBy }: ControlProps) {
  const { broken, issues } = use(EditorContext);
  const wrong = broken.has(path) || issues.some((issue) => issue.path === path);
  return {
    id,
    'data-hitl-part': 'field',
    dir: 'ltr',
    'aria-describedby': describedBy,
    'aria-invalid': wrong || undefined,
  } as const;
}

/** A text, on one line or several. Dates are texts too: what is typed is what the tool gets. */
export function TextControl(props: ControlProps & { lines: boolean }): ReactElement {
  const { value, onChange, lines } = props;
  const { disabled } = use(EditorContext);
  const common = useCommon(props);
  const text = typeof value === 'string' ? value : '';
  const own = {
    ...common,
    spellCheck: false,
    value: text,
    readOnly: disabled,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return lines ? (
    <textarea rows={Math.min(12, text.split('\n').length)} {...own} />
  ) : (
    <input type="text" autoComplete="off" {...own} />
  );
}

/** A number, also while what is typed is none yet. */
export function NumberControl(props: ControlProps): ReactElement {
  const { path, schema, value, onChange } = props;
  const messages = useMessages(args);
  const { disabled, setBroken, broken } = use(EditorContext);
  const [typed, setTyped] = useState<string | null>(null);
  const common = useCommon(props);
  const isBroken = broken.has(path);
  // What was typed stands while it means the value, or nothing; a reset brings the value back.
  const meant = typed === null ? null : readNumber(typed, schema, messages);
  const means = meant !== null && 'value' in meant && meant.value === value;
  const stands = typed !== null && (isBroken || means);
  const text = stands ? typed : textOf(value ?? '');
  return (
    <>
      <input
        {...common}
        type="text"
        inputMode={isInteger(schema) ? 'numeric' : 'decimal'}
        autoComplete="off"
        readOnly={disabled}
        value={text}
        onChange={(event) => {
          const next = readNumber(event.target.value, schema, messages);
          setTyped(event.target.value);
          setBroken(path, 'problem' in next);
          if ('value' in next) onChange(next.value);
        }}
      />
      {isBroken && <Problem of={meant} />}
    </>
  );
}

/** Yes or no. */
export function SwitchControl(props: ControlProps): ReactElement {
  const { disabled } = use(EditorContext);
  return (
    <input
      {...useCommon(props)}
      data-hitl-part="toggle"
      type="checkbox"
      role="switch"
      checked={props.value === true}
      disabled={disabled}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  );
}

/** One of the values that a schema lists, whatever their types. */
export function EnumControl(props: ControlProps): ReactElement {
  const { schema, value, onChange } = props;
  const { disabled } = use(EditorContext);
  const options = optionsOf(schema) ?? [];
  const index = options.findIndex((option) => sameJson(option, value ?? null));
  return (
    <select
      {...useCommon(props)}
      disabled={disabled}
      value={index}
      onChange={(event) => onChange(options[Number(event.target.value)])}
    >
      {index === -1 && <option value={-1}>{textOf(value ?? '')}</option>}
      {options.map((option, place) => (
        <option key={JSON.stringify(option)} value={place}>
          {typeof option === 'string' ? option : JSON.stringify(option)}
        </option>
      ))}
    </select>
  );
}

/** No value, where that is one. */
export function NullControl({
  id,
  schema,
  proposed,
  describedBy,
  onChange,
}: ControlProps): ReactElement {
  const messages = useMessages(args);
  const { disabled, root } = use(EditorContext);
  return (
    <div data-hitl-part="arg-field-null">
      <span>{messages.noValue}</span>
      <button
        id={id}
        type="button"
        data-hitl-part="link"
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => onChange(proposed ?? initialOf(schema, root))}
      >
        {messages.enterValue}
      </button>
    </div>
  );
}

/** What no other control can say, as JSON. */
export function JsonControl(props: ControlProps): ReactElement {
  const { path, value, onChange } = props;
  const messages = useMessages(args);
  const { disabled, broken, setBroken } = use(EditorContext);
  const [typed, setTyped] = useState<string | null>(null);
  const isBroken = broken.has(path);
  const meant = typed === null ? null : readJson(typed, messages);
  const means = meant !== null && 'value' in meant && sameJson(meant.value, value);
  const stands = typed !== null && (isBroken || means);
  const text = stands ? typed : (JSON.stringify(value, null, 2) ?? '');
  return (
    <>
      <textarea
        {...useCommon(props)}
        spellCheck={false}
        rows={Math.min(8, text.split('\n').length)}
        readOnly={disabled}
        value={text}
        onChange={(event) => {
          const next = readJson(event.target.value, messages);
          setTyped(event.target.value);
          setBroken(path, 'problem' in next);
          if ('value' in next) onChange(next.value);
        }}
      />
      {isBroken && <Problem of={meant} />}
    </>
  );
}

/** Why what was typed is no value. */
function Problem({ of }: { of: TypedValue | null }): ReactNode {
  return of !== null && 'problem' in of ? (
    <p data-hitl-part="field-problem">
      <VisibleText text={of.problem} mode="prose" />
    </p>
  ) : null;
}
