import {
  visiblePieces,
  visibleString,
  type ArgField as Field,
  type ArgsForm,
} from '@hitl/client/view';
import { useId, type ReactElement, type ReactNode } from 'react';
import { FieldText } from '../internal/field-text.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useArgsWords } from '../messages/args-words.ts';
import { AddMember } from './add-member.tsx';
import { Link } from './link.tsx';
import { SecretControl } from './secret-control.tsx';
import {
  EnumControl,
  NullControl,
  SwitchControl,
  TextControl,
  type ControlProps,
} from './value-controls.tsx';

/** One argument with its control, a mark if it was changed, and a reset. */
function ArgField({ field, disabled }: { field: Field; disabled: boolean }): ReactElement {
  const messages = useArgsWords();
  const id = useId();
  const { kind, changed, problem, description, clear, reset = field.remove } = field;
  const secret = kind === 'secret';
  const nested = kind === 'object' || kind === 'array';
  const describedBy =
    [description !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`]
      .filter(Boolean)
      .join(' ') || undefined;
  const headButton = (text: string, onClick: (() => void) | undefined): ReactNode =>
    !secret &&
    onClick && (
      <Link disabled={disabled} onClick={onClick}>
        {text}
      </Link>
    );
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
          <VisibleText text={field.label} />
        </label>
        {changed && <span data-hitl-part="arg-field-changed">{messages.changed}</span>}
        {headButton(messages.setToNull, clear)}
        {changed
          ? headButton(messages.resetField, reset)
          : headButton(messages.remove, field.remove)}
      </div>
      <FieldText part="field-hint" id={`${id}-hint`} text={description} />
      <Control id={id} field={field} disabled={disabled} describedBy={describedBy} />
      {!secret && <Hidden value={field.value} />}
      <FieldText part="field-problem" id={`${id}-problem`} text={problem} />
    </div>
  );
}

/** Hidden characters of a value, spelled out below its control. */
function Hidden({ value }: { value: unknown }): ReactNode {
  if (typeof value !== 'string') return null;
  if (visiblePieces(value).every(({ kind }) => kind === 'text')) return null;
  return <Code part="arg-field-hidden" text={value} />;
}

function Control(props: ControlProps): ReactElement {
  const { field, disabled } = props;
  switch (field.kind) {
    case 'line':
    case 'text':
    case 'number':
    case 'json':
      return <TextControl {...props} />;
    case 'boolean':
      return <SwitchControl {...props} />;
    case 'enum':
      return <EnumControl {...props} />;
    case 'null':
      return <NullControl {...props} />;
    case 'secret':
      return <SecretControl {...props} />;
    case 'array':
    case 'object':
      return <ArgFields of={field} addItem={field.addItem} disabled={disabled} />;
  }
}

/**
 * The members of an object or the items of a list, each with its control; unset members can be
 * added, and new ones if the schema allows additional names.
 */
export function ArgFields({
  of: { fields, absent, addMember },
  addItem,
  disabled,
}: {
  of: Pick<ArgsForm, 'fields' | 'absent' | 'addMember'>;
  addItem?: (() => void) | undefined;
  disabled: boolean;
}): ReactElement {
  const messages = useArgsWords();
  return (
    <div data-hitl-part={addItem === undefined ? 'arg-fields' : 'arg-items'}>
      {fields.map((field) => (
        <ArgField key={field.name} field={field} disabled={disabled} />
      ))}
      {addItem !== undefined && (
        <Link disabled={disabled} onClick={addItem}>
          {messages.addItem}
        </Link>
      )}
      {absent.length > 0 && (
        <div data-hitl-part="arg-absent">
          {absent.map(({ name, add }) => (
            <Link key={name} disabled={disabled} onClick={add}>
              {messages.addArg(visibleString(name, 'code'))}
            </Link>
          ))}
        </div>
      )}
      {addMember !== undefined && (
        <AddMember taken={fields.map(({ name }) => name)} disabled={disabled} onAdd={addMember} />
      )}
    </div>
  );
}
