import { useEffect, type RefObject } from 'react';

/** Distance from the end, in pixels, that still counts as being there. */
const NEAR = 96;

const WAITING = '[data-request]:is([data-state="pending"], [data-state="paused"])';

/**
 * Keeps new content in view for someone reading at the end: the first pending request, from its top
 * if it is taller than the window, else the end. A card that grows while it is used also stays in
 * view. Someone who scrolled up is not moved.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (element === null || content === null || content === undefined) return undefined;
    let follows = true;
    /** Position after our last scroll: only a person's scrolling says whether they want to follow. */
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

/** Shows the whole card if it fits; a taller one from its top, unless it is being read. */
function show(card: Element, scroller: HTMLElement): void {
  if (card.clientHeight <= scroller.clientHeight) card.scrollIntoView({ block: 'nearest' });
  else if (!card.contains(document.activeElement)) card.scrollIntoView({ block: 'start' });
}
