'use client';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { announce } from '../announcer.ts';
import { useSettings } from '../settings.ts';
import { isOpen, type CardState } from './card-state.ts';

export interface AfterProps {
  requestId: string;
  /** What is asked, in one line. */
  subject: string;
  state: CardState;
  elsewhere: boolean;
  root: RefObject<HTMLElement | null>;
}

/** What follows from a card's state outside of what it shows: where the focus is, what is kept, what is said. */
export function After(props: AfterProps): null {
  useFocusKeeping(props);
  useDraftCleaning(props);
  useNews(props);
  return null;
}

/** What was typed is of no use once the request has ended. */
function useDraftCleaning({ requestId, state }: AfterProps): void {
  const { drafts } = useSettings();
  const open = isOpen(state);
  useEffect(() => {
    if (!open) drafts.clear(requestId);
  }, [open, requestId, drafts]);
}

/**
 * Keeps the keyboard where it was: a button that is disabled while its answer is on its way, or that
 * leaves with the answer, would drop the focus to the page. It waits on the card and goes back to the
 * button when sending fails. Focus that is elsewhere is left alone.
 */
function useFocusKeeping({ state, root }: AfterProps): void {
  const pressed = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const { activeElement } = element.ownerDocument;
    if (state === 'submitting') {
      if (activeElement === null || !element.contains(activeElement)) return;
      pressed.current = activeElement;
      element.focus({ preventScroll: true });
      return;
    }
    const target = pressed.current;
    pressed.current = null;
    if (activeElement !== element || !(target instanceof HTMLElement)) return;
    if (isOpen(state) && target.isConnected) target.focus({ preventScroll: true });
  }, [state, root]);
}

/** Says politely that a request waits, and that it does no longer through no doing of this page. */
function useNews({ requestId, subject, state, elsewhere }: AfterProps): void {
  const messages = useMessages(details);
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
