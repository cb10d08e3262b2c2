import type { KeyboardEvent } from 'react';
import { isJustFocused } from '../focus-next.ts';

/** The part that a letter presses in a card. */
const BUTTONS: Readonly<Record<string, string>> = {
  a: '[data-hitl-part="confirm-answer"][data-confirmed="true"]',
  d: '[data-hitl-part="confirm-answer"][data-confirmed="false"], [data-hitl-part="decline"]',
  e: '[data-hitl-part="edit"]',
};

/** The lower-case letter of a key that answers, unless it is held down, handled, or part of another shortcut. */
export function letterOf(event: KeyboardEvent): string | undefined {
  const { key, altKey, ctrlKey, metaKey, repeat, defaultPrevented } = event;
  if (altKey || ctrlKey || metaKey || repeat || defaultPrevented) return undefined;
  const letter = key.toLowerCase();
  return Object.hasOwn(BUTTONS, letter) ? letter : undefined;
}

/**
 * Presses the button of a letter in a card, or in its row: A allows, D denies, E edits. Not if the
 * focus has just moved there by itself. A call of high risk is not allowed: its button is focused.
 */
export function pressByLetter(card: Element, letter: string, event: KeyboardEvent): void {
  event.preventDefault();
  if (!(event.target instanceof Element) || isJustFocused(event.target, event)) return;
  const button = card.querySelector<HTMLButtonElement>(BUTTONS[letter] ?? '');
  if (letter === 'a' && card.matches('[data-risk="high"]')) button?.focus();
  else button?.click();
}
