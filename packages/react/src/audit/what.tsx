'use client';
import { type ReactElement } from 'react';
import { Icon } from '../internal/icons.tsx';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { common } from '../messages/en/common.ts';
import { details } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useAuditItem } from './audit-context.ts';
import { iconOfEntry, subjectOfEntry, wordOfEntry } from './trail-words.ts';

const words = { ...common, ...details, ...panels, ...record };

/** What happened, who did it, and to which call. */
export function What(props: PartProps<'span'>): ReactElement {
  const item = useAuditItem('What');
  const messages = useMessages(words);
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
            <code data-hitl-part="audit-tool">
              <VisibleText text={tool} />
            </code>{' '}
            <code>
              <VisibleText text={subjectOfEntry(item)} />
            </code>
          </span>
        )}
      </>
    ),
    ...props,
  });
}
