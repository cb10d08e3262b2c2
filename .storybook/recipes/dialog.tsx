import { Interaction, useInbox } from '@hitl/react';

/** What waits longest, behind a button: the page goes on, and nobody is interrupted. */
export function Reviewed() {
  const { interactions } = useInbox();
  const [oldest] = interactions;
  if (oldest === undefined) return <p>Nothing is waiting for you.</p>;
  return (
    <Interaction.Dialog request={oldest}>
      <button type="button" className="page-button">
        Review ({interactions.length})
      </button>
    </Interaction.Dialog>
  );
}
