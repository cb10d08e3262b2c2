'use client';
import type { ReactNode } from 'react';
import { Icon } from '../internal/icons.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useConfirm } from './use-confirm.ts';

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
        modifiedArgs: undefined,
        invalid: false,
      });
    }),
  });
}
