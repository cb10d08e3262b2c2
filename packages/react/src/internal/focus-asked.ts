/**
 * Ref of a select, or of an element around a field: focuses it if a press in the same card or panel
 * has just opened it. A field restored with a draft never takes the focus.
 */
export function focusAsked(box: HTMLElement | null): void {
  const root = box?.closest('[data-hitl-part$="-root"]');
  if (root?.contains(root.ownerDocument.activeElement) !== true) return;
  const field =
    box instanceof HTMLSelectElement ? box : box?.querySelector('[data-hitl-part="field"]');
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  // The buttons, which are sticky from now on, may cover it.
  field.scrollIntoView?.({ block: 'nearest' });
}
