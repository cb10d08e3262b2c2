import type { HitlClient } from '@hitl/client';
import { useState, type ReactElement } from 'react';
import { PendingRequests } from '../pending-requests/index.ts';
import { Grants } from '../grants/index.ts';
import { useSession } from '../hooks/use-session.ts';
import { HitlProvider } from '../provider.tsx';
import { RunControls } from '../run-controls/index.ts';
import { createScenario, type Scenario, type Turn } from './server.fixture.ts';

/** A minimal chat. */
function Page({ client, title }: { client: HitlClient; title: string }): ReactElement {
  return (
    <HitlProvider client={client} now={() => client.clock.now()}>
      <section aria-label={title}>
        <Conversation />
        <h4>Rules of ada</h4>
        <Grants.Panel userId="ada" aria-label={`Rules in ${title}`} />
      </section>
    </HitlProvider>
  );
}

function Conversation(): ReactElement {
  const session = useSession('flow');
  return (
    <>
      <button
        type="button"
        onClick={() => void session.send({ agent_id: 'code_assistant', input: 'Go' })}
      >
        Start
      </button>
      {session.run !== null && <RunControls.Bar run={session.run} />}
      <ul aria-label="Transcript">
        {session.messages
          .filter(({ content }) => content !== '')
          .map(({ id, role, content }) => (
            <li key={id}>
              {role}: {content}
            </li>
          ))}
      </ul>
      <PendingRequests requests={session.pending} />
    </>
  );
}

/** A flow for one story, with pages of it that the story opens one by one. */
export function Script({
  turns,
  options,
  pages = 1,
  onFlow,
}: {
  turns: readonly Turn[];
  options?: Parameters<typeof createScenario>[1];
  pages?: number;
  onFlow: (flow: Scenario) => void;
}): ReactElement {
  const [flow] = useState(() => {
    const created = createScenario(turns, options);
    onFlow(created);
    return created;
  });
  const [clients, setClients] = useState([flow.client]);
  return (
    <>
      {clients.map((client, index) => (
        <Page key={index} client={client} title={`Page ${index + 1}`} />
      ))}
      {clients.length < pages && (
        <button type="button" onClick={() => setClients([...clients, flow.connect()])}>
          Open another page
        </button>
      )}
    </>
  );
}
