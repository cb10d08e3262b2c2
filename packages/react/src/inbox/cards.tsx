'use client';
import type { InboxFilter } from '@hitl/client';
import type { ReactElement } from 'react';
import { useInbox } from '../hooks/use-inbox.ts';
import { common } from '../messages/en/common.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { PendingRequests, type PendingRequestsProps } from '../pending-requests/index.ts';
import { Trouble, troubleOf } from './trouble.tsx';

const words = { ...common, ...panels };

/** As of `PendingRequests`, with what waits read from the client. */
export type CardsProps = Omit<PendingRequestsProps, 'requests' | 'onRespond'> & {
  /** Whose requests; left out, all that the caller may see. */
  filter?: InboxFilter | undefined;
};

/**
 * What waits, read from the provider's client, as cards and panels to answer at once. While the server
 * cannot be reached, or refuses, it says so above them; while nothing waits it renders no card.
 */
export function Cards({ filter, ...props }: CardsProps): ReactElement {
  const { interactions, loaded, connection, reconnect } = useInbox(filter);
  const messages = useMessages(words);
  const trouble = troubleOf(connection, loaded, messages);
  return (
    <>
      {trouble !== undefined && (
        <p data-hitl-part="inbox-status" role="status">
          <Trouble text={trouble} reconnect={reconnect} />
        </p>
      )}
      <PendingRequests requests={interactions} {...props} />
    </>
  );
}
