import type { RunEvent } from '@hitl/protocol';
import { VisibleText } from '@hitl/react';

/** The stored events of a run as JSON. */
export function RunEvents({ events }: { events: readonly RunEvent[] }) {
  return (
    <details className="events">
      <summary>Raw events</summary>
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
    </details>
  );
}
