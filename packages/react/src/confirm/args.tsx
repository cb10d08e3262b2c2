'use client';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { ArgsEditor } from '../args/args-editor.tsx';
import { ArgsPreview } from '../args/args-preview.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { secretEdits } from '../internal/secret-edits.ts';
import { card as words } from '../messages/en/card.ts';
import { useMessages } from '../messages/use-messages.ts';
import { editingOf } from './editing.ts';
import { useConfirm } from './use-confirm.ts';

function Preview(): ReactElement {
  const { card, clipped } = useConfirm('Args');
  const { tool_name, tool_args, tool_schema } = card.request;
  return (
    <ArgsPreview args={tool_args} schema={tool_schema} toolName={tool_name} clipped={clipped} />
  );
}

/** The form of the arguments of the card around it. */
function Editor(): ReactElement {
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

/**
 * What will happen: the arguments in full, or, while they are edited, a form of them. Renders nothing
 * for a question.
 */
export function Args(props: PartProps<'div'>): ReactNode {
  const messages = useMessages(words);
  const { card, choice, choose, clipped } = useConfirm('Args');
  const { request } = card;
  const { editing } = choice;
  if (request.purpose !== 'authorization') return null;
  return renderPart('div', 'what', {
    'data-editing': editing,
    children:
      editing === true ? (
        <Editor key={request.id} />
      ) : (
        <>
          <Preview />
          {clipped && (
            <button
              type="button"
              data-hitl-part="reveal"
              data-variant="quiet"
              onClick={() => choose({ revealed: true })}
            >
              {messages.showAll(JSON.stringify(request.tool_args).length)}
            </button>
          )}
        </>
      ),
    ...props,
  });
}
