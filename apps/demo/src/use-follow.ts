import { useEffect, type RefObject } from 'react';

/** How far from the end still counts as being there, in pixels. */
const NEAR = 96;

const WAITING = '[data-request]:is([data-state="pending"], [data-state="paused"])';

/**
 * Keeps what is new in sight for who reads at the end: the first request that waits, from its top where
 * it is taller than the window, else the end. A card that grows below the keyboard stays in sight too.
 * Who scrolled up is left alone.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (element === null || content === null || content === undefined) return undefined;
    let follows = true;
    /** Where the last scrolling of ours ended: only a person's says whether they want to follow. */
    let ours = -1;

    function note(): void {
      const { scrollHeight, scrollTop, clientHeight } = element as HTMLElement;
      if (Math.abs(scrollTop - ours) > 1) follows = scrollHeight - scrollTop - clientHeight < NEAR;
    }

    function follow(scrolled: HTMLElement): void {
      const card = document.activeElement?.closest<HTMLElement>('[data-request]');
      if (card && scrolled.contains(card)) show(card, scrolled);
      else if (follows) {
        const waiting = scrolled.querySelector(WAITING);
        const panel = waiting?.closest('[data-hitl-part="tool-calls"]') ?? waiting;
        if (panel) show(panel, scrolled);
        else scrolled.scrollTo({ top: scrolled.scrollHeight });
      }
      ours = scrolled.scrollTop;
    }

    const sized = new ResizeObserver(() => follow(element));
    sized.observe(content);
    sized.observe(element);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, [scroller]);
}

/** Whole where it fits; what is taller than the window is shown from its top, unless it is being read. */
function show(card: Element, scroller: HTMLElement): void {
  if (card.clientHeight <= scroller.clientHeight) card.scrollIntoView({ block: 'nearest' });
  else if (!card.contains(document.activeElement)) card.scrollIntoView({ block: 'start' });
}
