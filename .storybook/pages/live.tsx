import type { HitlClient } from '@hitl/client';
import { defineTool } from '@hitl/server';
import { HitlProvider, RunControls, ToolCall, useSession, VisibleText } from '@hitl/react';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { createScenario, type Turn } from '../../packages/react/src/scenarios/server.fixture.ts';

/** The session of every live run of these pages. */
export const SESSION = 'live';

const edit = defineTool({
  name: 'file_edit',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      old_text: { type: 'string' },
      new_text: { type: 'string' },
    },
    required: ['path', 'old_text', 'new_text'],
  },
  permission: { kind: 'path', arg: 'path', safeArgs: ['old_text', 'new_text'] },
  requiresConsent: true,
  riskLevel: 'medium',
  async execute({ path }) {
    return `edited ${path}`;
  },
});

/** An agent that repairs a total: a command, then an edit, then a message. */
const REPAIR: readonly Turn[] = [
  [{ name: 'bash', args: { command: 'npm test -- src/cart' } }],
  [
    {
      name: 'file_edit',
      args: {
        path: 'src/cart.ts',
        old_text: 'return items.reduce((sum, item) => sum + item.price, 0);',
        new_text: 'return items.reduce((sum, item) => sum + item.price * item.quantity, 0);',
      },
    },
  ],
  'The cart counts every piece now.',
];

/** A server that runs in this page, and its first run. */
export interface Live {
  readonly client: HitlClient;
  /** Resolves once the session exists. */
  readonly begun: Promise<unknown>;
}

/** Starts a server, and a run on it. */
export function startRun(turns: readonly Turn[] = REPAIR): Live {
  const { client } = createScenario(turns, { tools: [edit] });
  const begun = client.createRun({
    agent_id: 'code_assistant',
    input: 'The total of my cart is wrong. Please repair it.',
    session_id: SESSION,
    user_id: 'ada',
  });
  return { client, begun };
}

/** The client of a run, once it has started. */
export function useBegun({ client, begun }: Live): HitlClient | undefined {
  const [ready, setReady] = useState<HitlClient>();
  useEffect(() => {
    let isLeft = false;
    void begun.then(() => !isLeft && setReady(client));
    return () => {
      isLeft = true;
    };
  }, [client, begun]);
  return ready === client ? ready : undefined;
}

/** Everything below uses that client and its clock, as the user Ada. */
export function LiveProvider({
  client,
  children,
}: {
  client: HitlClient;
  children: ReactNode;
}): ReactElement {
  return (
    <HitlProvider client={client} userId="ada" now={() => client.clock.now()}>
      {children}
    </HitlProvider>
  );
}

/** A minimal conversation. */
export function Conversation(): ReactElement {
  const session = useSession(SESSION);
  return (
    <div className="chat">
      {session.messages
        .filter(({ role }) => role !== 'tool')
        .map((message) => (
          <div key={message.id} className="chat">
            {message.content !== '' && (
              <p className="said" data-role={message.role}>
                <VisibleText text={message.content} />
              </p>
            )}
            <ToolCall.List message={message} session={session} />
          </div>
        ))}
      {session.run !== null && <RunControls.End run={session.run} />}
    </div>
  );
}

/** A live run, and a button that restarts it. */
export function LiveRun({
  turns,
  children = <Conversation />,
}: {
  turns?: readonly Turn[];
  children?: ReactNode;
}): ReactElement {
  const [round, setRound] = useState(0);
  return (
    <>
      <div className="stage-bar">
        <span className="hint">Live: the server runs in this page, with its store in memory.</span>
        <button type="button" className="page-button" onClick={() => setRound(round + 1)}>
          Start again
        </button>
      </div>
      <div className="stage">
        <Round key={round} turns={turns}>
          {children}
        </Round>
      </div>
    </>
  );
}

function Round({
  turns,
  children,
}: {
  turns: readonly Turn[] | undefined;
  children: ReactNode;
}): ReactElement | null {
  const [live] = useState(() => startRun(turns));
  const client = useBegun(live);
  return client === undefined ? null : <LiveProvider client={client}>{children}</LiveProvider>;
}
