'use client';
import { lazy, Suspense, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { RendererBoundary } from '../internal/renderer-boundary.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useAuditTrail } from './audit-context.ts';
import { Item } from './item.tsx';
import type { AuditItem } from './trail-items.ts';

/** A longer trail is rendered only where visible, in its own scroll box. */
const MANY = 200;

/** The renderer of long trails is loaded on demand: it does not matter for decisions. */
const LongList = lazy(async () => ({ default: (await import('./long-list.tsx')).LongList }));

/** Entries, oldest first. More than 200 are in their own scroll box. */
export function List(props: PartProps<'ol'>): ReactNode {
  const { shown } = useAuditTrail('List');
  if (shown.length === 0) return null;
  if (shown.length <= MANY) return <ShortList items={shown} {...props} />;
  // Until it is loaded, or if that fails, the first entries are shown instead.
  const first = <ShortList items={shown.slice(0, MANY)} {...props} />;
  return (
    <RendererBoundary fallback={first}>
      <Suspense fallback={first}>
        <LongList items={shown} {...props} />
      </Suspense>
    </RendererBoundary>
  );
}

function ShortList({
  items,
  ...props
}: PartProps<'ol'> & { items: readonly AuditItem[] }): ReactNode {
  const messages = useRecordWords();
  return renderPart('ol', 'audit-list', {
    'aria-label': messages.entries(items.length),
    children: items.map((item, at) => <Item key={item.index} item={item} before={items[at - 1]} />),
    ...props,
  });
}
