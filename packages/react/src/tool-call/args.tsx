'use client';
import type { ReactNode } from 'react';
import { ArgsPreview } from '../args/args-preview.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { ArgsChange } from '../internal/record/args-change.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useToolCall } from './call-context.ts';

/** The arguments in full; if a person edited them, the changes. Renders nothing for questions. */
export function Args(props: PartProps<'div'>): ReactNode {
  const { args, proposedArgs, schema, toolName, isQuestion } = useToolCall('Args');
  const messages = useRecordWords();
  if (isQuestion) return null;
  return renderPart('div', 'tool-call-args', {
    children: (
      <>
        {proposedArgs !== undefined && (
          <ArgsChange
            title={messages.editedArgs}
            before={proposedArgs}
            after={args}
            schema={schema}
          />
        )}
        <ArgsPreview args={args} schema={schema} toolName={toolName} />
      </>
    ),
    ...props,
  });
}
