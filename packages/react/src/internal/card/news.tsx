'use client';
import { useEffect } from 'react';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { announce } from '../announcer.ts';
import { isOpen, type CardState } from './card-state.ts';

export interface NewsProps {
  requestId: string;
  /** What is asked, in one line. */
  subject: string;
  state: CardState;
  elsewhere: boolean;
}

/** Says politely that a request waits, and that it does no longer through no doing of this page. */
export function News({ requestId, subject, state, elsewhere }: NewsProps): null {
  const messages = useMessages(details);
  const arrived = isOpen(state) ? messages.requestArrived(subject) : undefined;
  const ended =
    elsewhere || state === 'expired' || state === 'cancelled' || state === 'superseded'
      ? messages.requestEnded(subject, state)
      : undefined;
  useEffect(() => {
    if (arrived !== undefined) announce(requestId, arrived, messages.requestsArrived);
  }, [requestId, arrived, messages]);
  useEffect(() => {
    if (ended !== undefined) announce(`${requestId} ended`, ended);
  }, [requestId, ended]);
  return null;
}
