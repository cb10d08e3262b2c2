'use client';
import type { ToolCallState } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { Icon, type IconName } from '../internal/icons.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useToolCall } from './call-context.ts';
import { Decision } from './decision.tsx';
import { Duration } from './duration.tsx';
import { Title } from './title.tsx';

const ICONS: Readonly<Record<ToolCallState, IconName>> = {
  proposed: 'more',
  waiting: 'medium',
  ready: 'clock',
  running: 'more',
  ran: 'check',
  failed: 'high',
  answered: 'check',
  provided: 'edit',
  declined: 'cross',
  denied: 'cross',
  expired: 'clock',
  cancelled: 'stop',
  superseded: 'cross',
};

/**
 * The line of a call: what happened, to what, how long it took, who decided. Opens the details.
 * Children are placed after it.
 */
export function Summary({ children, ...props }: PartProps<'summary'>): ReactElement {
  const { state } = useToolCall('Summary');
  return renderPart('summary', 'tool-call-summary', {
    children: (
      <>
        <Icon name={ICONS[state]} />
        <Title />{' '}
        <span data-hitl-part="tool-call-facts">
          <Duration /> <Decision /> {children}
        </span>
      </>
    ),
    ...props,
  });
}
