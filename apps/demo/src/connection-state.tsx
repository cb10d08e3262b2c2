import { useInbox, useSession } from '@hitl/react';
import { useEffect, useSyncExternalStore } from 'react';
import { MINE } from './user.ts';

/** How often it is looked whether a server that was lost answers again, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

/** What is wrong with the line to the server; nothing while all is well. */
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
    // The streams come back by themselves, each time after a longer while: this is for a person who
    // looks at the page.
    const timer = setInterval(() => {
      void answers().then((yes) => yes && reconnect());
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [lost, reconnect]);
  return (
    <p className="connection" role="status" data-lost={lost || !isOnline || undefined}>
      {isOnline
        ? lost && 'The server cannot be reached. Trying again…'
        : 'You are offline. What you answer is sent when you are back.'}
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

/** What the browser says of the network, at once. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
