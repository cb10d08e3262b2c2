'use client';
import type { ReactElement, ReactNode } from 'react';
import { Menu as CardMenu } from '../internal/card/card-menu.tsx';
import { Icon } from '../internal/icons.tsx';
import type { MenuItem } from '../internal/menu.tsx';
import { NoteField } from '../internal/note-field.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { denyingOf } from './remembering.ts';
import { useScoping } from './scope.tsx';
import { useConfirm } from './use-confirm.ts';

export { Result, SendResult } from './result.tsx';
export { Denial, Scope } from './scope.tsx';

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
    disabled: !answerable || choice.answering === true,
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
        args: undefined,
        modified_args: undefined,
        invalid: false,
      });
    }),
  });
}

/** A text for the agent that goes with the answer. Renders nothing until the menu asks for it. */
export function Note(props: PartProps<'textarea'>): ReactNode {
  const messages = useMessages(details);
  const { card, choice, choose } = useConfirm('Note');
  if (choice.noting !== true) return null;
  return (
    <NoteField
      label={messages.note}
      hint={messages.noteHint}
      readOnly={!card.answerable}
      {...props}
      value={choice.note ?? ''}
      onValueChange={(note) => choose({ note })}
    />
  );
}

/** What else can be done: remember, answer in the tool's place, add a reason, stop the clock or the run. */
export function Menu(): ReactElement {
  const messages = useMessages(details);
  const confirming = useConfirm('Menu');
  const { card, choice, choose } = confirming;
  const { noting = false, refusing = false, answering = false } = choice;
  const { purpose, allowed_actions: allowed } = card.request;
  const scoping = useScoping();
  const items: MenuItem[] = [];
  if (purpose === 'authorization') {
    if (scoping.possible && !scoping.shown) {
      items.push({ label: messages.chooseScope, onSelect: scoping.show });
    }
    items.push({
      label: noting ? messages.removeNote : messages.addNote,
      onSelect: () => choose({ noting: !noting, note: '' }),
    });
    if (allowed.includes('deny') && denyingOf(confirming).scopes.length > 0 && !answering) {
      items.push({
        label: refusing ? messages.forgetDenial : messages.chooseDenial,
        onSelect: () => choose({ refusing: !refusing, denial: undefined }),
      });
    }
    if (allowed.includes('answer')) {
      items.push({
        label: answering ? messages.letToolRun : messages.answerInstead,
        onSelect: () =>
          choose({
            answering: !answering,
            refusing: false,
            denial: undefined,
            editing: false,
            args: undefined,
            modified_args: undefined,
            invalid: false,
          }),
      });
    }
  }
  return <CardMenu items={items} />;
}
