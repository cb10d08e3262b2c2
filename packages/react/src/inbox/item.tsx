'use client';
import { use, type ReactElement } from 'react';
import type { InteractionRequest } from '@hitl/protocol';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { ItemContext, SelectContext } from './inbox-context.ts';

/** One request as a button; with `asChild` as a link of yours. */
export function Item({
  request,
  onClick,
  ...props
}: PartProps<'button'> & { request: InteractionRequest }): ReactElement {
  const select = use(SelectContext);
  if (select === undefined) throw new Error('Place Inbox.Item inside <Inbox.Root>.');
  return (
    <ItemContext value={request}>
      {renderPart('button', 'inbox-item', {
        ...(props.asChild !== true && { type: 'button' }),
        'data-risk': request.risk_level,
        ...props,
        onClick: composed(onClick, () => select(request)),
      })}
    </ItemContext>
  );
}
