import { openRow } from './open-row.ts';

/** Containers of pending requests in a conversation. */
const PLACES = '[data-hitl-part="tool-calls"], [data-hitl-part="pending-requests"]';

/** Cards that can be answered. */
const OPEN = ['pending', 'paused', 'failed', 'unknown']
  .map((state) => `[data-request][data-state="${state}"]`)
  .join(', ');

/** The host's field for the next message. */
const COMPOSER = '[data-hitl-composer]';

/** Until when keys on a card are ignored, because they may have been meant for the previous card. */
const ignoredUntil = new WeakMap<Element, number>();

/** Whether a key came so soon after the focus moved that the person has hardly seen the card. */
export function isJustFocused(card: Element, { timeStamp }: { timeStamp: number }): boolean {
  return timeStamp < (ignoredUntil.get(card) ?? Number.NEGATIVE_INFINITY);
}

/**
 * Focuses what the person does next: the next pending card of another request, else an earlier one,
 * else the field that the host marked with `data-hitl-composer`. `false` if there is none.
 * `armingDelayMs`: how long keys that would answer the card are ignored. `left`: what had the focus,
 * if it is gone.
 */
export function focusNext(from: Element, armingDelayMs: number, left: Element = from): boolean {
  const request = left.closest<HTMLElement>('[data-request]')?.dataset['request'];
  const cards = [...from.ownerDocument.querySelectorAll<HTMLElement>(OPEN)].filter(
    (card) => card.closest(PLACES) !== null && card.dataset['request'] !== request,
  );
  const isAfter = (card: Element): boolean =>
    (from.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const card = cards.find(isAfter) ?? cards.at(0);
  const next = openRow(card) ?? card;
  const composer = from.ownerDocument.querySelector<HTMLElement>(COMPOSER);
  if (next !== undefined) ignoredUntil.set(next, new Event('now').timeStamp + armingDelayMs);
  return [next, composer].some((target) => target !== undefined && takes(target));
}

/** Whether the element took the focus; a disabled one does not. */
function takes(target: HTMLElement | null): boolean {
  target?.focus();
  return target !== null && target.ownerDocument.activeElement === target;
}
