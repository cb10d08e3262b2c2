'use client';
import type { ReactElement } from 'react';
import { ArgsEditor } from '../args/args-editor.tsx';
import { useConfirm } from './use-confirm.ts';

/** The form of the arguments of the card around it. */
export function Editor(): ReactElement {
  const { card, args, setArgs } = useConfirm('Args');
  const { request, answerable, error } = card;
  return (
    <ArgsEditor
      value={args}
      proposed={request.tool_args}
      schema={request.tool_schema}
      disabled={!answerable}
      error={error}
      onValueChange={(value, { valid }) => setArgs(value, valid)}
    />
  );
}
