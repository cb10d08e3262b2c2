import type { Message } from '@hitl/protocol';
import { useSession } from '@hitl/react';
import { lazy, Suspense, useState } from 'react';
import type { PanelTarget } from './panel.tsx';
import { RunEvents } from './run-events.tsx';
import { Timeline } from './timeline.tsx';
import { useRunEvents } from './use-run-events.ts';

/** Loaded on demand, because most users never open it. */
const Trail = lazy(async () => {
  const { AuditTrail } = await import('@hitl/react/audit');
  return { default: AuditTrail.Panel };
});

/** One of the session's runs: its timeline, its audit trail, and the events of both. */
export function RunRecord({
  sessionId,
  call,
}: {
  sessionId: string;
  /** The call whose entries are shown initially; default: all entries. */
  call: PanelTarget['call'];
}) {
  const { messages, run } = useSession(sessionId);
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = messages.filter(isRoot);
  // A nested run's calls are in the record of their root run.
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
      <RunDetails key={runId} runId={runId} toolCallId={call?.toolCallId} />
    </div>
  );
}

function RunDetails({ runId, toolCallId }: { runId: string; toolCallId: string | undefined }) {
  const events = useRunEvents(runId);
  return (
    <>
      <Timeline events={events} />
      <Suspense fallback={<p className="quiet">Loading the audit trail…</p>}>
        <Trail runId={runId} defaultToolCallId={toolCallId} />
      </Suspense>
      <RunEvents events={events} />
    </>
  );
}

/** A person's message that started a run, not one from an agent to another. */
function isRoot({ role, root_run_id: root }: Message): boolean {
  return role === 'user' && root === undefined;
}
