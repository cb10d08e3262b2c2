'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { Item, type OutboxSource } from './item.tsx';

/** A list’s props, and the session whose messages it shows. */
export type OutboxProps = PartProps<'ol'> & {
  /** The result of `useSession`. */
  session: OutboxSource;
};

/**
 * Messages of the person that are not in the transcript yet: being sent, or failed with the reason,
 * a retry and a discard button. `data-state` of each: `sending`, `sent`, `failed`. Renders nothing
 * without any.
 */
export function Outbox({ session, ...props }: OutboxProps): ReactNode {
  const messages = usePanelWords();
  const { outbox } = session;
  if (outbox.length === 0) return null;
  return renderPart('ol', 'outbox', {
    'aria-label': messages.outbox,
    children: outbox.map((message) => <Item key={message.id} {...message} session={session} />),
    ...props,
  });
}
