'use client';
import { sameJson } from '@hitl/protocol/fold';
import type { ReactElement } from 'react';
import { ArgsEditor } from '../args/args-editor.tsx';
import { useConfirm } from './use-confirm.ts';

/** The form of the arguments of the card around it. */
export function Editor(): ReactElement {
  const { card, choice, choose } = useConfirm('Args');
  const { tool_args: proposed, tool_schema } = card.request;
  return (
    <ArgsEditor
      value={choice.args ?? proposed}
      proposed={proposed}
      schema={tool_schema}
      disabled={!card.answerable}
      error={card.error}
      onValueChange={(args, { valid }) =>
        choose({
          args,
          modified_args: sameJson(args, proposed) ? undefined : args,
          invalid: !valid,
        })
      }
    />
  );
}
