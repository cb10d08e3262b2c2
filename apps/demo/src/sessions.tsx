import type { InteractionRequest } from '@hitl/protocol';
import { Grants, Inbox, NotifyButton, PendingBadge, useInbox } from '@hitl/react';
import { goTo } from './route.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { useSessions } from './use-sessions.ts';
import { USER } from './user.ts';

const STATES: Readonly<Record<string, string>> = {
  generating: 'working',
  waiting_permission: 'needs approval',
};

const MINE = { userId: USER };

/** Where the number is seen by whoever looks at something else. */
const ELSEWHERE = { inTitle: true, inFavicon: true, notify: true };

/** All sessions, everything that waits in any of them, and the rules of the person. */
export function Sidebar({
  sessionId,
  onNavigate,
}: {
  sessionId: string | null;
  onNavigate: () => void;
}) {
  const inbox = useInbox(MINE);
  const sessions = useSessions(inbox.interactions.map(({ id }) => id).join() + sessionId);

  function open(id: string | null): void {
    goTo(id);
    onNavigate();
  }

  function show(request: InteractionRequest): void {
    open(request.session_id);
  }

  return (
    <>
      <div className="brand">
        <strong>HITL demo</strong>
        <ThemeToggle />
      </div>
      <button type="button" className="new" onClick={() => open(null)}>
        New session
      </button>
      <div>
        <h2>
          Waiting for you <PendingBadge filter={MINE} onRequestSelect={show} {...ELSEWHERE} />
        </h2>
        <Inbox.Panel filter={MINE} onRequestSelect={show} />
        <NotifyButton />
      </div>
      <nav aria-label="Sessions">
        <h2>Sessions</h2>
        {sessions.length === 0 && <p className="quiet">None yet.</p>}
        <ul className="sessions">
          {sessions.map((session) => (
            <li key={session.session_id}>
              <button
                type="button"
                aria-current={session.session_id === sessionId ? 'page' : undefined}
                onClick={() => open(session.session_id)}
              >
                <span className="session-title">{session.title}</span>
                {STATES[session.status] !== undefined && (
                  <span className="session-state" data-state={session.status}>
                    {STATES[session.status]}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <h2>Your permissions</h2>
        <Grants.Panel userId={USER} />
      </div>
    </>
  );
}
