'use client';
import { use, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { common } from '../messages/en/common.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ReconnectContext, useInboxContext } from './inbox-context.ts';
import { Trouble, troubleOf } from './trouble.tsx';

const words = { ...common, ...panels };

/** Status text while nothing is shown, or while the content may be out of date. */
export function Status(props: PartProps<'p'>): ReactNode {
  const { interactions, loaded = true, connection } = useInboxContext('Status');
  const messages = useMessages(words);
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
