import { openRow } from '../open-row.ts';

/** How long a card may take to appear, for example after the page changed its view. */
const TIMEOUT_MS = 5000;

/** The card of a request, if it is on the page. */
function cardOf(document: Document, requestId: string): HTMLElement | undefined {
  const cards = document.querySelectorAll<HTMLElement>('[data-request]');
  return [...cards].find(({ dataset }) => dataset['request'] === requestId);
}

/**
 * Scrolls to the card of a request and focuses it, now or as soon as it appears. Returns a function
 * that stops waiting.
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
  const timer = setTimeout(stop, TIMEOUT_MS);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
