'use client';
import { type ReactNode } from 'react';
import { type PartProps, renderPart } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditItem } from './audit-context.ts';
import { metaOfEntry } from './trail-words.ts';

/** The reasons: a person's note, a rule or a policy, the saved rules, an error. */
export function Meta(props: PartProps<'ul'>): ReactNode {
  const item = useAuditItem('Meta');
  const messages = useRecordWords();
  const facts = metaOfEntry(item, messages);
  if (facts.length === 0) return null;
  return renderPart('ul', 'audit-meta', {
    children: facts.map(({ name, value }) => (
      <li key={`${name} ${value}`} data-hitl-part="audit-meta-entry" data-entry={name}>
        {name === 'rule' ? <Code text={value} /> : <VisibleText text={value} mode="prose" />}
      </li>
    )),
    ...props,
  });
}
