'use client';
import { isOpen, type CardStatus } from '@hitl/client/view';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { attention } from '../../messages/en/attention.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { announce } from '../announcer.ts';
import { useArrangement } from '../arming.ts';
import { focusNext } from '../focus-next.ts';
import { useSettings } from '../settings.ts';

/** A card, as what follows from its state needs to know it. */
export interface CardEffects {
  requestId: string;
  /** What is asked, in one line. */
  subject: string;
  state: CardStatus;
  elsewhere: boolean;
  /** Names the arguments where they are not those that were shown at first. */
  changed: string | undefined;
  root: RefObject<HTMLElement | null>;
}

/**
 * What follows from a card's state outside of what it shows: where the focus is, what is kept, what is
 * said, and that the cards below move up when it folds.
 */
export function useCardEffects(props: CardEffects): void {
  useFocusKeeping(props);
  useDraftCleaning(props);
  useNews(props);
  useChangeNews(props);
  useArrangement(isOpen(props.state));
}

/** What was typed is of no use once the request has ended. */
function useDraftCleaning({ requestId, state }: CardEffects): void {
  const { drafts } = useSettings();
  const open = isOpen(state);
  useEffect(() => {
    if (!open) drafts.clear(requestId);
  }, [open, requestId, drafts]);
}

/**
 * Keeps the keyboard where it was: a button that is disabled while its answer is on its way, or that
 * leaves with an answer given here or elsewhere, would drop the focus to the page. It waits on the
 * card, goes back to the button when sending fails, and on to what is next when the answer is taken.
 * Focus that is elsewhere is left alone.
 */
function useFocusKeeping({ state, root }: CardEffects): void {
  const pressed = useRef<Element>(null);
  const { armingDelayMs } = useSettings();
  // Looked at while rendering: afterwards what had the focus may have left the page, and some browsers
  // have taken the focus from what is disabled by then, others not yet.
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

/** What has the focus inside of an element. */
function focusIn(element: HTMLElement | null): Element | null {
  const active = element?.ownerDocument.activeElement ?? null;
  return element?.contains(active) === true ? active : null;
}

/** Says politely that a request waits, and that it does no longer through no doing of this page. */
function useNews({ requestId, subject, state, elsewhere }: CardEffects): void {
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

/** Says politely that what would run is not what was shown at first. */
function useChangeNews({ requestId, changed }: CardEffects): void {
  const { argsChanged } = useMessages(attention);
  useEffect(() => {
    if (changed !== undefined) announce(`${requestId} ${changed}`, argsChanged);
  }, [requestId, changed, argsChanged]);
}
