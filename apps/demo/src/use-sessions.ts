import type { SessionSummary } from '@hitl/protocol';
import { useHitlClient } from '@hitl/react';
import { useEffect, useRef, useState } from 'react';

/** Polling interval while a session is working, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

/**
 * The newest sessions, read again whenever `version` changes, when the page becomes visible, and
 * while one of them is working: only the open session reports its end.
 */
export function useSessions(version: string): readonly SessionSummary[] {
  const client = useHitlClient();
  const [sessions, setSessions] = useState<readonly SessionSummary[]>([]);
  const wanted = useRef(version);
  const someWork = sessions.some(({ status }) => status === 'generating');

  useEffect(() => {
    const gone = new AbortController();
    wanted.current = version;

    async function read(): Promise<void> {
      try {
        const page = await client.listSessions({ limit: 30 }, { signal: gone.signal });
        if (wanted.current === version) setSessions(page.sessions);
      } catch {
        // Keep the last list; the streams report the lost connection.
      }
    }

    void read();
    window.addEventListener('focus', () => void read(), { signal: gone.signal });
    const timer = someWork ? setInterval(() => void read(), LOOK_AGAIN_MS) : undefined;
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [client, version, someWork]);

  return sessions;
}
