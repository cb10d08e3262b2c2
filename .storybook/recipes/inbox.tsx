import { Grants, Inbox, PendingBadge } from '@hitl/react';

/** The pending requests of all sessions as cards, their number, and the rules of the user. */
export function ReviewerInbox({ userId }: { userId: string }) {
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
