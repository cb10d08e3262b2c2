'use client';
import { visibleString } from '@hitl/client/view';
import type { InteractionView } from '@hitl/protocol';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { record as words } from '../messages/en/record.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ReceiptContext } from './receipt-context.ts';
import { outcomeOfDetails } from './receipt-meta.ts';

/** A section’s props, and the interaction that it tells about. */
export type RootProps = PartProps<'section'> & {
  /** What `GET /interactions/{id}` says: `useInteractionDetails(id).details`. */
  details: InteractionView;
};

/**
 * Groups what is known about one request: nothing else is needed. `data-state`: `pending`,
 * `answered`, `expired`, `cancelled`, `superseded`; `data-outcome` once it has ended: `denied` by a
 * person, or `expired` without a decision.
 */
export function Root({ details, ...props }: RootProps): ReactElement {
  const messages = useMessages(words);
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
