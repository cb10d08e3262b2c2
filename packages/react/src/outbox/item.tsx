import type { OutgoingMessage } from '@hitl/client';
import { whyNotSent } from '@hitl/client/view';
import type { ReactElement } from 'react';
import type { UseSessionResult } from '../hooks/use-session.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { usePanelWords } from '../messages/panel-words.ts';

/** The part of `useSession` about messages that are not in the transcript. */
export type OutboxSource = Pick<UseSessionResult, 'outbox' | 'retry' | 'discard'>;

/** One message, with its actions if it could not be sent. */
export function Item({
  id,
  input,
  status,
  error,
  session,
}: OutgoingMessage & { session: OutboxSource }): ReactElement {
  const messages = usePanelWords();
  return (
    <li data-hitl-part="outbox-message" data-state={status}>
      <span data-hitl-part="outbox-text">
        <VisibleText text={input} mode="prose" />
      </span>
      {status === 'sending' && <span role="status">{messages.sendingMessage}</span>}
      {status === 'failed' && (
        <span role="alert" data-hitl-part="outbox-problem">
          <span>{messages.notSent(whyNotSent(error, messages))}</span>{' '}
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
