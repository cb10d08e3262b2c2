'use client';
import type { ReactNode } from 'react';
import { later } from './later.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { record } from '../messages/en/record.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useAuditTrail } from './audit-context.ts';
import { Item } from './item.tsx';
import type { AuditItem } from './trail-items.ts';

/** A longer trail is drawn as far as it can be seen, in a box of its own that scrolls. */
const MANY = 200;

const LongList = later(
  async () => (await import('./long-list.tsx')).LongList,
  ({ items, ...props }: PartProps<'ol'> & { items: readonly AuditItem[] }) => (
    <ShortList items={items.slice(0, MANY)} {...props} />
  ),
);

/** Entries in their order, oldest first. Beyond 200 they scroll in a box of their own. */
export function List(props: PartProps<'ol'>): ReactNode {
  const { shown } = useAuditTrail('List');
  if (shown.length === 0) return null;
  return shown.length > MANY ? (
    <LongList items={shown} {...props} />
  ) : (
    <ShortList items={shown} {...props} />
  );
}

function ShortList({
  items,
  ...props
}: PartProps<'ol'> & { items: readonly AuditItem[] }): ReactNode {
  const messages = useMessages(record);
  return renderPart('ol', 'audit-list', {
    'aria-label': messages.entries(items.length),
    children: items.map((item, at) => <Item key={item.index} item={item} before={items[at - 1]} />),
    ...props,
  });
}
