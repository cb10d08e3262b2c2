import type { Message } from '@hitl/protocol';
import { useSession } from '@hitl/react';
import { lazy, Suspense, useState } from 'react';
import type { PanelTarget } from './panel.tsx';
import { RunEvents } from './run-events.tsx';

/** Who looks at a record waits anyway, and most never do. */
const Trail = lazy(async () => {
  const { AuditTrail } = await import('@hitl/react/audit');
  return { default: AuditTrail.Panel };
});

/** What happened in one of the session's runs: the audit trail, and the events that it comes from. */
export function RunRecord({
  sessionId,
  call,
}: {
  sessionId: string;
  /** The call whose entries are shown at first; else all are. */
  call: PanelTarget['call'];
}) {
  const { messages, run } = useSession(sessionId);
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = messages.filter(isRoot);
  // A call of a nested run is in the record of the run that it belongs to.
  const of = messages.find(({ run_id: id }) => id === call?.runId);
  const runId = chosen ?? of?.root_run_id ?? of?.run_id ?? run?.id;
  if (runId === undefined) return <p className="quiet">Nothing has happened yet.</p>;
  return (
    <div className="record">
      {asked.length > 1 && (
        <label className="record-run">
          Message{' '}
          <select value={runId} onChange={({ currentTarget: { value } }) => setChosen(value)}>
            {asked.map((message) => (
              <option key={message.id} value={message.run_id}>
                {message.content.slice(0, 60)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Suspense fallback={<p className="quiet">Loading the audit trail…</p>}>
        <Trail key={runId} runId={runId} defaultToolCallId={call?.toolCallId} />
      </Suspense>
      <RunEvents key={`events ${runId}`} runId={runId} />
    </div>
  );
}

/** The message of the person that a run began with, not one that an agent gave another. */
function isRoot({ role, root_run_id: root }: Message): boolean {
  return role === 'user' && root === undefined;
}
