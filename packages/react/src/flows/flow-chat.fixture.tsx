import { useState, type ReactElement } from 'react';
import { Waiting } from '../batch/waiting.tsx';
import { Grants } from '../grants/index.ts';
import { useSession } from '../hooks/use-session.ts';
import { HitlProvider } from '../provider.tsx';
import { RunControls } from '../run-controls/index.ts';
import { createFlow, type Flow, type Turn } from './flow-server.fixture.ts';

/** A chat as small as it can be, on the server of a flow. */
function FlowChat({ flow, now }: { flow: Flow; now?: () => number }): ReactElement {
  return (
    <HitlProvider client={flow.client} now={now ?? (() => flow.client.clock.now())}>
      <Conversation />
      <h4>Rules of ada</h4>
      <Grants.Panel userId="ada" />
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
      <Waiting requests={session.pending} />
    </>
  );
}

/** A flow of its own for each story. */
export function Script({
  turns,
  options,
  onFlow,
}: {
  turns: readonly Turn[];
  options?: Parameters<typeof createFlow>[1];
  onFlow: (flow: Flow) => void;
}): ReactElement {
  const [flow] = useState(() => {
    const created = createFlow(turns, options);
    onFlow(created);
    return created;
  });
  return <FlowChat flow={flow} />;
}
