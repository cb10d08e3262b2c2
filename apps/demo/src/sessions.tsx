import type { SessionSummary } from '@hitl/protocol';
import { useInbox } from '@hitl/react';
import { isToday, useAgo } from './times.ts';
import { useSessions } from './use-sessions.ts';
import { MINE } from './user.ts';
import { LineIcon } from './line-icon.tsx';

/** All sessions, today's first, with title, status and time. */
export function Sessions({
  sessionId,
  onOpen,
}: {
  sessionId: string | null;
  onOpen: (id: string | null) => void;
}) {
  const inbox = useInbox(MINE);
  const sessions = useSessions(inbox.interactions.map(({ id }) => id).join() + sessionId);
  const { ago, now } = useAgo();
  const groups = [
    ['Today', sessions.filter((session) => isToday(session.updated_at, now))],
    ['Earlier', sessions.filter((session) => !isToday(session.updated_at, now))],
  ] as const;

  return (
    <>
      <h2 className="zone-title">Sessions</h2>
      <button
        type="button"
        className="new"
        aria-current={sessionId === null ? 'page' : undefined}
        onClick={() => onOpen(null)}
      >
        <LineIcon path="M8 3v10M3 8h10" />
        New session
      </button>
      {sessions.length === 0 && (
        <p className="quiet empty">
          Sessions that you start are listed here, with what is waiting for you.
        </p>
      )}
      {groups.map(
        ([name, list]) =>
          list.length > 0 && (
            <section key={name} aria-label={name}>
              <h3>{name}</h3>
              <ul className="sessions">
                {list.map((session) => (
                  <li key={session.session_id}>
                    <button
                      type="button"
                      aria-current={session.session_id === sessionId ? 'page' : undefined}
                      onClick={() => onOpen(session.session_id)}
                    >
                      <span className="session-title">{session.title}</span>
                      <span className="session-state" data-state={session.status}>
                        <span>{stateOf(session)}</span>
                        <time dateTime={session.updated_at}>{ago(session.updated_at)}</time>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

function stateOf({ status, pending_count: count }: SessionSummary): string {
  switch (status) {
    case 'generating':
      // It may be paused.
      return 'In progress';
    case 'waiting_permission':
      return count === 1 ? '1 waiting for you' : `${count} waiting for you`;
    default:
      // It may have failed or been stopped, which its summary does not say.
      return 'Ended';
  }
}
