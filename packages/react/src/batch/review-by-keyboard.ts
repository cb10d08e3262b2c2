import type { ArmedEvent } from '@hitl/client/view';
import type { KeyboardEvent } from 'react';
import { letterOf, pressByLetter } from '../internal/card/press-by-letter.ts';

const ROW = '[data-hitl-part="batch-row"]';
const LINE = '[data-hitl-part="batch-line"]';
const CARD = '[data-hitl-part="batch-card"]';

function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}

/** Opens a row, unless it is open, and focuses its line. */
function goTo(row: Element | undefined): void {
  const line = row?.querySelector<HTMLElement>(LINE);
  if (!line) return;
  if (line.ariaExpanded !== 'true') line.click();
  line.focus();
}

/**
 * Moves through the rows of a batch and answers them without a pointer. A letter works only while
 * the line of the row or the card itself has the focus, so that typing is never an answer, and only
 * once the row has been open for the arming delay. It never allows a call of high risk.
 */
export function reviewByKeyboard(
  event: KeyboardEvent<HTMLElement>,
  armed: (event: ArmedEvent) => boolean,
): void {
  const { key, target, currentTarget } = event;
  if (event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target))
    return;
  if (isTyping(target) || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...currentTarget.querySelectorAll(ROW)];
  const at = rows.findIndex((row) => row.contains(target));
  const row = rows[at];
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    goTo(rows[at + (key === 'ArrowDown' ? 1 : -1)]);
    return;
  }
  const letter = letterOf(event);
  if (letter === undefined || row === undefined) return;
  if (!target.matches(`${LINE}, ${CARD} > [data-state]`)) return;
  if (row.querySelector(LINE)?.ariaExpanded !== 'true') {
    event.preventDefault();
    goTo(row);
  } else if (armed({ timeStamp: event.timeStamp, detail: 0 })) pressByLetter(row, letter, event);
}
