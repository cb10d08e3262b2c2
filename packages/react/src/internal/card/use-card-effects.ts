import { isOpen, type CardStatus } from '@hitl/client/view';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { attention } from '../../messages/en/attention.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { announce } from '../announcer.ts';
import { useArrangement } from '../arming.ts';
import { focusNext } from '../focus-next.ts';
import { useSettings } from '../settings.ts';

/** The parts of a card that its side effects depend on. */
export interface CardEffects {
  requestId: string;
  /** One-line summary of the request. */
  subject: string;
  state: CardStatus;
  elsewhere: boolean;
  /** Digest of the arguments, if they have changed since the card was first shown. */
  changed: string | undefined;
  root: RefObject<HTMLElement | null>;
}

/**
 * Side effects of a card's state: focus, drafts, announcements, and that the cards below move up
 * when it collapses.
 */
export function useCardEffects(props: CardEffects): void {
  useFocusKeeping(props);
  useDraftCleaning(props);
  useAnnouncements(props);
  useChangeAnnouncement(props);
  useArrangement(isOpen(props.state));
}

/** Drafts are useless once the request has ended. */
function useDraftCleaning({ requestId, state }: CardEffects): void {
  const { drafts } = useSettings();
  const open = isOpen(state);
  useEffect(() => {
    if (!open) drafts.clear(requestId);
  }, [open, requestId, drafts]);
}

/**
 * Keeps the focus in place: a button that is disabled while its answer is being sent, or removed by
 * an answer given here or elsewhere, would drop the focus to the page. Meanwhile the card has it;
 * it returns to the button if sending fails, and moves on to the next card if the answer is
 * accepted. Focus elsewhere is not changed.
 */
function useFocusKeeping({ state, root }: CardEffects): void {
  const pressed = useRef<Element>(null);
  const { armingDelayMs } = useSettings();
  // Read while rendering: afterwards the focused element may have left the page, and browsers
  // differ in whether a disabled element keeps the focus.
  const focused = focusIn(root.current);
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const { activeElement, body } = element.ownerDocument;
    if (state === 'submitting') {
      const stayed = activeElement === focused || activeElement === body;
      if (focused === null || !stayed) return;
      pressed.current = focused;
      element.focus({ preventScroll: true });
      return;
    }
    const target = pressed.current;
    pressed.current = null;
    if (focused?.isConnected === false) element.focus({ preventScroll: true });
    if (activeElement !== element || !(target instanceof HTMLElement)) return;
    if (!isOpen(state)) focusNext(element, armingDelayMs);
    else if (target.isConnected) target.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- of the rendering that changed the state
  }, [state, root]);
}

/** The focused element inside an element. */
function focusIn(element: HTMLElement | null): Element | null {
  const active = element?.ownerDocument.activeElement ?? null;
  return element?.contains(active) === true ? active : null;
}

/** Announces politely that a request is pending, and that it ended without an answer given here. */
function useAnnouncements({ requestId, subject, state, elsewhere }: CardEffects): void {
  const messages = useMessages(attention);
  const arrived = isOpen(state) ? messages.requestArrived(subject) : undefined;
  const ended =
    elsewhere || state === 'expired' || state === 'cancelled' || state === 'superseded'
      ? messages.requestEnded(subject, state)
      : undefined;
  useEffect(() => {
    if (arrived !== undefined)
      announce(requestId, arrived, (texts) => messages.requestsArrived(texts));
  }, [requestId, arrived, messages]);
  useEffect(() => {
    if (ended !== undefined) announce(`${requestId} ended`, ended);
  }, [requestId, ended]);
}

/** Announces politely that the arguments have changed. */
function useChangeAnnouncement({ requestId, changed }: CardEffects): void {
  const { argsChanged } = useMessages(attention);
  useEffect(() => {
    if (changed !== undefined) announce(`${requestId} ${changed}`, argsChanged);
  }, [requestId, changed, argsChanged]);
}
