import type { InteractionRequest } from '@hitl/protocol';
import { Inbox, NotifyButton, useInbox } from '@hitl/react';
import { useState } from 'react';
import { MINE } from './user.ts';

/** Number of other sessions shown before “show all”. */
const FEW = 5;

/** Pending requests in the open session and in the others. */
export function Waiting({
  sessionId,
  onSelect,
}: {
  sessionId: string | null;
  onSelect: (request: InteractionRequest) => void;
}) {
  const inbox = useInbox(MINE);
  const { interactions, loaded, connection, reconnect } = inbox;
  const here = interactions.filter((request) => request.session_id === sessionId);
  const elsewhere = interactions.filter((request) => request.session_id !== sessionId);
  return (
    <>
      <h2 className="zone-title">Waiting for you</h2>
      <Inbox.Root
        className="waiting-status"
        interactions={interactions}
        loaded={loaded}
        connection={connection}
        onReconnect={reconnect}
      >
        <Inbox.Status />
      </Inbox.Root>
      {here.length > 0 && <Group name="In this session" requests={here} onSelect={onSelect} />}
      {elsewhere.length > 0 && (
        <Group
          name={sessionId === null ? 'In all sessions' : 'In other sessions'}
          requests={elsewhere}
          onSelect={onSelect}
        />
      )}
      <NotifyButton />
    </>
  );
}

function Group({
  name,
  requests,
  onSelect,
}: {
  name: string;
  requests: readonly InteractionRequest[];
  onSelect: (request: InteractionRequest) => void;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? requests : requests.slice(0, FEW);
  return (
    <section className="waiting" aria-label={name}>
      <h3>
        {name} <span className="count">{requests.length}</span>
      </h3>
      <Inbox.Root interactions={shown} aria-label={name} onRequestSelect={onSelect}>
        <Inbox.List />
      </Inbox.Root>
      {shown.length < requests.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          Show all {requests.length}
        </button>
      )}
    </section>
  );
}
