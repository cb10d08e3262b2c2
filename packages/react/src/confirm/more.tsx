'use client';
import { useId, type ReactElement, type ReactNode } from 'react';
import { Menu as CardMenu } from '../internal/card/card-menu.tsx';
import { Icon } from '../internal/icons.tsx';
import type { MenuItem } from '../internal/menu.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useScoping } from './scope.tsx';
import { useConfirm } from './use-confirm.ts';

export { Scope } from './scope.tsx';

/** Switches between seeing the arguments and editing them. Renders nothing where that is not allowed. */
export function Edit({ onClick, ...props }: PartProps<'button'>): ReactNode {
  const messages = useMessages(details);
  const { card, choice, choose } = useConfirm('Edit');
  const { editing = false } = choice;
  const { request, answerable } = card;
  if (!request.allowed_actions.includes('modify_args')) return null;
  return renderPart('button', 'edit', {
    type: 'button',
    'data-variant': 'quiet',
    'aria-pressed': editing,
    disabled: !answerable,
    children: (
      <>
        <Icon name={editing ? 'cross' : 'edit'} />
        {editing ? messages.discardEdits : messages.edit}
      </>
    ),
    ...props,
    onClick: composed(onClick, () => {
      choose({
        editing: !editing,
        args: request.tool_args,
        modified_args: undefined,
        invalid: false,
      });
    }),
  });
}

/** A text for the agent that goes with the answer. Renders nothing until the menu asks for it. */
export function Note({ onChange, ...props }: PartProps<'textarea'>): ReactNode {
  const messages = useMessages(details);
  const id = useId();
  const { card, choice, choose } = useConfirm('Note');
  if (choice.noting !== true) return null;
  return (
    <div data-hitl-part="note">
      <label data-hitl-part="note-label" htmlFor={id}>
        {messages.note}
      </label>
      {renderPart('textarea', 'field', {
        id,
        rows: 2,
        dir: 'auto',
        // The person has just asked for it.
        autoFocus: true,
        readOnly: !card.answerable,
        value: choice.note ?? '',
        placeholder: messages.notePlaceholder,
        ...props,
        onChange: composed(onChange, (event) => choose({ note: event.target.value })),
      })}
    </div>
  );
}

/** What else can be done: remember, add a reason, stop the clock, stop the run. */
export function Menu(): ReactElement {
  const messages = useMessages(details);
  const { card, choice, choose } = useConfirm('Menu');
  const { noting = false } = choice;
  const scoping = useScoping();
  const items: MenuItem[] = [];
  if (card.request.purpose === 'authorization') {
    if (scoping.possible && !scoping.shown) {
      items.push({ label: messages.chooseScope, onSelect: scoping.show });
    }
    items.push({
      label: noting ? messages.removeNote : messages.addNote,
      onSelect: () => choose({ noting: !noting, note: '' }),
    });
  }
  return <CardMenu items={items} />;
}
