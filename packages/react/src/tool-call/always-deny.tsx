'use client';
import { useState, type ReactElement, type ReactNode } from 'react';
import { usePermissions } from '../hooks/use-permissions.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { whyNotChanged } from '../internal/why-not-changed.ts';
import { useSettings } from '../internal/settings.ts';
import { Code } from '../internal/code.tsx';
import { useCallWords } from '../messages/call-words.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { useToolCall } from './call-context.ts';

/**
 * Saves a rule against a call that a person denied once, or removes it again. `data-state`: `idle`,
 * `busy`, `saved`. Renders nothing for other calls, or without a client.
 */
export function AlwaysDeny(props: PartProps<'div'>): ReactNode {
  const { state, decider, rules, request, userId } = useToolCall('AlwaysDeny');
  const { client } = useSettings();
  const rule = request?.metadata['resource'];
  const isOnce = state === 'denied' && decider?.kind === 'person' && rules.length === 0;
  if (client === undefined || !isOnce || userId === undefined || typeof rule !== 'string') {
    return null;
  }
  return <Offer userId={userId} rule={rule} {...props} />;
}

function Offer({
  userId,
  rule,
  ...props
}: PartProps<'div'> & { userId: string; rule: string }): ReactElement {
  const { save, revoke } = usePermissions(userId);
  const messages = { ...usePanelWords(), ...useCallWords() };
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [error, setError] = useState<unknown>();
  const isSaved = state === 'saved';

  async function change(): Promise<void> {
    setState('busy');
    setError(undefined);
    try {
      await (isSaved ? revoke(rule) : save('deny', { resource: rule }));
      setState(isSaved ? 'idle' : 'saved');
    } catch (thrown) {
      setError(thrown);
      setState(state);
    }
  }

  return renderPart('div', 'tool-call-always-deny', {
    'data-state': state,
    children: (
      <>
        <span role="status">{isSaved ? messages.savedRules(1) : ''}</span>{' '}
        <button
          type="button"
          data-hitl-part="link"
          aria-busy={state === 'busy' || undefined}
          onClick={() => {
            if (state !== 'busy') void change();
          }}
        >
          {isSaved ? messages.undo : messages.alwaysDeny}
        </button>{' '}
        <Code text={rule} />
        {error !== undefined && <span role="alert">{whyNotChanged(error, messages)}</span>}
      </>
    ),
    ...props,
  });
}
