'use client';
import { use, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { ReconnectContext, useInboxContext } from './inbox-context.ts';
import { Trouble, troubleOf } from './trouble.tsx';

/** Status text while nothing is shown, or while the content may be out of date. */
export function Status(props: PartProps<'p'>): ReactNode {
  const { interactions, loaded = true, connection } = useInboxContext('Status');
  const messages = usePanelWords();
  const reconnect = use(ReconnectContext);
  const trouble = troubleOf(connection, loaded, messages);
  if (trouble !== undefined) {
    return renderPart('p', 'inbox-status', {
      role: 'status',
      children: <Trouble text={trouble} reconnect={reconnect} />,
      ...props,
    });
  }
  const status = loaded ? interactions.length === 0 && messages.inboxEmpty : messages.loading;
  if (status === false) return null;
  return renderPart('p', 'inbox-status', { role: 'status', children: status, ...props });
}
