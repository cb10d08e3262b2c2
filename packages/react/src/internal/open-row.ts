/**
 * Opens the row of a batch that a card is folded into. Returns the line of the row, which can take the
 * focus before the card can; nothing where the card is in no row, or its row is open.
 */
export function openRow(card: Element | undefined): HTMLElement | undefined {
  const line = card
    ?.closest('[data-hitl-part="batch-row"]')
    ?.querySelector<HTMLElement>('[data-hitl-part="batch-line"][aria-expanded="false"]');
  line?.click();
  return line ?? undefined;
}
