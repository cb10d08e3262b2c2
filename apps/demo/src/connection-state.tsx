import { useInbox, useSession } from '@hitl/react';
import { useEffect, useSyncExternalStore } from 'react';
import { MINE } from './user.ts';

/** Interval of checks whether a lost server is reachable again, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

/** Shows a problem with the connection to the server, if any. */
export function ConnectionState({ sessionId }: { sessionId: string | null }) {
  const inbox = useInbox(MINE);
  return sessionId === null ? (
    <State lost={isLost(inbox)} reconnect={inbox.reconnect} />
  ) : (
    <SessionState sessionId={sessionId} inbox={inbox} />
  );
}

type Line = Pick<ReturnType<typeof useInbox>, 'connection' | 'reconnect'>;

function SessionState({ sessionId, inbox }: { sessionId: string; inbox: Line }) {
  const session = useSession(sessionId);
  return (
    <State
      lost={isLost(inbox) || isLost(session)}
      reconnect={() => {
        if (isLost(inbox)) inbox.reconnect();
        if (isLost(session)) session.reconnect();
      }}
    />
  );
}

function isLost({ connection: { status } }: Pick<Line, 'connection'>): boolean {
  return status === 'offline' || status === 'reconnecting';
}

function State({ lost, reconnect }: { lost: boolean; reconnect: () => void }) {
  const isOnline = useOnline();
  useEffect(() => {
    if (!lost) return undefined;
    // Streams reconnect with growing delays; a person looking at the page should not wait that
    // long.
    const timer = setInterval(() => {
      void answers().then((yes) => yes && reconnect());
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [lost, reconnect]);
  return (
    <p className="connection" role="status" data-lost={lost || !isOnline || undefined}>
      {isOnline
        ? lost && 'The server cannot be reached. Trying again…'
        : 'You are offline. Your answers are sent when you are back.'}
    </p>
  );
}

/** Whether the server can be reached. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz')).ok;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  const gone = new AbortController();
  window.addEventListener('online', listener, { signal: gone.signal });
  window.addEventListener('offline', listener, { signal: gone.signal });
  return () => gone.abort();
}

/** The network state that the browser reports, without delay. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
