/**
 * As the ref of what is around a field: gives the focus to the field that a press in the same card
 * or panel has just asked for. A field restored with a draft never takes the focus.
 */
export function focusAsked(box: HTMLElement | null): void {
  const root = box?.closest('[data-hitl-part$="-root"]');
  if (root?.contains(root.ownerDocument.activeElement) !== true) return;
  box?.querySelector<HTMLElement>('[data-hitl-part="field"]')?.focus();
}
