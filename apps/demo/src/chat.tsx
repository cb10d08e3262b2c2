import { RunControls, ToolCall, useSession } from '@hitl/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Composer } from './composer.tsx';
import { Finished } from './finished.tsx';
import type { PanelTab, PanelTarget } from './panel.tsx';
import type { Beside } from './route.ts';
import { Transcript } from './transcript.tsx';
import { useFollow } from './use-follow.ts';
import { LineIcon } from './line-icon.tsx';

const Reviewer = lazy(async () => {
  const { Reviewer: reviewer } = await import('./reviewer.tsx');
  return { default: reviewer };
});

const BreakIt = lazy(async () => {
  const { BreakIt: ways } = await import('./break-it.tsx');
  return { default: ways };
});

/** One session: its transcript, its pending requests in place, and the composer. */
export function Chat({
  sessionId,
  beside,
  onShow,
}: {
  sessionId: string;
  beside: Beside;
  onShow: (tab: PanelTab, target?: PanelTarget) => void;
}) {
  const session = useSession(sessionId);
  const { run, loaded } = session;
  const scroller = useRef<HTMLDivElement>(null);
  const catchUp = useFollow(scroller);

  // The button that led here no longer exists; without this, focus would return to the top of the
  // page.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  }, []);

  return (
    <div className="panes" data-beside={beside}>
      <section className="chat" aria-label="Session">
        <header className="chat-head">
          <h1>{session.messages[0]?.content ?? 'Session'}</h1>
          {run !== null && <RunControls.Bar run={run} />}
          {run !== null && (
            <button type="button" className="ghost" onClick={() => onShow('run')}>
              Record
            </button>
          )}
        </header>
        <div className="scroll" ref={scroller}>
          <div className="column">
            <h2 className="visually-hidden">Conversation</h2>
            {loaded && run === null && <p className="lead">There is no such session here.</p>}
            <Transcript session={session} onShow={onShow} />
            {session.status === 'generating' &&
              run?.status !== 'paused' &&
              session.live.length === 0 &&
              session.progress.length === 0 && (
                <p className="thinking" role="status">
                  Working
                </p>
              )}
            <ToolCall.Rest session={session} />
            {run !== null && <RunControls.End run={run} />}
            <Finished session={session} beside={beside} onShow={onShow} />
          </div>
        </div>
        <div className="column">
          {catchUp !== undefined && (
            <button
              type="button"
              className="catch-up"
              onClick={() => {
                catchUp();
                // The button leaves, and must not take the focus with it.
                document.getElementById('main')?.focus({ preventScroll: true });
              }}
            >
              <LineIcon path="M8 3v9.5M3.5 8.5L8 13l4.5-4.5" />
              {session.pending.length > 0 ? 'Back to what is waiting' : 'Back to the end'}
            </button>
          )}
          <Composer session={session} />
        </div>
      </section>
      {beside !== 's' && (
        <Suspense fallback={<p className="quiet">Loading…</p>}>
          {beside === 'two' ? (
            <Reviewer sessionId={sessionId} />
          ) : (
            <BreakIt sessionId={sessionId} />
          )}
        </Suspense>
      )}
    </div>
  );
}
