'use client';
import { isShowable } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { GroupContext, useInboxContext } from './inbox-context.ts';
import { Rows } from './list.tsx';

/** Props of `Groups`: how requests are grouped. */
export interface GroupsProps extends PartProps<'div'> {
  /** The name of a request's group. Default: the agent that the person talks to. */
  groupBy?: ((request: InteractionRequest) => string) | undefined;
  /** Number of requests of a group shown before “show all”. Default: all. */
  limit?: number | undefined;
}

/**
 * Pending requests, one list per group with its name and count; groups and their requests are
 * oldest first. A single group has no name. Renders nothing if nothing is pending.
 */
export function Groups({ groupBy, limit = Infinity, ...props }: GroupsProps): ReactNode {
  const { interactions } = useInboxContext('Groups');
  const messages = usePanelWords();
  const nameOf =
    groupBy ??
    ((request: InteractionRequest) =>
      (isShowable(request) ? request.agent_path[0] : undefined) ?? messages.anAgent);
  const groups = new Map<string, InteractionRequest[]>();
  for (const request of interactions) {
    const name = nameOf(request);
    groups.set(name, [...(groups.get(name) ?? []), request]);
  }
  if (groups.size === 0) return null;
  return renderPart('div', 'inbox-groups', {
    children: [...groups].map(([name, requests]) => (
      <Group
        key={name}
        name={groups.size > 1 ? name : undefined}
        requests={requests}
        limit={limit}
      />
    )),
    ...props,
  });
}

function Group({
  name,
  requests,
  limit,
}: {
  name: string | undefined;
  requests: readonly InteractionRequest[];
  limit: number;
}): ReactElement {
  const messages = usePanelWords();
  const [all, setAll] = useState(false);
  const id = useId();
  const shown = all ? requests : requests.slice(0, limit);
  return (
    <div data-hitl-part="inbox-group">
      {name !== undefined && (
        <p data-hitl-part="inbox-group-name" id={id}>
          <VisibleText text={name} mode="prose" />{' '}
          <span data-hitl-part="inbox-group-size">{requests.length}</span>
        </p>
      )}
      <GroupContext value={name}>
        <Rows requests={shown} aria-labelledby={name && id} />
      </GroupContext>
      {shown.length < requests.length && (
        <button type="button" data-hitl-part="link" onClick={() => setAll(true)}>
          {messages.showAllWaiting(requests.length)}
        </button>
      )}
    </div>
  );
}
