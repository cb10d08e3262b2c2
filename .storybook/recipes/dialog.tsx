import { Interaction, useInbox } from '@hitl/react';

/** The oldest pending request in a dialog behind a button, so that it interrupts no one. */
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
