import type { MouseEvent } from 'react';

/**
 * As `onMouseDown` of what closes, or takes back what it says, once the focus leaves it: a press inside
 * leaves the focus where it is. Safari gives none to a button that is pressed, and takes it from the one
 * that has it before the press is a click.
 */
export function keepFocus(event: MouseEvent): void {
  if (event.currentTarget.matches(':focus-within')) event.preventDefault();
}
