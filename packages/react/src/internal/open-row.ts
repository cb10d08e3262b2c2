/**
 * Opens the batch row that contains a collapsed card. Returns the line of the row, which can be
 * focused before the card can; `undefined` if the card is in no row, or its row is open.
 */
export function openRow(card: Element | undefined): HTMLElement | undefined {
  const line = card
    ?.closest('[data-hitl-part="batch-row"]')
    ?.querySelector<HTMLElement>('[data-hitl-part="batch-line"][aria-expanded="false"]');
  line?.click();
  return line ?? undefined;
}
