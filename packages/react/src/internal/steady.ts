'use client';
import { useEffect, type RefObject } from 'react';
import { attention } from '../messages/en/attention.ts';
import { useMessages } from '../messages/use-messages.ts';
import { announce } from './announcer.ts';
import { guardMoves } from './moves.ts';

export interface SteadyProps {
  /** What is guarded. */
  root: RefObject<Element | null>;
  /** For how long after it moved presses are ignored; 0: not at all. */
  delayMs: number;
}

let ignored = 0;

/**
 * Takes presses on what has just moved under the pointer for ones that were meant for what stood there
 * before. `data-ignored` on the element says for a while that a press was not counted; it is announced.
 */
export function useSteady({ root, delayMs }: SteadyProps): void {
  const { pressIgnored } = useMessages(attention);
  useEffect(() => {
    const element = root.current;
    if (element === null || delayMs <= 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onIgnored = (): void => {
      clearTimeout(timer);
      element.setAttribute('data-ignored', '');
      timer = setTimeout(() => element.removeAttribute('data-ignored'), delayMs);
      ignored += 1;
      announce(`ignored ${ignored}`, pressIgnored);
    };
    const stop = guardMoves(element, delayMs, onIgnored);
    return () => {
      stop();
      clearTimeout(timer);
      element.removeAttribute('data-ignored');
    };
  }, [root, delayMs, pressIgnored]);
}
