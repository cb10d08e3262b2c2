'use client';
import type { ReactElement } from 'react';
import { useArming } from '../internal/arming.ts';
import { CompactContext } from '../internal/compact.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { LONG, useGrowing } from '../internal/use-growing.ts';
import { useBatchContext } from './batch-context.ts';
import { reviewByKeyboard } from './review-by-keyboard.ts';
import { Row } from './row.tsx';

/**
 * One row for each request, in call order; settled ones stay. One of them is open. Up and down go from row
 * to row and open it; on the row that is open A allows, D denies and E edits. High risk wants its button,
 * which A finds. `data-long` where there are so many that those off the screen need not be laid out.
 */
export function Rows({ onKeyDown, ...props }: PartProps<'ol'>): ReactElement {
  const { items, renderers, open, setOpen } = useBatchContext('Rows');
  const count = useGrowing(items.length);
  const { armingDelayMs } = useSettings();
  const armed = useArming(open, armingDelayMs);
  return renderPart('ol', 'batch-rows', {
    children: (
      <CompactContext value>
        {items.slice(0, count).map(({ request, status, action, settlement }) => (
          <Row
            key={request.id}
            request={request}
            status={status}
            action={action}
            settlement={settlement}
            open={request.id === open}
            onOpenChange={setOpen}
            renderers={renderers}
          />
        ))}
      </CompactContext>
    ),
    'data-long': items.length > LONG || undefined,
    ...props,
    onKeyDown: composed(onKeyDown, (event) => reviewByKeyboard(event, armed)),
  });
}
