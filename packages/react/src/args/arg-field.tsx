'use client';
import { sameJson } from '@hitl/protocol/fold';
import { use, useId, type ReactElement, type ReactNode } from 'react';
import { visiblePieces, VisibleText } from '../internal/visible-text.tsx';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { EditorContext } from './editor-context.ts';
import { initialOf, kindOf, membersOf, schemaOf, without, type Schema } from './schema.ts';
import { EnumControl, JsonControl, NumberControl } from './value-controls.tsx';

interface ArgFieldProps {
  name: string;
  /** Where it lies in the arguments, dotted as in issues: `options.0.name`. */
  path: string;
  schema: Schema;
  value: unknown;
  /** The value as it was proposed; `undefined`: it was not there. */
  proposed: unknown;
  onChange: (value: unknown) => void;
  /** Takes it out again, where that is possible. */
  onRemove?: (() => void) | undefined;
}

/** One argument with its control, whether it was changed, and the way back. */
function ArgField(props: ArgFieldProps): ReactElement {
  const { name, path, schema, value, proposed, onChange, onRemove } = props;
  const messages = useMessages(args);
  const { disabled, issues } = use(EditorContext);
  const id = useId();
  const changed = !sameJson(value ?? null, proposed ?? null);
  const kind = kindOf(schema, value, name);
  const nested = kind === 'object' || kind === 'array';
  const problem = issues.find((issue) => issue.path === path)?.message;
  const { title, description } = schema;
  const label = typeof title === 'string' ? title : name;
  const reset = proposed === undefined ? onRemove : () => onChange(proposed);
  return (
    <div
      data-hitl-part="arg-field"
      data-kind={kind}
      data-changed={changed || undefined}
      {...(nested && { role: 'group', 'aria-labelledby': `${id}-label` })}
    >
      <div data-hitl-part="arg-field-head">
        <label
          data-hitl-part="arg-field-label"
          id={`${id}-label`}
          {...(!nested && { htmlFor: id })}
        >
          <VisibleText text={label} />
        </label>
        {changed && <span data-hitl-part="arg-field-changed">{messages.changed}</span>}
        {changed && reset !== undefined && (
          <button type="button" data-hitl-part="link" disabled={disabled} onClick={reset}>
            {messages.resetField}
          </button>
        )}
        {!changed && onRemove !== undefined && (
          <button type="button" data-hitl-part="link" disabled={disabled} onClick={onRemove}>
            {messages.remove}
          </button>
        )}
      </div>
      {typeof description === 'string' && (
        <p data-hitl-part="field-hint" id={`${id}-hint`}>
          <VisibleText text={description} mode="prose" />
        </p>
      )}
      <Control {...props} id={id} kind={kind} />
      <Hidden value={value} />
      {problem !== undefined && <p data-hitl-part="field-problem">{problem}</p>}
    </div>
  );
}

/** What a control shows as nothing, written out below it. */
function Hidden({ value }: { value: unknown }): ReactNode {
  if (typeof value !== 'string') return null;
  if (visiblePieces(value).every(({ kind }) => kind === 'text')) return null;
  return (
    <code data-hitl-part="arg-field-hidden">
      <VisibleText text={value} />
    </code>
  );
}

function Control({
  id,
  kind,
  schema,
  path,
  value,
  proposed,
  onChange,
}: ArgFieldProps & { id: string; kind: ReturnType<typeof kindOf> }): ReactElement {
  const { disabled } = use(EditorContext);
  const common = { id, 'data-hitl-part': 'field', dir: 'ltr', spellCheck: false } as const;
  switch (kind) {
    case 'line':
    case 'text': {
      const text = typeof value === 'string' ? value : '';
      const props = {
        ...common,
        value: text,
        readOnly: disabled,
        onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      };
      return kind === 'line' ? (
        <input type="text" autoComplete="off" {...props} />
      ) : (
        <textarea rows={Math.min(12, text.split('\n').length)} {...props} />
      );
    }
    case 'number':
      return (
        <NumberControl id={id} path={path} schema={schema} value={value} onChange={onChange} />
      );
    case 'boolean':
      return (
        <input
          id={id}
          type="checkbox"
          data-hitl-part="toggle"
          role="switch"
          checked={value === true}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'enum':
      return <EnumControl id={id} schema={schema} value={value} onChange={onChange} />;
    case 'array':
      return (
        <ArrayControl
          path={path}
          schema={schemaOf(schema['items'])}
          value={Array.isArray(value) ? value : []}
          proposed={Array.isArray(proposed) ? proposed : []}
          onChange={onChange}
        />
      );
    case 'object':
      return (
        <ArgFields
          path={path}
          schema={schema}
          value={schemaOf(value)}
          proposed={schemaOf(proposed)}
          onChange={onChange}
        />
      );
    case 'json':
      return <JsonControl id={id} path={path} value={value} onChange={onChange} />;
  }
}

function ArrayControl({
  path,
  schema,
  value,
  proposed,
  onChange,
}: {
  path: string;
  schema: Schema;
  value: readonly unknown[];
  proposed: readonly unknown[];
  onChange: (value: unknown) => void;
}): ReactElement {
  const messages = useMessages(args);
  const { disabled, setBroken } = use(EditorContext);
  const remove = (index: number): void => {
    // The items behind it move up, away from what was typed into them.
    setBroken(path, false);
    onChange(value.toSpliced(index, 1));
  };
  return (
    <div data-hitl-part="arg-items">
      {value.map((item, index) => (
        <ArgField
          key={index}
          name={String(index + 1)}
          path={`${path}.${index}`}
          schema={schema}
          value={item}
          proposed={proposed[index]}
          onChange={(next) => onChange(value.with(index, next))}
          onRemove={() => remove(index)}
        />
      ))}
      <button
        type="button"
        data-hitl-part="link"
        disabled={disabled}
        onClick={() => onChange([...value, initialOf(schema)])}
      >
        {messages.addItem}
      </button>
    </div>
  );
}

/** The members of an object, each with its control; those that are not set can be added. */
export function ArgFields({
  path,
  schema,
  value,
  proposed,
  onChange,
}: {
  path: string;
  schema: Schema;
  value: Readonly<Record<string, unknown>>;
  proposed: Readonly<Record<string, unknown>>;
  onChange: (value: Record<string, unknown>) => void;
}): ReactElement {
  const messages = useMessages(args);
  const { disabled, setBroken } = use(EditorContext);
  const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const remove = (name: string): void => {
    setBroken(pathOf(name), false);
    onChange(without(value, name));
  };
  const members = membersOf(schema, value);
  const absent = members.filter(({ present }) => !present);
  return (
    <div data-hitl-part="arg-fields">
      {members
        .filter(({ present }) => present)
        .map(({ name, schema: own, required }) => (
          <ArgField
            key={name}
            name={name}
            path={pathOf(name)}
            schema={own}
            value={value[name]}
            proposed={Object.hasOwn(proposed, name) ? proposed[name] : undefined}
            onChange={(next) => onChange({ ...value, [name]: next })}
            onRemove={required ? undefined : () => remove(name)}
          />
        ))}
      {absent.length > 0 && (
        <div data-hitl-part="arg-absent">
          {absent.map(({ name, schema: own }) => (
            <button
              key={name}
              type="button"
              data-hitl-part="link"
              disabled={disabled}
              onClick={() =>
                onChange({
                  ...value,
                  [name]: Object.hasOwn(proposed, name) ? proposed[name] : initialOf(own),
                })
              }
            >
              {messages.addArg(name)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
