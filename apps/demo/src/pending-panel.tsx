import type { InteractionRequest } from '@hitl/protocol';
import { Inbox, NotifyButton, useInbox } from '@hitl/react';
import { MINE } from './user.ts';

/** Number of requests of a group shown before “show all”. */
const FEW = 5;

/** Pending requests: those of the open session, then those of the others. */
export function PendingPanel({
  sessionId,
  onSelect,
}: {
  sessionId: string | null;
  onSelect: (request: InteractionRequest) => void;
}) {
  const { interactions, loaded, connection, reconnect } = useInbox(MINE);
  const isHere = (request: InteractionRequest): boolean => request.session_id === sessionId;
  return (
    <>
      <h2 className="visually-hidden">Waiting for you</h2>
      <Inbox.Root
        className="waiting"
        interactions={interactions.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))}
        loaded={loaded}
        connection={connection}
        onReconnect={reconnect}
        onRequestSelect={onSelect}
      >
        <Inbox.Status />
        <Inbox.Groups
          limit={FEW}
          groupBy={(request) => (isHere(request) ? 'In this session' : 'In other sessions')}
        />
      </Inbox.Root>
      <NotifyButton />
    </>
  );
}
