import type { RunEvent } from '@hitl/protocol';
import { useHitlClient } from '@hitl/react';
import { useEffect, useState } from 'react';

/** The stored events of a run as received, followed live. */
export function useRunEvents(runId: string): readonly RunEvent[] {
  const client = useHitlClient();
  const [events, setEvents] = useState<readonly RunEvent[]>([]);

  useEffect(() => {
    const all: RunEvent[] = [];
    const stream = client.runEvents(runId, {
      onEvent(event) {
        if ('seq' in event) all.push(event);
      },
      onBatch: () => setEvents([...all]),
    });
    return () => stream.close();
  }, [client, runId]);

  return events;
}
