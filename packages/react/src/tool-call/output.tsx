'use client';
import { useId, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useCallWords } from '../messages/call-words.ts';
import { useToolCall } from './call-context.ts';

/** The output of the tool. Renders nothing if it did not run, or for questions. */
export function Output(props: PartProps<'div'>): ReactNode {
  const { output, isQuestion } = useToolCall('Output');
  const messages = useCallWords();
  const id = useId();
  if (output === undefined || isQuestion) return null;
  return renderPart('div', 'tool-call-output', {
    children: (
      <>
        <span id={id} data-hitl-part="tool-call-label">
          {output === '' ? messages.noOutput : messages.output}
        </span>
        {output !== '' && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
          <pre tabIndex={0} role="region" aria-labelledby={id}>
            <VisibleText text={output} />
          </pre>
        )}
      </>
    ),
    ...props,
  });
}
