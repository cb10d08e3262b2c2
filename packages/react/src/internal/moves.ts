import { refusals } from './arming.ts';

/** The same clock as the events', whatever its origin. */
const now = (): number => new Event('now').timeStamp;

/** What can be pressed. */
const PRESSABLE = 'button, a, input, label, select, summary, [role="button"]';
/** A smaller shift, in CSS pixels, leaves a pointer on what it was on. */
const SLIGHT_PX = 2;
/** For how long after a press or a key a card may rearrange itself, and a page scroll, as intended. */
const INTENDED_MS = 500;
/** Browsers tell of no move, so cards in sight are looked at this often, and at each move of a pointer. */
const LOOK_EVERY_MS = 200;
const SCROLLING_KEY = /^(Arrow|Page|Home|End)/;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** An element whose presses are watched. */
interface Guarded {
  readonly root: Element;
  readonly delayMs: number;
  readonly onIgnored: () => void;
  /** Where what can be pressed was seen last, in the window; `undefined` while it is out of sight. */
  places: ReadonlyMap<Element, Place> | undefined;
  inView: boolean;
  movedAt: number;
  /** When it was used last, by pointer or by key. */
  usedAt: number;
}

interface Watch {
  add(guarded: Guarded): void;
  remove(guarded: Guarded): void;
}

const watches = new WeakMap<Document, Watch>();

/**
 * Refuses presses of a pointer on what had moved under it less than `delayMs` before: another card came
 * or left, the page scrolled by itself, something above grew. They were aimed at what stood there
 * before, so they decide nothing: see `isMeant`; opening an editor is still possible. Keys are not
 * concerned, nor is what a person moved on purpose, by scrolling or by using the same card. Returns what
 * ends it.
 */
export function guardMoves(root: Element, delayMs: number, onIgnored: () => void): () => void {
  // Where nothing is laid out, nothing moves.
  if (typeof IntersectionObserver === 'undefined') return () => {};
  const { ownerDocument } = root;
  const watch = watches.get(ownerDocument) ?? createWatch(ownerDocument);
  watches.set(ownerDocument, watch);
  const guarded: Guarded = {
    root,
    delayMs,
    onIgnored,
    places: undefined,
    inView: false,
    movedAt: -Infinity,
    usedAt: -Infinity,
  };
  watch.add(guarded);
  return () => watch.remove(guarded);
}

/** One watch for each document: it listens while anything is guarded. */
function createWatch(document: Document): Watch {
  const guards = new Map<Element, Guarded>();
  /** Where the press under way began, if that had just moved. */
  let refused: Guarded | undefined;
  let scrolledAt = -Infinity;

  let timer: ReturnType<typeof setInterval> | undefined;
  const views = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const guarded = guards.get(target);
      if (guarded === undefined || guarded.inView === isIntersecting) continue;
      guarded.inView = isIntersecting;
      if (isIntersecting) look(guarded, now(), false);
      else guarded.places = undefined;
    }
  });

  /** The innermost one that stands around a press. */
  function guardOf(event: Event): Guarded | undefined {
    const around = event.composedPath().map((node) => guards.get(node as Element));
    return around.find((guarded) => guarded !== undefined);
  }

  /** Where what can be pressed is, but for what an inner one guards. */
  function placesIn({ root }: Guarded): ReadonlyMap<Element, Place> {
    const places = new Map<Element, Place>();
    for (const element of root.querySelectorAll(PRESSABLE)) {
      let around: Element | null = element;
      while (around !== null && !guards.has(around)) around = around.parentElement;
      if (around === root) places.set(element, element.getBoundingClientRect());
    }
    return places;
  }

  function look(guarded: Guarded, at: number, isIntended: boolean): void {
    const before = guarded.places;
    const after = placesIn(guarded);
    guarded.places = after;
    // Who opens the editor of a card means its buttons to make room.
    if (before === undefined || isIntended || at - guarded.usedAt <= INTENDED_MS) return;
    for (const [element, { x, y }] of after) {
      const old = before.get(element);
      // What is new came up under a pointer that was there for something else.
      const shift =
        old === undefined ? Infinity : Math.max(Math.abs(old.x - x), Math.abs(old.y - y));
      if (shift > SLIGHT_PX) guarded.movedAt = at;
    }
  }

  function lookAtAll(isIntended = false): void {
    const at = now();
    for (const guarded of guards.values()) if (guarded.inView) look(guarded, at, isIntended);
  }

  function refuse(event: Event): void {
    if (refused !== undefined && guardOf(event) === refused) refusals.set(event, refused.onIgnored);
  }

  const listeners = {
    pointerdown(event: Event) {
      refused = undefined;
      const guarded = guardOf(event);
      if (guarded === undefined) return;
      look(guarded, event.timeStamp, false);
      if (event.timeStamp - guarded.movedAt < guarded.delayMs) refused = guarded;
      else guarded.usedAt = event.timeStamp;
    },
    click(event: Event) {
      // Without a pointer it is a key's or a program's.
      if (event instanceof UIEvent && event.detail > 0) refuse(event);
    },
    submit: refuse,
    keydown(event: Event) {
      refused = undefined;
      if (event instanceof KeyboardEvent && SCROLLING_KEY.test(event.key)) {
        scrolledAt = event.timeStamp;
      }
      const guarded = guardOf(event);
      if (guarded !== undefined) guarded.usedAt = event.timeStamp;
    },
    pointermove: () => lookAtAll(),
    wheel({ timeStamp }: Event) {
      scrolledAt = timeStamp;
    },
    touchmove({ timeStamp }: Event) {
      scrolledAt = timeStamp;
    },
    scroll({ timeStamp }: Event) {
      // By hand, or still rolling on from that; else the page scrolls by itself.
      const isIntended = timeStamp - scrolledAt <= INTENDED_MS;
      if (isIntended) scrolledAt = timeStamp;
      lookAtAll(isIntended);
    },
  };

  function listen(how: 'addEventListener' | 'removeEventListener'): void {
    for (const [type, listener] of Object.entries(listeners)) {
      document[how](type, listener, { capture: true, passive: true });
    }
  }

  return {
    add(guarded) {
      if (guards.size === 0) {
        listen('addEventListener');
        timer = setInterval(() => {
          if (!document.hidden) lookAtAll();
        }, LOOK_EVERY_MS);
      }
      guards.set(guarded.root, guarded);
      views.observe(guarded.root);
    },
    remove(guarded) {
      guards.delete(guarded.root);
      views.unobserve(guarded.root);
      if (guards.size > 0) return;
      listen('removeEventListener');
      clearInterval(timer);
    },
  };
}
