'use client';
import { sameJson } from '@hitl/protocol/fold';
import { use, useState, type ReactElement } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { EditorContext } from './editor-context.ts';
import { textOf } from './long.ts';
import { parseNumber, type Schema } from './schema.ts';

interface ControlProps {
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A number, also while what is typed is none yet. */
export function NumberControl({
  id,
  path,
  schema,
  value,
  onChange,
}: ControlProps & { path: string; schema: Schema }): ReactElement {
  const messages = useMessages(args);
  const { disabled, setBroken, broken } = use(EditorContext);
  const [typed, setTyped] = useState<string | null>(null);
  const isBroken = broken.has(path);
  // What was typed stands while it means the value, or nothing; a reset brings the value back.
  const stands = typed !== null && (isBroken || parseNumber(typed, schema) === value);
  const text = stands ? typed : textOf(value ?? '');
  return (
    <>
      <input
        id={id}
        data-hitl-part="field"
        type="text"
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        readOnly={disabled}
        value={text}
        aria-invalid={isBroken || undefined}
        onChange={(event) => {
          const number = parseNumber(event.target.value, schema);
          setTyped(event.target.value);
          setBroken(path, number === undefined);
          if (number !== undefined) onChange(number);
        }}
      />
      {isBroken && <p data-hitl-part="field-problem">{messages.invalidNumber}</p>}
    </>
  );
}

/** One of the values that a schema lists, whatever their types. */
export function EnumControl({
  id,
  schema,
  value,
  onChange,
}: ControlProps & { schema: Schema }): ReactElement {
  const { disabled } = use(EditorContext);
  const options: unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
  const index = options.findIndex((option) => sameJson(option, value ?? null));
  return (
    <select
      id={id}
      data-hitl-part="field"
      dir="ltr"
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

/** What no other control can say, as JSON. */
export function JsonControl({
  id,
  path,
  value,
  onChange,
}: ControlProps & { path: string }): ReactElement {
  const messages = useMessages(args);
  const { disabled, broken, setBroken } = use(EditorContext);
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2) ?? '');
  return (
    <>
      <textarea
        id={id}
        data-hitl-part="field"
        dir="ltr"
        spellCheck={false}
        rows={Math.min(8, typed.split('\n').length)}
        readOnly={disabled}
        value={typed}
        aria-invalid={broken.has(path) || undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          try {
            const parsed: unknown = JSON.parse(event.target.value);
            setBroken(path, false);
            onChange(parsed);
          } catch {
            setBroken(path, true);
          }
        }}
      />
      {broken.has(path) && <p data-hitl-part="field-problem">{messages.invalidJson}</p>}
    </>
  );
}
