'use client';
import { type ReactElement } from 'react';
import { Icon } from '../internal/icons.tsx';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditItem } from './audit-context.ts';
import { iconOfEntry, subjectOfEntry, wordOfEntry } from './trail-words.ts';

/** What happened, who did it, and to which call. */
export function What(props: PartProps<'span'>): ReactElement {
  const item = useAuditItem('What');
  const messages = useRecordWords();
  const { actor } = item.entry;
  const tool = item.call?.toolName;
  return renderPart('span', 'audit-what', {
    children: (
      <>
        <Icon name={iconOfEntry(item)} />
        <span data-hitl-part="audit-word">
          <VisibleText text={wordOfEntry(item, messages)} mode="prose" />
        </span>{' '}
        {actor !== undefined && (
          <span data-hitl-part="audit-actor">
            <VisibleText text={messages.by(actor)} mode="prose" />
          </span>
        )}{' '}
        {tool !== undefined && (
          <span data-hitl-part="audit-subject">
            <Code part="audit-tool" text={tool} /> <Code text={subjectOfEntry(item)} />
          </span>
        )}
      </>
    ),
    ...props,
  });
}
