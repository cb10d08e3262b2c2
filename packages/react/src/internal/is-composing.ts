import type { KeyboardEvent } from 'react';

/**
 * Whether a key ends the choice of a character: an Enter like that does not send anything. Safari says
 * so by the key code alone.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
