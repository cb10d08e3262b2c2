'use client';
import type { ReactNode } from 'react';
import { NoteField } from '../internal/note-field.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { isDeniable, useBatchContext } from './batch-context.ts';

/** Opens or closes the reason for "deny all". Renders nothing if fewer than two are pending. */
export function AddNote({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const batch = useBatchContext('AddNote');
  const messages = useCardWords();
  if (!isDeniable(batch)) return null;
  const noting = batch.note !== undefined;
  return renderPart('button', 'batch-add-note', {
    type: 'button',
    'data-variant': 'quiet',
    disabled: disabled === true || batch.submitting,
    children: noting ? messages.removeNoteToAll : messages.addNoteToAll,
    ...props,
    onClick: composed(onClick, (event) => {
      // Safari does not focus a clicked button, and the field takes the focus from here.
      event.currentTarget.focus();
      batch.setNote(noting ? undefined : '');
    }),
  });
}

/** The reason that "deny all" sends for each call. Renders nothing until opened by `AddNote`. */
export function Note(props: PartProps<'textarea'>): ReactNode {
  const batch = useBatchContext('Note');
  const messages = useCardWords();
  if (batch.note === undefined || !isDeniable(batch)) return null;
  return (
    <NoteField
      label={messages.noteToAll}
      hint={messages.noteToAllHint}
      readOnly={batch.submitting}
      {...props}
      value={batch.note}
      onValueChange={batch.setNote}
    />
  );
}
