'use client';
import type { InboxFilter } from '@hitl/client';
import { useEffect, type ReactNode } from 'react';
import { useInbox } from '../hooks/use-inbox.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';

export type PendingBadgeProps = PartProps<'span'> & {
  /** Whose requests; left out, all that the caller may see. */
  filter?: InboxFilter | undefined;
  /** Puts the number before the title of the page: `(2) My app`. */
  inTitle?: boolean | undefined;
};

/**
 * How many requests wait, read from the provider's client. Renders nothing at 0. It says how many, and
 * never what they are about: a title is seen over a shoulder.
 */
export function PendingBadge({ filter, inTitle = false, ...props }: PendingBadgeProps): ReactNode {
  const messages = useMessages(panels);
  const count = useInbox(filter).interactions.length;
  useEffect(() => {
    if (!inTitle || count === 0) return undefined;
    const prefix = `(${count}) `;
    document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [inTitle, count]);
  if (count === 0) return null;
  return renderPart('span', 'inbox-count', {
    role: 'img',
    'aria-label': messages.pendingCount(count),
    children: count,
    ...props,
  });
}
