'use client';
import type { InboxFilter } from '@hitl/client';
import type { ReactElement } from 'react';
import { useInbox } from '../hooks/use-inbox.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { PendingRequests, type PendingRequestsProps } from '../pending-requests/index.ts';
import { ConnectionProblem, connectionProblemOf } from './connection-problem.tsx';

/** Props of `PendingRequests`, with the requests read from the client. */
export type CardsProps = Omit<PendingRequestsProps, 'requests' | 'onRespond'> & {
  /** Filter of requests. Default: all visible to the caller. */
  filter?: InboxFilter | undefined;
};

/**
 * Pending requests, read from the provider's client, as cards and panels. Shows a message above
 * them while the server cannot be reached, or refuses; renders no card if nothing is pending.
 */
export function Cards({ filter, ...props }: CardsProps): ReactElement {
  const { interactions, loaded, connection, reconnect } = useInbox(filter);
  const messages = usePanelWords();
  const problem = connectionProblemOf(connection, loaded, messages);
  return (
    <>
      {problem !== undefined && (
        <p data-hitl-part="inbox-status" role="status">
          <ConnectionProblem text={problem} reconnect={reconnect} />
        </p>
      )}
      <PendingRequests requests={interactions} {...props} />
    </>
  );
}
