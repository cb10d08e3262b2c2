'use client';
import type { ReactNode } from 'react';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';

/** Opens `Note`, for a reason that goes with the answer. Renders nothing for a question. */
export function AddNote({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const messages = useCardWords();
  const { request, answerable, draft, setDraft } = useConfirmContext('AddNote');
  if (request.purpose !== 'authorization') return null;
  const noting = draft.noting === true;
  return renderPart('button', 'add-note', {
    type: 'button',
    'data-variant': 'quiet',
    'aria-expanded': noting,
    children: noting ? messages.removeNote : messages.addNote,
    ...props,
    disabled: disabled === true || !answerable,
    onClick: composed(onClick, () => setDraft({ noting: !noting, note: '' })),
  });
}
