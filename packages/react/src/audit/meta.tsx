'use client';
import { type ReactNode } from 'react';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { common } from '../messages/en/common.ts';
import { details } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useAuditItem } from './audit-context.ts';
import { metaOfEntry } from './trail-words.ts';

const words = { ...common, ...details, ...panels, ...record };

/** The reasons: a person's note, a rule or a policy, the saved rules, an error. */
export function Meta(props: PartProps<'ul'>): ReactNode {
  const item = useAuditItem('Meta');
  const messages = useMessages(words);
  const facts = metaOfEntry(item, messages);
  if (facts.length === 0) return null;
  return renderPart('ul', 'audit-meta', {
    children: facts.map(({ name, value }) => (
      <li key={`${name} ${value}`} data-hitl-part="audit-meta-entry" data-entry={name}>
        {name === 'rule' ? (
          <code>
            <VisibleText text={value} />
          </code>
        ) : (
          <VisibleText text={value} mode="prose" />
        )}
      </li>
    )),
    ...props,
  });
}
