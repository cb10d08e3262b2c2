import { Grants, Inbox, PendingBadge } from '@hitl/react';

/** What waits over all sessions as cards, how many that are, and the rules of the person. */
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
