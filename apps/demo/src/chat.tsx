import { RunControls, ToolCall, useSession } from '@hitl/react';
import { useEffect, useRef } from 'react';
import { Composer } from './composer.tsx';
import type { PanelTab } from './panel.tsx';
import { Transcript } from './transcript.tsx';

/** One session: its transcript, what waits in line with it, and the composer. */
export function Chat({
  sessionId,
  onShow,
}: {
  sessionId: string;
  onShow: (tab: PanelTab) => void;
}) {
  const session = useSession(sessionId);
  const { run, pending, loaded } = session;
  const end = useRef<HTMLDivElement>(null);
  const length = session.messages.length + pending.length + session.live.length;

  useEffect(() => {
    if (length > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [length]);

  return (
    <section className="chat" aria-label="Session">
      <header className="chat-head">
        <h1>{session.messages[0]?.content ?? 'Session'}</h1>
        {run !== null && <RunControls.Bar run={run} />}
        {run !== null && (
          <button type="button" className="link" onClick={() => onShow('run')}>
            Record
          </button>
        )}
      </header>
      <div className="scroll">
        <div className="column">
          <h2 className="visually-hidden">Conversation</h2>
          {loaded && run === null && <p className="lead">There is no such session here.</p>}
          <Transcript session={session} />
          {session.status === 'generating' &&
            run?.status !== 'paused' &&
            session.live.length === 0 && (
              <p className="thinking" role="status">
                Working
              </p>
            )}
          <ToolCall.Rest session={session} />
          {run !== null && <RunControls.End run={run} />}
          <div ref={end} />
        </div>
      </div>
      <div className="column">
        <Composer session={session} />
      </div>
    </section>
  );
}
