/**
 * Keeps the focus: when the focused element is removed, its card gets the focus, else the next card, else the
 * field for messages.
 */
export function keepFocus(): void {
  let last: Element | undefined;
  let card: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
    card = last.closest('.card');
  });
  new MutationObserver(() => {
    if (card === null || last?.isConnected !== false) return;
    const next = card.isConnected ? card : document.querySelector('.card, .composer input');
    card = null;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
