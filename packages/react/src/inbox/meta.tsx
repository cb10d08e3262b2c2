'use client';
import { isShowable } from '@hitl/client/view';
import { use, type ReactNode } from 'react';
import { useTimeLeft } from '../hooks/use-time-left.ts';
import { Icon } from '../internal/icons.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { GroupContext, useItem } from './inbox-context.ts';

/** The agent, unless named by the group, the risk and the remaining time. */
export function Meta(props: PartProps<'span'>): ReactNode {
  const request = useItem('Meta');
  const { agent_path, risk_level, expires_at, created_at, paused } = request;
  const messages = usePanelWords();
  const group = use(GroupContext);
  const left = useTimeLeft(expires_at, created_at);
  if (!isShowable(request)) return null;
  const agent = agent_path.at(-1) ?? messages.anAgent;
  return renderPart('span', 'inbox-meta', {
    children: (
      <>
        {agent !== group && (
          <span>
            <VisibleText text={agent} mode="prose" />
          </span>
        )}
        {risk_level === 'high' && (
          <span data-hitl-part="risk" data-risk="high">
            <Icon name="high" />
            {messages.risk.high}
          </span>
        )}
        {paused === true && <span>{messages.paused}</span>}
        {left !== null && paused !== true && (
          <span data-hitl-part="countdown" data-urgent={left.urgent || undefined}>
            <bdi>{messages.timeLeft(left.words)}</bdi>
          </span>
        )}
      </>
    ),
    ...props,
  });
}
