'use client';
import { type ReactNode } from 'react';
import { ArgsPreview } from '../args/args-preview.tsx';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { ArgsChange } from '../internal/record/args-change.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditItem } from './audit-context.ts';
import { argsAt } from './trail-items.ts';

/**
 * The arguments: the proposed ones, collapsed; a person's edits, and executed arguments that differ
 * from the allowed ones, as diffs. Renders nothing for entries without arguments.
 */
export function Args(props: PartProps<'div'>): ReactNode {
  const { entry, call, edited, ranOther } = useAuditItem('Args');
  const messages = useRecordWords();
  const proposed = entry.kind === 'approval_required' ? argsAt(entry, 'proposed_args') : undefined;
  if (proposed === undefined && edited === undefined && ranOther === undefined) return null;
  return renderPart('div', 'audit-args', {
    children: (
      <>
        {proposed !== undefined && (
          <details>
            <summary>{messages.shownArgs}</summary>
            <ArgsPreview args={proposed} toolName={call?.toolName} />
          </details>
        )}
        {edited !== undefined && <ArgsChange title={messages.changedArgs} {...edited} />}
        {ranOther !== undefined && <ArgsChange title={messages.ranWith} {...ranOther} />}
      </>
    ),
    ...props,
  });
}
