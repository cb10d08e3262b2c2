/**
 * Keeps the keyboard's place: when a card leaves with the focus in it, the next card gets it, else what
 * `fallback` finds. Focus that is elsewhere is left alone.
 */
export function keepFocus(cards: HTMLElement, fallback: string): void {
  let inside = false;
  cards.addEventListener('focusin', () => {
    inside = true;
  });
  cards.addEventListener('focusout', ({ relatedTarget }) => {
    // Nothing got it: it went with what left, and that is looked at below.
    if (relatedTarget !== null) inside = cards.contains(relatedTarget as Node);
  });
  new MutationObserver(() => {
    if (!inside || document.activeElement !== document.body) return;
    const next = cards.querySelector('.card') ?? document.querySelector(fallback);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }).observe(cards, { childList: true });
}
