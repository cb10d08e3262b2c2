import type { KeyboardEvent } from 'react';
import { isJustHanded } from '../internal/focus-next.ts';

const CARD = '[data-hitl-part="batch-row"] > [data-state]';

/** What a letter presses in the row that has the focus. */
const BUTTONS: Readonly<Record<string, string>> = {
  a: '[data-hitl-part="confirm-answer"][data-confirmed="true"]',
  d: '[data-hitl-part="confirm-answer"][data-confirmed="false"], [data-hitl-part="decline"]',
  e: '[data-hitl-part="edit"]',
};

function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}

/**
 * Moves through the rows of a batch and answers them without a pointer. A letter works only while the
 * row itself has the focus, so that nothing typed anywhere is ever an answer, and never allows what
 * is of high risk.
 */
export function reviewByKeyboard(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  // A menu that is open has its own keys.
  if (event.defaultPrevented || (target instanceof Node && !currentTarget.contains(target))) return;
  if (isTyping(target) || event.altKey || event.ctrlKey || event.metaKey) return;
  const cards = [...currentTarget.querySelectorAll<HTMLElement>(CARD)];
  const at = cards.findIndex((card) => target instanceof Node && card.contains(target));
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const next = cards[at + (key === 'ArrowDown' ? 1 : -1)];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    return;
  }
  const card = cards[at];
  const button = BUTTONS[key.toLowerCase()];
  if (button === undefined || card === undefined || card !== target || event.repeat) return;
  if (isJustHanded(card, event)) return;
  if (key.toLowerCase() === 'a' && card.dataset['risk'] === 'high') return;
  event.preventDefault();
  card.querySelector<HTMLButtonElement>(button)?.click();
}
