'use client';
import type { PermissionRule } from '@hitl/protocol';
import { createContext, use, useLayoutEffect, useRef, type Ref } from 'react';
import { useMergedRef } from '../internal/merged-ref.ts';

/** Remembers at which rule a button was pressed, until another one of it takes the keyboard. */
export interface Pressed {
  press(pattern: string): void;
  /** Whether it was at this rule; says so once. */
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
 * Keeps the keyboard at a rule whose button leaves, or cannot be pressed for a while: the next one of
 * the same rule that can takes it, unless the person has gone elsewhere.
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
