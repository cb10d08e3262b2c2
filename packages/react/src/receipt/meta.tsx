'use client';
import { isShowable } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { card } from '../messages/en/card.ts';
import { details as detailWords } from '../messages/en/details.ts';
import { panels } from '../messages/en/panels.ts';
import { record } from '../messages/en/record.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useReceipt } from './receipt-context.ts';
import { metaOf } from './receipt-meta.ts';

const words = { ...card, ...detailWords, ...panels, ...record };

/** Who, when, which agent, the answer, the literal rules it saved, and the reason. */
export function Meta(props: PartProps<'dl'>): ReactNode {
  const details = useReceipt('Meta');
  const messages = useMessages(words);
  const format = useFormat();
  if (!isShowable(details.interaction_request)) return null;
  return renderPart('dl', 'receipt-meta', {
    children: metaOf(details, messages, format).map(({ name, value, time, code }) => (
      <div key={name} data-hitl-part="receipt-meta-entry" data-entry={name}>
        <dt>{messages.receiptLabels[name]}</dt>
        <dd>
          {time !== undefined && <time dateTime={time}>{value}</time>}
          {code === true && (
            <code>
              <VisibleText text={value} />
            </code>
          )}
          {time === undefined && code === undefined && <VisibleText text={value} mode="prose" />}
        </dd>
      </div>
    )),
    ...props,
  });
}
