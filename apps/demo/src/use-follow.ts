import { useEffect, useState, type RefObject } from 'react';

/** Distance from the end, in pixels, that still counts as being there. */
const NEAR = 96;

/** Events by which a person scrolls. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** A scroll counts as the person's for this many milliseconds after such an event, … */
const PERSONAL_MS = 1000;

/** … and for this many frames: on a busy machine, where frames are late, scrolls are late, too. */
const PERSONAL_FRAMES = 10;

const WAITING = '[data-request]:is([data-state="pending"], [data-state="paused"])';

/**
 * Keeps new content in view for someone reading at the end: the first pending request, from its top
 * if it is taller than the window, else the end. A card that grows while it is used also stays in
 * view. Someone who scrolled up is not moved, until they answer or write something; they get a
 * function that takes them back.
 */
export function useFollow(scroller: RefObject<HTMLElement | null>): (() => void) | undefined {
  const [back, setBack] = useState<() => void>();
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (element === null || content === null || content === undefined) return undefined;
    let follows = true;
    /** Until when a scroll is the person's; others come from content that changes. */
    let personal = Number.NEGATIVE_INFINITY;
    let framesLeft = 0;
    let frame = 0;

    function move({ type, target }: Event): void {
      // A press on the scroll bar, and not on what is scrolled.
      if (type === 'pointerdown' && target !== element) return;
      // Not the time of the event, which a busy page handles late.
      personal = performance.now() + PERSONAL_MS;
      framesLeft = PERSONAL_FRAMES;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(countFrames);
    }

    function countFrames(): void {
      framesLeft -= 1;
      if (framesLeft > 0) frame = requestAnimationFrame(countFrames);
    }

    function note(): void {
      const { scrollHeight, scrollTop, clientHeight } = element as HTMLElement;
      if (framesLeft === 0 && performance.now() >= personal) return;
      follows = scrollHeight - scrollTop - clientHeight < NEAR;
      setBack(follows || isWaitingInView() ? undefined : () => catchUp);
    }

    function isWaitingInView(): boolean {
      const card = element?.querySelector(WAITING)?.getBoundingClientRect();
      const view = element?.getBoundingClientRect();
      return (
        card !== undefined && view !== undefined && card.bottom > view.top && card.top < view.bottom
      );
    }

    function catchUp(): void {
      follows = true;
      personal = Number.NEGATIVE_INFINITY;
      framesLeft = 0;
      cancelAnimationFrame(frame);
      setBack(undefined);
      follow(element as HTMLElement);
    }

    /** After an answer the composer has the focus, unless there is another card. */
    function resume({ target }: FocusEvent): void {
      if (!(target instanceof Element) || !target.matches('[data-hitl-composer]')) return;
      follows = true;
      setBack(undefined);
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
    }

    const sized = new ResizeObserver(() => follow(element));
    sized.observe(content);
    sized.observe(element);
    element.addEventListener('scroll', note, { passive: true });
    document.addEventListener('focusin', resume);
    for (const each of MOVES) element.addEventListener(each, move, { passive: true });
    return () => {
      sized.disconnect();
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', note);
      document.removeEventListener('focusin', resume);
      for (const each of MOVES) element.removeEventListener(each, move);
    };
  }, [scroller]);
  return back;
}

/** Shows the whole card if it fits; a taller one from its top, unless it is being read. */
function show(card: Element, scroller: HTMLElement): void {
  if (card.clientHeight <= scroller.clientHeight) card.scrollIntoView({ block: 'nearest' });
  else if (!card.contains(document.activeElement)) card.scrollIntoView({ block: 'start' });
}
