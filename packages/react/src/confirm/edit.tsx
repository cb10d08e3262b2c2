'use client';
import type { ReactNode } from 'react';
import { Shortcut } from '../internal/card/shortcut.tsx';
import { Icon } from '../internal/icons.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';

/**
 * Switches between viewing and editing the arguments. Renders nothing if editing is not allowed.
 */
export function Edit({ onClick, ...props }: PartProps<'button'>): ReactNode {
  const messages = useCardWords();
  const { editable, answerable, resetArgs, draft, setDraft } = useConfirmContext('Edit');
  const { editing = false, answering = false } = draft;
  if (!editable) return null;
  return renderPart('button', 'edit', {
    type: 'button',
    'data-variant': 'quiet',
    'aria-pressed': editing,
    disabled: !answerable || answering,
    children: (
      <>
        <Icon name={editing ? 'cross' : 'edit'} />
        {editing ? messages.discardEdits : messages.edit}
        {!editing && <Shortcut of="E" />}
      </>
    ),
    ...props,
    onClick: composed(onClick, () => {
      if (editing) resetArgs();
      setDraft({ editing: !editing, args: undefined, modifiedArgs: undefined, invalid: false });
    }),
  });
}
