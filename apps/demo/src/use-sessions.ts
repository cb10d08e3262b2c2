import type { SessionSummary } from '@hitl/protocol';
import { useHitlClient } from '@hitl/react';
import { useEffect, useRef, useState } from 'react';

/** The newest sessions, read again whenever `version` changes and when the page is looked at. */
export function useSessions(version: string): readonly SessionSummary[] {
  const client = useHitlClient();
  const [sessions, setSessions] = useState<readonly SessionSummary[]>([]);
  const wanted = useRef(version);

  useEffect(() => {
    const gone = new AbortController();
    wanted.current = version;

    async function read(): Promise<void> {
      try {
        const page = await client.listSessions({ limit: 30 }, { signal: gone.signal });
        if (wanted.current === version) setSessions(page.sessions);
      } catch {
        // What was read stays; the streams say that the connection is lost.
      }
    }

    void read();
    window.addEventListener('focus', () => void read(), { signal: gone.signal });
    return () => gone.abort();
  }, [client, version]);

  return sessions;
}
