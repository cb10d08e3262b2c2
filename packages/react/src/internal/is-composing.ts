import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to an input method: an Enter that ends a composition must not send
 * anything. Safari reveals this only by the key code.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
