'use client';
import { visibleString } from '@hitl/client/view';
import type { InteractionView } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { ReceiptContext } from './receipt-context.ts';
import { outcomeOfDetails } from './receipt-meta.ts';

/** Props of a section, and the interaction. */
export type RootProps = PartProps<'section'> & {
  /** Response of `GET /interactions/{id}`: `useInteractionDetails(id).details`. */
  details: InteractionView;
};

/**
 * Groups the details of one request; no provider is needed. `data-state`: `pending`, `answered`,
 * `expired`, `cancelled`, `superseded`; `data-outcome` once it has ended: `denied` by a person, or
 * `expired` without a decision.
 */
export function Root({ details, ...props }: RootProps): ReactElement {
  const messages = useRecordWords();
  const { interaction_request: request } = details;
  const subject = request.purpose === 'authorization' ? request.tool_name : request.title;
  return (
    <ReceiptContext value={details}>
      {renderPart('section', 'receipt-root', {
        role: 'group',
        'aria-label': messages.receipt(visibleString(subject)),
        'data-state': details.status,
        'data-outcome': outcomeOfDetails(details),
        ...props,
      })}
    </ReceiptContext>
  );
}
