'use client';
import type { InteractionPurpose } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { useTimeLeft } from '../../hooks/use-time-left.ts';
import { card } from '../../messages/en/card.ts';
import { common } from '../../messages/en/common.ts';
import { details } from '../../messages/en/details.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Icon } from '../icons.tsx';
import { issuesOf } from '../issues.ts';
import { composed, renderPart, type PartProps } from '../part.tsx';
import { VisibleText } from '../visible-text.tsx';
import { describeError } from './describe-error.ts';
import { useCard } from './card-context.ts';
import { isOpen } from './card-state.ts';

const words = { ...card, ...common, ...details };

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

/** What the agent adds to its question. Renders nothing for calls: their arguments say it all. */
export function Description(props: PartProps<'p'>): ReactNode {
  const { request, descriptionId } = useCard('Description');
  if (request.description === undefined || request.purpose === 'authorization') return null;
  return renderPart('p', 'description', {
    id: descriptionId,
    children: <VisibleText text={request.description} mode="prose" />,
    ...props,
  });
}

/** Why a person is asked. Renders nothing where the server gives no reason. */
export function Reason(props: PartProps<'p'>): ReactNode {
  const { request } = useCard('Reason');
  const messages = useMessages(words);
  if (request.reason === undefined) return null;
  return renderPart('p', 'reason', {
    children: (
      <>
        <span data-hitl-part="reason-label">{messages.why}</span>{' '}
        <VisibleText text={request.reason} mode="prose" />
      </>
    ),
    ...props,
  });
}

/**
 * What went wrong with the last answer, and the way on: another try, or, where nobody knows whether
 * it arrived, a look. Renders nothing while all is well.
 */
export function Problem(props: PartProps<'div'>): ReactNode {
  const { request, state, error, retryable, retry, check } = useCard('Problem');
  const messages = useMessages(words);
  if (state !== 'failed' && state !== 'unknown') return null;
  const unknown = state === 'unknown';
  return renderPart('div', 'problem', {
    role: 'alert',
    'data-state': state,
    children: (
      <>
        <Icon name="medium" />
        <span data-hitl-part="problem-text">
          {unknown ? messages.answerUnknown : describeError(error, messages)}
          {!unknown && <Unplaced issues={issuesOf(error)} purpose={request.purpose} />}
        </span>
        {(unknown ? check !== undefined : retryable) && (
          <button
            type="button"
            data-hitl-part="retry"
            data-variant="quiet"
            onClick={unknown ? check : retry}
          >
            {unknown ? messages.check : messages.retry}
          </button>
        )}
      </>
    ),
    ...props,
  });
}

/** What is shown where it was entered: edited arguments, the fields of a question. */
const PLACED = {
  authorization: /^modified_args\b/,
  question: /^(text|selected_values|other|confirmed|responses)\b/,
  recovery: /^(text|selected_values)\b/,
};

/** What the server found wrong where nobody sees it beside a field. */
function Unplaced({
  issues,
  purpose,
}: {
  issues: readonly Issue[];
  purpose: InteractionPurpose;
}): ReactNode {
  const left = issues.filter(({ path }) => !PLACED[purpose].test(path));
  if (left.length === 0) return null;
  return (
    <ul data-hitl-part="problem-issues">
      {left.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <code>
            <VisibleText text={path} />
          </code>{' '}
          <VisibleText text={message} mode="prose" />
        </li>
      ))}
    </ul>
  );
}

/** Declines to answer a question. Renders nothing where that is not possible. */
export function Decline({ disabled, onClick, ...props }: PartProps<'button'>): ReactNode {
  const { request, answerable, state, response, respond } = useCard('Decline');
  const messages = useMessages(words);
  if (!request.allowed_actions.includes('deny')) return null;
  const busy = state === 'submitting' && response?.action === 'deny';
  return renderPart('button', 'decline', {
    type: 'button',
    'data-variant': 'secondary',
    'aria-busy': busy || undefined,
    disabled: disabled === true || !answerable,
    children: busy ? messages.sending : messages.decline,
    ...props,
    onClick: composed(onClick, (event) => respond({ action: 'deny' }, event)),
  });
}
