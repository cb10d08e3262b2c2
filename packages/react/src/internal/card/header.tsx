'use client';
import { isOpen } from '@hitl/client/view';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { useTimeLeft } from '../../hooks/use-time-left.ts';
import { common } from '../../messages/en/common.ts';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Icon } from '../icons.tsx';
import { renderPart, type Part, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { useCard } from './card-context.ts';

const words = { ...common, ...details };

/** The line above the title: who asks, how risky it is, how long there is. */
export const Header: Part<'div'> = (props) => renderPart('div', 'header', props);

/** Who asks: the agents from the root to the asking one, and for a call its tool. */
export function Who(props: PartProps<'span'>): ReactElement {
  const { request } = useCard('Who');
  const messages = useMessages(words);
  const names = request.agent_path;
  return renderPart('span', 'who', {
    children: (
      <>
        {names.map((name, index) => (
          <Fragment key={index}>
            {index > 0 && <Icon name="chevron" />}
            <span data-hitl-part="who-agent">
              <VisibleText text={name} mode="prose" />
            </span>
          </Fragment>
        ))}
        {names.length === 0 && <span data-hitl-part="who-agent">{messages.anAgent}</span>}
        {request.purpose !== 'question' && (
          <>
            <Icon name="chevron" />
            <code data-hitl-part="who-tool">
              <VisibleText text={request.tool_name} />
            </code>
          </>
        )}
        {request.batch !== undefined && request.batch.size > 1 && (
          <span data-hitl-part="who-batch">
            {messages.placeInBatch(request.batch.index + 1, request.batch.size)}
          </span>
        )}
      </>
    ),
    ...props,
  });
}

/** The risk in a word, a picture and a colour. Renders nothing where the server names none. */
export function Risk(props: PartProps<'span'>): ReactNode {
  const { request } = useCard('Risk');
  const messages = useMessages(words);
  const level = request.risk_level;
  if (level === undefined) return null;
  return renderPart('span', 'risk', {
    'data-risk': level,
    children: (
      <>
        <Icon name={level} />
        {messages.risk[level]}
      </>
    ),
    ...props,
  });
}

/**
 * The time that is left, as text; quiet until its last tenth (`data-urgent`). Renders nothing for
 * what never expires or has ended.
 */
export function Countdown(props: PartProps<'span'>): ReactNode {
  const { request, state } = useCard('Countdown');
  const messages = useMessages(words);
  const left = useTimeLeft(request.expires_at, request.created_at);
  if (state === 'paused') {
    return renderPart('span', 'countdown', { children: messages.paused, ...props });
  }
  if (left === null || !isOpen(state)) return null;
  return renderPart('span', 'countdown', {
    role: 'timer',
    'data-urgent': left.urgent || undefined,
    children: (
      <>
        <Icon name="clock" />
        {messages.timeLeft(left.words)}
      </>
    ),
    ...props,
  });
}

/** How risky it is and how long there is, side by side. */
export function Facts(props: PartProps<'span'>): ReactElement {
  return renderPart('span', 'facts', {
    children: (
      <>
        <Risk />
        <Countdown />
      </>
    ),
    ...props,
  });
}
