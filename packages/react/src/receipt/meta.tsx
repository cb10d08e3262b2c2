'use client';
import { isShowable } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useFormat } from '../messages/use-format.ts';
import { useRecordWords } from '../messages/record-words.ts';
import { useReceipt } from './receipt-context.ts';
import { metaOf } from './receipt-meta.ts';

/** Who, when, which agent, the answer, the literal rules it saved, and the reason. */
export function Meta(props: PartProps<'dl'>): ReactNode {
  const details = useReceipt('Meta');
  const messages = useRecordWords();
  const format = useFormat();
  if (!isShowable(details.interaction_request)) return null;
  return renderPart('dl', 'receipt-meta', {
    children: metaOf(details, messages, format).map(({ name, value, time, code }) => (
      <div key={name} data-hitl-part="receipt-meta-entry" data-entry={name}>
        <dt>{messages.receiptLabels[name]}</dt>
        <dd>
          {time !== undefined && <time dateTime={time}>{value}</time>}
          {code === true && <Code text={value} />}
          {time === undefined && code === undefined && <VisibleText text={value} mode="prose" />}
        </dd>
      </div>
    )),
    ...props,
  });
}
