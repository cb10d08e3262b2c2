import type { MouseEvent } from 'react';

/**
 * Handler of `onMouseDown` for an element that closes, or resets, when it loses focus: a press
 * inside does not move the focus. Safari does not focus a pressed button, and takes the focus away
 * before the click.
 */
export function keepFocus(event: MouseEvent): void {
  if (event.currentTarget.matches(':focus-within')) event.preventDefault();
}
