import { Grants, Inbox, PendingBadge } from '@hitl/react';

/** The pending requests of all sessions as cards, their number, and the user's rules. */
export function Desk({ userId }: { userId: string }) {
  return (
    <>
      <p>
        Waiting for you <PendingBadge inTitle={false} />
      </p>
      <Inbox.Cards />
      <h2>Your rules</h2>
      <Grants.Panel userId={userId} />
    </>
  );
}
