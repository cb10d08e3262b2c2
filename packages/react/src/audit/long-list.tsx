'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useMergedRef } from '../internal/merged-ref.ts';
import { record } from '../messages/en/record.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Item } from './item.tsx';
import type { AuditItem } from './trail-items.ts';

/** About as tall as an entry with a line below it, in pixels; each is measured once it is drawn. */
const ESTIMATE = 56;

/** How tall the box is; a variable, since a style sheet cannot take back what stands on an element. */
const HEIGHT = 'var(--hitl-audit-height, min(560px, 70vh))';

/**
 * Entries in a box that scrolls, of which only those in sight are drawn. Who has scrolled to the end
 * stays there as the trail grows.
 */
export function LongList({
  items,
  ref: theirs,
  style,
  onScroll,
  onKeyDown,
  ...props
}: PartProps<'ol'> & { items: readonly AuditItem[] }): ReactElement {
  const messages = useMessages(record);
  const box = useRef<HTMLElement>(null);
  const ref = useMergedRef<HTMLElement>(box, theirs);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed to what is memoized
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ESTIMATE,
    getItemKey: (at) => items[at]?.index ?? at,
    overscan: 10,
    useFlushSync: false,
  });
  const atEnd = useRef(false);
  const last = items.length - 1;
  useLayoutEffect(() => {
    if (atEnd.current) virtual.scrollToIndex(last, { align: 'end' });
  }, [virtual, last]);
  const rows = virtual.getVirtualItems();
  const above = rows[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return renderPart('ol', 'audit-list', {
    'aria-label': messages.entries(items.length),
    'data-long': '',
    tabIndex: 0,
    ...props,
    // Not in the style sheet: without a size of its own it would have to draw everything.
    style: { overflowY: 'auto', blockSize: HEIGHT, ...style },
    ref,
    // The browser's own way there is a ride past entries that are measured on the way, which ends it.
    onKeyDown: composed(onKeyDown, (event) => {
      const to = { Home: 0, End: last }[event.key];
      if (to === undefined || event.target !== event.currentTarget) return;
      event.preventDefault();
      virtual.scrollToIndex(to, { align: to === 0 ? 'start' : 'end' });
    }),
    onScroll: composed(onScroll, ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
      atEnd.current = scrollHeight - scrollTop - clientHeight < 8;
    }),
    children: rows.map(({ key, index }, at) => {
      const item = items[index];
      if (item === undefined) return null;
      return (
        <Item
          key={String(key)}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          // The room of those that are not drawn; as padding of the box it would be its least size.
          style={{
            ...(at === 0 && { marginBlockStart: above }),
            ...(at === rows.length - 1 && { marginBlockEnd: below }),
          }}
          item={item}
          before={items[index - 1]}
        />
      );
    }),
  });
}
