'use client';
import { useEffect, type RefObject } from 'react';
import { attention } from '../../messages/en/attention.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { announce } from '../announcer.ts';

export interface ChangedProps {
  requestId: string;
  /** What the arguments are now, where they are not those that were shown at first. */
  changed: string | undefined;
}

/** Says politely that what would run is not what was shown at first. */
export function useChangeNews({ requestId, changed }: ChangedProps): void {
  const { argsChanged } = useMessages(attention);
  useEffect(() => {
    if (changed !== undefined) announce(`${requestId} ${changed}`, argsChanged);
  }, [requestId, changed, argsChanged]);
}

/** Shows it too, as the last thing in the card, so that it moves nothing that can be pressed. */
export function useChangeNote(root: RefObject<HTMLElement | null>, isShown: boolean): void {
  const { argsChanged } = useMessages(attention);
  useEffect(() => {
    const card = root.current;
    if (card === null || !isShown) return undefined;
    const note = card.ownerDocument.createElement('p');
    note.dataset['hitlPart'] = 'changed';
    note.textContent = argsChanged;
    card.append(note);
    return () => note.remove();
  }, [root, isShown, argsChanged]);
}
