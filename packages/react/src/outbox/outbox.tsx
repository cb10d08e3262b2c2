'use client';
import type { OutgoingMessage } from '@hitl/client';
import { describeProblem } from '@hitl/client/view';
import type { ReactElement, ReactNode } from 'react';
import type { UseSessionResult } from '../hooks/use-session.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { card } from '../messages/en/card.ts';
import { common } from '../messages/en/common.ts';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';

const words = { ...card, ...common, ...panels };

/** What `useSession` says of messages that the server does not have yet. */
export type OutboxSource = Pick<UseSessionResult, 'outbox' | 'retry' | 'discard'>;

/** A list’s props, and the session whose messages it shows. */
export type OutboxProps = PartProps<'ol'> & { session: OutboxSource };

/**
 * Messages of the person that are not in the transcript yet: on their way, or not sent, with the
 * reason, another try and a way to forget them. `data-state` of each: `sending`, `sent`, `failed`.
 * Renders nothing while there are none.
 */
export function Outbox({ session, ...props }: OutboxProps): ReactNode {
  const messages = useMessages(words);
  const { outbox } = session;
  if (outbox.length === 0) return null;
  return renderPart('ol', 'outbox', {
    'aria-label': messages.outbox,
    children: outbox.map((message) => <Item key={message.id} {...message} session={session} />),
    ...props,
  });
}

function Item({
  id,
  input,
  status,
  error,
  session,
}: OutgoingMessage & { session: OutboxSource }): ReactElement {
  const messages = useMessages(words);
  return (
    <li data-hitl-part="outbox-message" data-state={status}>
      <span data-hitl-part="outbox-text">
        <VisibleText text={input} mode="prose" />
      </span>
      {status === 'sending' && <span role="status">{messages.sendingMessage}</span>}
      {status === 'failed' && (
        <span role="alert" data-hitl-part="outbox-problem">
          <span>{messages.notSent(reasonOf(error, messages))}</span>{' '}
          <button type="button" data-hitl-part="link" onClick={() => void session.retry(id)}>
            {messages.sendAgain}
          </button>{' '}
          <button type="button" data-hitl-part="link" onClick={() => session.discard(id)}>
            {messages.discardMessage}
          </button>
        </span>
      )}
    </li>
  );
}

/** Why a message was not sent: what is said of answers, where there are no words of its own. */
function reasonOf(error: unknown, messages: typeof words): string {
  return describeProblem(error, {
    ...messages,
    errors: { ...messages.errors, ...messages.notSentFor },
    answerFailed: '',
    answerFailedWith: (text) => text,
  });
}
