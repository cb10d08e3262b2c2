'use client';
import { useEffect, type ReactElement } from 'react';
import { ArgsEditor } from '../args/args-editor.tsx';
import { secretEdits } from '../internal/secret-args.ts';
import { editingOf } from './editing.ts';
import { useConfirm } from './use-confirm.ts';

/** The form of the arguments of the card around it. */
export function Editor(): ReactElement {
  const confirming = useConfirm('Args');
  const { answerable, error, request } = confirming.card;
  const { args, edit } = editingOf(confirming);
  const { id } = request;
  useEffect(() => () => void secretEdits.delete(id), [id]);
  return (
    <ArgsEditor
      value={args}
      proposed={request.tool_args}
      schema={request.tool_schema}
      disabled={!answerable}
      error={error}
      onValueChange={(next, { valid }) => edit(next, valid)}
    />
  );
}
