'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { useBatchContext } from './batch-context.ts';
import { lineOf } from './line-of.ts';

/**
 * The calls that `AllowAll` leaves out, with the reason; a press opens the row. Renders nothing if
 * there are none.
 */
export function LeftOut(props: PartProps<'div'>): ReactNode {
  const { leftOut, allowable, setOpen } = useBatchContext('LeftOut');
  const messages = usePanelWords();
  if (leftOut.length === 0 || allowable.length < 2) return null;
  return renderPart('div', 'batch-left-out', {
    children: (
      <>
        {messages.leftOut(allowable.length)}
        {leftOut.map(({ request, reason }) => (
          <span key={request.id} data-hitl-part="batch-left-out-one">
            <button type="button" data-hitl-part="link" onClick={() => setOpen(request.id)}>
              {request.purpose === 'authorization' ? (
                <Code text={lineOf(request).subject || request.tool_name} />
              ) : (
                <VisibleText text={request.title} mode="prose" />
              )}
            </button>{' '}
            {messages.leftOutFor[reason]}
          </span>
        ))}
      </>
    ),
    ...props,
  });
}
