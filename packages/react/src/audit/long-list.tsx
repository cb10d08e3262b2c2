import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useMergedRef } from '../internal/merged-ref.ts';
import { useRecordWords } from '../messages/record-words.ts';
import { Item } from './item.tsx';
import type { AuditItem } from './trail-items.ts';

/** Estimated height of an entry with one detail line, in pixels; each is measured once rendered. */
const ESTIMATE = 56;

/** Height of the box; a variable, since a stylesheet cannot override an inline style. */
const HEIGHT = 'var(--hitl-audit-height, min(560px, 70vh))';

/**
 * Entries in a scroll box that renders only the visible ones. Scrolled to the end, it follows the
 * trail as it grows.
 */
export function LongList({
  items,
  ref: theirs,
  style,
  onScroll,
  onKeyDown,
  ...props
}: PartProps<'ol'> & { items: readonly AuditItem[] }): ReactElement {
  const messages = useRecordWords();
  const box = useRef<HTMLElement>(null);
  const ref = useMergedRef<HTMLElement>(box, theirs);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is passed to memoized components
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
    // Not in the stylesheet: without its own size it would have to render everything.
    style: { overflowY: 'auto', blockSize: HEIGHT, ...style },
    ref,
    // Smooth scrolling would pass entries that are measured on the way, which stops it.
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
          // Space for entries that are not rendered; as padding it would set the minimum size of
          // the box.
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
