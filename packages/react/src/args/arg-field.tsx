'use client';
import {
  visiblePieces,
  initialOf,
  isNullable,
  isOpenEnded,
  isSecret,
  kindOf,
  membersOf,
  plainOf,
  schemaOf,
  without,
  type FieldKind,
  type Schema,
} from '@hitl/client/view';
import { sameJson } from '@hitl/protocol/fold';
import { use, useId, type ReactElement, type ReactNode } from 'react';
import { VisibleText } from '../internal/visible-text.tsx';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { AddMember } from './add-member.tsx';
import { EditorContext } from './editor-context.ts';
import { SecretControl } from './secret-control.tsx';
import {
  EnumControl,
  JsonControl,
  NullControl,
  NumberControl,
  SwitchControl,
  TextControl,
  type ControlProps,
} from './value-controls.tsx';

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
function ArgField({ schema: given, onRemove, ...props }: ArgFieldProps): ReactElement {
  const { name, path, value, proposed, onChange } = props;
  const messages = useMessages(args);
  const { disabled, issues, root, setBroken } = use(EditorContext);
  const id = useId();
  const schema = plainOf(given, root);
  const secret = isSecret(schema);
  const changed = !sameJson(value, proposed);
  const kind = secret ? 'secret' : kindOf(schema, value, name);
  const nested = kind === 'object' || kind === 'array';
  const problem = issues.find((issue) => issue.path === path)?.message;
  const { title, description } = schema;
  const label = typeof title === 'string' ? title : name;
  const hinted = typeof description === 'string';
  const describedBy =
    [hinted && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
  const put = (next: unknown): void => {
    // What was typed wrong below it is gone with the control it stood in.
    if (nested || kind === 'json' || kind === 'number') setBroken(path, false);
    onChange(next);
  };
  const headButton = (text: string, onClick: () => void): ReactElement => (
    <button type="button" data-hitl-part="link" disabled={disabled} onClick={onClick}>
      {text}
    </button>
  );
  const reset = proposed === undefined ? onRemove : () => put(proposed);
  return (
    <div
      data-hitl-part="arg-field"
      data-kind={kind}
      data-changed={changed || undefined}
      {...(nested && {
        role: 'group',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': describedBy,
      })}
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
        {!secret && isNullable(schema) && value !== null && kind !== 'enum'
          ? headButton(messages.setToNull, () => put(null))
          : null}
        {!secret && changed && reset !== undefined && headButton(messages.resetField, reset)}
        {!secret && !changed && onRemove !== undefined && headButton(messages.remove, onRemove)}
      </div>
      {hinted && (
        <p data-hitl-part="field-hint" id={`${id}-hint`}>
          <VisibleText text={description} mode="prose" />
        </p>
      )}
      <Control {...props} id={id} kind={kind} schema={schema} describedBy={describedBy} />
      {!secret && <Hidden value={value} />}
      {problem !== undefined && (
        <p data-hitl-part="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
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

function Control({ kind, ...props }: ControlProps & { kind: FieldKind | 'secret' }): ReactElement {
  const { path, schema, value, proposed, onChange } = props;
  switch (kind) {
    case 'line':
    case 'text':
      return <TextControl lines={kind === 'text'} {...props} />;
    case 'number':
      return <NumberControl {...props} />;
    case 'boolean':
      return <SwitchControl {...props} />;
    case 'enum':
      return <EnumControl {...props} />;
    case 'null':
      return <NullControl {...props} />;
    case 'secret':
      return <SecretControl {...props} />;
    case 'json':
      return <JsonControl {...props} />;
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
  const { disabled, root, setBroken } = use(EditorContext);
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
        onClick={() => onChange([...value, initialOf(schema, root)])}
      >
        {messages.addItem}
      </button>
    </div>
  );
}

/**
 * The members of an object, each with its control; those that are not set can be added, and where the
 * schema lets in any name, new ones.
 */
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
  const { disabled, root, setBroken } = use(EditorContext);
  const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const remove = (name: string): void => {
    setBroken(pathOf(name), false);
    onChange(without(value, name));
  };
  const add = (name: string, own: Schema): void =>
    onChange({
      ...value,
      [name]: Object.hasOwn(proposed, name) ? proposed[name] : initialOf(own, root),
    });
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
              onClick={() => add(name, own)}
            >
              {messages.addArg(name)}
            </button>
          ))}
        </div>
      )}
      {isOpenEnded(schema) && (
        <AddMember
          taken={(name) => Object.hasOwn(value, name)}
          onAdd={(name) => add(name, schemaOf(schema['additionalProperties']))}
        />
      )}
    </div>
  );
}
