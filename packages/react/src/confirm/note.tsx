'use client';
import type { ReactNode } from 'react';
import { NoteField } from '../internal/note-field.tsx';
import type { PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';

/** A text for the agent, sent with the answer. Renders nothing until opened by `AddNote`. */
export function Note(props: PartProps<'textarea'>): ReactNode {
  const messages = useCardWords();
  const { answerable, note, setNote, draft } = useConfirmContext('Note');
  if (draft.noting !== true) return null;
  return (
    <NoteField
      label={messages.note}
      hint={messages.noteHint}
      readOnly={!answerable}
      {...props}
      value={note}
      onValueChange={setNote}
    />
  );
}
