'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useReceipt } from './receipt-context.ts';

/**
 * The digest of tool and arguments to which the answer is bound, as in the audit trail. Renders
 * nothing if the request has none.
 */
export function Digest(props: PartProps<'p'>): ReactNode {
  const { interaction_request: request } = useReceipt('Digest');
  const messages = useRecordWords();
  if (typeof request.args_digest !== 'string') return null;
  return renderPart('p', 'receipt-digest', {
    title: messages.digestOf,
    children: (
      <>
        <span data-hitl-part="receipt-digest-label">{messages.receiptLabels.digest}</span>{' '}
        <code>{request.args_digest}</code>
      </>
    ),
    ...props,
  });
}
