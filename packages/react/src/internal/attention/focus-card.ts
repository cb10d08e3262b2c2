import { openRow } from '../open-row.ts';

/** For how long a card may take to appear, as after a change of the page's view. */
const PATIENCE_MS = 5000;

/** The card of a request, where it is on the page. */
function cardOf(document: Document, requestId: string): HTMLElement | undefined {
  const cards = document.querySelectorAll<HTMLElement>('[data-request]');
  return [...cards].find(({ dataset }) => dataset['request'] === requestId);
}

/**
 * Brings the card of a request into view and gives it the focus, now or as soon as it is there. Returns
 * what ends the waiting.
 */
export function focusCard(document: Document, requestId: string): () => void {
  function focus(): boolean {
    const card = cardOf(document, requestId);
    openRow(card);
    card?.scrollIntoView({ block: 'nearest' });
    card?.focus({ preventScroll: true });
    return card !== undefined;
  }
  if (focus()) return () => {};
  const observer = new MutationObserver(() => {
    if (focus()) stop();
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
