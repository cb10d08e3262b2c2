import type { PermissionRule } from '@hitl/protocol';
import { createContext, use, useLayoutEffect, useRef, type Ref } from 'react';
import { useMergedRef } from '../internal/merged-ref.ts';

/** Remembers the rule whose button was pressed, until another button of it takes the focus. */
export interface Pressed {
  press(pattern: string): void;
  /** Whether it was this rule; `true` only once. */
  take(pattern: string): boolean;
}

export function createPressed(): Pressed {
  let last: string | undefined;
  return {
    press(pattern) {
      last = pattern;
    },
    take(pattern) {
      if (last !== pattern) return false;
      last = undefined;
      return true;
    },
  };
}

export const PressedContext: React.Context<Pressed> = createContext(createPressed());

/**
 * Keeps the focus on a rule whose button disappears or is disabled: the next enabled button of the
 * same rule gets it, unless the focus is elsewhere.
 */
export function useKeyboard(
  { pattern }: PermissionRule,
  disabled: boolean,
  theirs: Ref<HTMLButtonElement> | undefined,
): { ref: (node: HTMLButtonElement | null) => () => void; pressed: () => void } {
  const pressed = use(PressedContext);
  const button = useRef<HTMLButtonElement>(null);
  const ref = useMergedRef(button, theirs);
  useLayoutEffect(() => {
    const element = button.current;
    if (disabled || element === null || !pressed.take(pattern)) return;
    const { activeElement, body } = element.ownerDocument;
    const lost = activeElement === body || activeElement?.matches(':disabled') === true;
    if (lost) element.focus({ preventScroll: true });
  });
  return { ref, pressed: () => pressed.press(pattern) };
}
