'use client';
import type { ReactElement } from 'react';
import { useArming } from '../internal/arming.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { LONG, useGrowing } from '../internal/use-growing.ts';
import { useBatchContext } from './batch-context.ts';
import { reviewByKeyboard } from './review-by-keyboard.ts';
import { Row } from './row.tsx';

/**
 * One row per request, in call order; settled ones stay. One row is open. The arrow keys move
 * between rows and open them; in the open row A allows, D denies and E edits. For high risk, A only
 * focuses the button. `data-long` if there are so many rows that those off screen need no layout.
 */
export function Rows({ onKeyDown, ...props }: PartProps<'ol'>): ReactElement {
  const { items, renderers, open, setOpen } = useBatchContext('Rows');
  const count = useGrowing(items.length);
  const { armingDelayMs } = useSettings();
  const armed = useArming(open, armingDelayMs);
  return renderPart('ol', 'batch-rows', {
    children: items
      .slice(0, count)
      .map((item) => (
        <Row
          key={item.request.id}
          {...item}
          open={item.request.id === open}
          onOpenChange={setOpen}
          renderers={renderers}
        />
      )),
    'data-long': items.length > LONG || undefined,
    ...props,
    onKeyDown: composed(onKeyDown, (event) => reviewByKeyboard(event, armed)),
  });
}
