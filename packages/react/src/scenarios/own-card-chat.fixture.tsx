import type { HitlClient } from '@hitl/client';
import type { ConfirmRequest } from '@hitl/protocol';
import { useState, type ComponentType, type ReactElement } from 'react';
import { HitlProvider, useSession } from '../headless.ts';
import { createScenario, type Scenario } from './server.fixture.ts';

export interface OwnCardProps {
  request: ConfirmRequest;
}

export interface OwnCardChatProps {
  /** The host's card for a call. */
  card: ComponentType<OwnCardProps>;
  onFlow: (flow: Scenario) => void;
}

/** A custom chat with a custom card, on the real server core in this page. */
export function OwnCardChat({ card, onFlow }: OwnCardChatProps): ReactElement {
  const [client] = useState((): HitlClient => {
    const flow = createScenario([
      [{ name: 'bash', args: { command: 'npm run lint' } }],
      'Lint is clean.',
    ]);
    onFlow(flow);
    return flow.client;
  });
  return (
    <HitlProvider client={client} now={() => client.clock.now()}>
      <Conversation card={card} />
    </HitlProvider>
  );
}

function Conversation({ card: Card }: Pick<OwnCardChatProps, 'card'>): ReactElement {
  const { run, messages, pending, send } = useSession('flow');
  return (
    <>
      {run === null && (
        <button
          type="button"
          onClick={() => void send({ agent_id: 'code_assistant', input: 'Lint' })}
        >
          Start
        </button>
      )}
      {messages
        .filter(({ content }) => content !== '')
        .map(({ id, role, content }) => (
          <p key={id}>
            {role}: {content}
          </p>
        ))}
      {pending
        .filter((request) => request.type === 'confirm')
        .map((request) => (
          <Card key={request.id} request={request} />
        ))}
    </>
  );
}
