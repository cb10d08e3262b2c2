import type { RunEvent } from '@hitl/protocol';
import { useHitlClient, VisibleText } from '@hitl/react';
import { useEffect, useState } from 'react';

/** The stored events of a run as they came over the wire, read once somebody opens them. */
export function RunEvents({ runId }: { runId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="events"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Raw events</summary>
      {open && <Events runId={runId} />}
    </details>
  );
}

function Events({ runId }: { runId: string }) {
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

  return (
    <ol className="event-list">
      {events.map((event) => (
        <li key={event.seq}>
          <details>
            <summary>
              <span className="event-seq">{event.seq}</span> <code>{event.type}</code>
            </summary>
            <pre>
              <VisibleText text={JSON.stringify(event.data, null, 2)} />
            </pre>
          </details>
        </li>
      ))}
    </ol>
  );
}
