'use client';
import { isShowable } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { ArgsPreview } from '../args/args-preview.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { ArgsChange } from '../internal/record/args-change.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useReceipt } from './receipt-context.ts';
import { schemaOf } from './receipt-meta.ts';

/**
 * What was shown: the proposed arguments in full, followed by the person's edits. Renders nothing
 * for questions.
 */
export function Args(props: PartProps<'div'>): ReactNode {
  const details = useReceipt('Args');
  const messages = useRecordWords();
  const { interaction_request: request, response } = details;
  if (request.purpose !== 'authorization' || !isShowable(request)) return null;
  const schema = schemaOf(request);
  const modified = response?.modified_args;
  return renderPart('div', 'receipt-args', {
    children: (
      <>
        <ArgsPreview
          args={request.tool_args}
          schema={schema}
          toolName={request.tool_name}
          aria-label={messages.shownArgs}
        />
        {modified !== undefined && (
          <ArgsChange
            title={messages.editedArgs}
            before={request.tool_args}
            after={modified}
            schema={schema}
          />
        )}
      </>
    ),
    ...props,
  });
}
