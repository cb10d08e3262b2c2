'use client';
import type { ReactNode } from 'react';
import { NoteField } from '../internal/note-field.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { isDeniable, useBatchContext } from './batch-context.ts';

/** Begins a reason for "deny all", or takes it back. Renders nothing while fewer than two wait. */
export function AddNote({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const batch = useBatchContext('AddNote');
  const messages = useMessages(details);
  if (!isDeniable(batch)) return null;
  const noting = batch.note !== undefined;
  return renderPart('button', 'batch-add-note', {
    type: 'button',
    'data-variant': 'quiet',
    disabled: disabled === true || batch.submitting,
    children: noting ? messages.removeNoteToAll : messages.addNoteToAll,
    ...props,
    onClick: composed(onClick, (event) => {
      // Safari gives no focus to a button that is clicked, and the field takes it over from here.
      event.currentTarget.focus();
      batch.setNote(noting ? undefined : '');
    }),
  });
}

/** The reason that "deny all" gives for each call. Renders nothing until `AddNote` begins one. */
export function Note(props: PartProps<'textarea'>): ReactNode {
  const batch = useBatchContext('Note');
  const messages = useMessages(details);
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
