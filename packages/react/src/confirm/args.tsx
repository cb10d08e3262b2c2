'use client';
import type { ReactElement, ReactNode } from 'react';
import { ArgsEditor } from '../args/args-editor.tsx';
import { ArgsPreview } from '../args/args-preview.tsx';
import { focusAsked } from '../internal/focus-asked.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';

/** Props of the arguments. */
export interface ArgsProps extends PartProps<'div'> {
  /** Name of an argument that is shown elsewhere, such as in the title. */
  omit?: string | undefined;
}

/** The arguments in full; long ones are clipped by the stylesheet until expanded. */
function Preview({ omit }: ArgsProps): ReactElement {
  const messages = useCardWords();
  const { request, clipped, reveal } = useConfirmContext('Args');
  const { tool_name, tool_args, tool_schema, metadata } = request;
  return (
    <>
      <ArgsPreview
        args={tool_args}
        schema={tool_schema}
        toolName={tool_name}
        metadata={metadata}
        clipped={clipped}
        omit={omit}
      />
      {clipped && (
        <button type="button" data-hitl-part="reveal" data-variant="quiet" onClick={reveal}>
          {messages.showAll(JSON.stringify(tool_args).length)}
        </button>
      )}
    </>
  );
}

/** The form of the arguments. */
function Editor(): ReactElement {
  const { args, setArgs, answerable, error, request } = useConfirmContext('Args');
  return (
    <ArgsEditor
      ref={focusAsked}
      value={args}
      proposed={request.tool_args}
      schema={request.tool_schema}
      disabled={!answerable}
      error={error}
      onValueChange={(next, { valid }) => setArgs(next, valid)}
    />
  );
}

/** The arguments in full or, while they are edited, as a form. Renders nothing for a question. */
export function Args({ omit, ...props }: ArgsProps): ReactNode {
  const { request, draft } = useConfirmContext('Args');
  if (request.purpose !== 'authorization') return null;
  return renderPart('div', 'what', {
    'data-editing': draft.editing,
    children: draft.editing === true ? <Editor key={request.id} /> : <Preview omit={omit} />,
    ...props,
  });
}
