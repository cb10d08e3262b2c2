'use client';
import { use, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { ReconnectContext, useInboxContext } from './inbox-context.ts';
import { ConnectionProblem, connectionProblemOf } from './connection-problem.tsx';

/** Status text while nothing is shown, or while the content may be out of date. */
export function Status(props: PartProps<'p'>): ReactNode {
  const { interactions, loaded = true, connection } = useInboxContext('Status');
  const messages = usePanelWords();
  const reconnect = use(ReconnectContext);
  const problem = connectionProblemOf(connection, loaded, messages);
  if (problem !== undefined) {
    return renderPart('p', 'inbox-status', {
      role: 'status',
      children: <ConnectionProblem text={problem} reconnect={reconnect} />,
      ...props,
    });
  }
  const status = loaded ? interactions.length === 0 && messages.inboxEmpty : messages.loading;
  if (status === false) return null;
  return renderPart('p', 'inbox-status', { role: 'status', children: status, ...props });
}
