import { RunControls, PendingRequests, useSession } from '@hitl/react';
import { useEffect, useRef } from 'react';
import { Composer } from './composer.tsx';
import { Transcript } from './transcript.tsx';

const ENDS: Readonly<Record<string, string>> = {
  failed: 'The run failed',
  aborted: 'The run was aborted',
};

/** One session: its transcript, what waits in line with it, and the composer. */
export function Chat({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId);
  const { run, pending, connection, loaded } = session;
  const end = useRef<HTMLDivElement>(null);
  const length = session.messages.length + pending.length + session.live.length;

  useEffect(() => {
    if (length > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [length]);

  return (
    <section className="chat" aria-label="Session">
      <header className="chat-head">
        <h1>{run === null ? 'Session' : run.agent_id}</h1>
        {connection.status !== 'open' && connection.status !== 'closed' && (
          <span className="connection" role="status">
            {connection.status === 'connecting' ? 'Connecting…' : 'Connection lost, trying again…'}
          </span>
        )}
        {run !== null && <RunControls.Bar run={run} />}
      </header>
      <div className="scroll">
        <div className="column">
          {loaded && run === null && <p className="lead">There is no such session here.</p>}
          <Transcript session={session} />
          {session.status === 'generating' && session.live.length === 0 && (
            <p className="thinking" role="status">
              Working
            </p>
          )}
          <PendingRequests requests={pending} />
          {run !== null && ENDS[run.status] !== undefined && (
            <p className="ended" data-status={run.status}>
              {ENDS[run.status]}
              {run.error !== null && `: ${run.error}`}
            </p>
          )}
          <div ref={end} />
        </div>
      </div>
      <div className="column">
        <Composer session={session} />
      </div>
    </section>
  );
}
