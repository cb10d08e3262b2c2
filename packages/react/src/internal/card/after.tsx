'use client';
import { useEffect, useLayoutEffect, type RefObject } from 'react';
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
  /** What was pressed to answer, until the answer's fate is known. */
  pressed: RefObject<Element | null>;
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
function useFocusKeeping({ state, root, pressed }: AfterProps): void {
  useLayoutEffect(() => {
    const target = pressed.current;
    const element = root.current;
    if (!(target instanceof HTMLElement) || element === null) return;
    if (state !== 'submitting') pressed.current = null;
    const { activeElement, body } = element.ownerDocument;
    if (activeElement !== null && activeElement !== body && !element.contains(activeElement))
      return;
    const back = isOpen(state) && state !== 'submitting' && target.isConnected;
    (back ? target : element).focus({ preventScroll: true });
  }, [state, root, pressed]);
}

/** Says politely that a request waits, and that it does no longer through no doing of this page. */
function useNews({ requestId, subject, state, elsewhere }: AfterProps): void {
  const messages = useMessages(details);
  const arrived = isOpen(state) ? messages.requestArrived(subject) : undefined;
  const ended =
    elsewhere || state === 'expired' || state === 'cancelled' || state === 'superseded'
      ? messages.requestEnded(subject, state)
      : undefined;
  const { requestsArrived } = messages;
  useEffect(() => {
    if (arrived !== undefined) announce(requestId, arrived, requestsArrived);
  }, [requestId, arrived, requestsArrived]);
  useEffect(() => {
    if (ended !== undefined) announce(`${requestId} ended`, ended);
  }, [requestId, ended]);
}
