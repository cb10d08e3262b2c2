'use client';
import { visibleString } from '@hitl/client/view';
import { useState, type ReactNode } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { useSettings } from '../settings.ts';
import { useCardContext } from './card-context.ts';

type State = 'idle' | 'asking' | 'asked' | 'busy' | 'failed';

/**
 * Sends the agent a message to ask again after a request expired. Renders nothing otherwise. The
 * request stays expired: the agent opens a new one.
 */
export function AskAgain(props: PartProps<'div'>): ReactNode {
  const { request, state } = useCardContext('AskAgain');
  const { client } = useSettings();
  const messages = useCardWords();
  const [asking, setAsking] = useState<State>('idle');
  const { purpose, root_run_id, session_id, tool_name, title } = request;
  if (state !== 'expired' || purpose === 'recovery' || client === undefined) return null;

  async function ask(): Promise<void> {
    if (client === undefined) return;
    const subject = purpose === 'authorization' ? tool_name : visibleString(title);
    setAsking('asking');
    try {
      const { agent_id, user_id } = await client.getRun(root_run_id);
      await client.createRun({
        agent_id,
        session_id,
        input: messages.askAgainMessage(subject),
        ...(user_id !== null && { user_id }),
      });
      setAsking('asked');
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && error.code === 'session_busy';
      setAsking(busy ? 'busy' : 'failed');
    }
  }

  const said: { readonly [S in State]?: string } = {
    asked: messages.askedAgain,
    busy: messages.askAgainBusy,
    failed: messages.askAgainFailed,
  };
  return renderPart('div', 'ask-again', {
    children: (
      <>
        <span role="status">{said[asking]}</span>
        {asking !== 'asked' && (
          <button
            type="button"
            data-hitl-part="ask-again-button"
            data-variant="quiet"
            aria-busy={asking === 'asking' || undefined}
            disabled={asking === 'asking'}
            onClick={() => void ask()}
          >
            {messages.askAgain}
          </button>
        )}
      </>
    ),
    ...props,
  });
}
