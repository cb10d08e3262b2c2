import { toolCallView } from '@hitl/client/view';
import type { UseSessionResult } from '@hitl/react';
import type { PanelTab } from './panel.tsx';
import type { Beside } from './route.ts';
import { SCENARIOS } from './scenarios.ts';
import { useStart } from './use-start.ts';

/** A summary of a finished scenario, and what to try next. */
export function Finished({
  session,
  beside,
  onShow,
}: {
  session: UseSessionResult;
  beside: Beside;
  onShow: (tab: PanelTab) => void;
}) {
  const { starting, problem, start } = useStart();
  const { run } = session;
  if (run?.status !== 'completed') return null;
  const at = SCENARIOS.findIndex(
    (scenario) => scenario.agent === run.agent_id && (scenario.beside ?? 's') === beside,
  );
  const next = SCENARIOS[(at + 1) % SCENARIOS.length] ?? SCENARIOS[0];
  return (
    <aside className="finished" aria-label="What just happened">
      <ul>
        {summaryOf(session).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="finished-ways">
        <button
          type="button"
          className="small"
          disabled={starting !== null}
          onClick={() => void start(next)}
        >
          Next: {next.title}
        </button>
        <button type="button" className="ghost" onClick={() => onShow('run')}>
          See the record
        </button>
      </p>
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
    </aside>
  );
}

const DECIDED = {
  allowed: ['ran', 'failed', 'provided'],
  denied: ['denied'],
  declined: ['declined'],
  expired: ['expired'],
  answered: ['answered'],
  'replaced by your message': ['superseded'],
} as const;

/** Counts of a session: requests, decisions, calls that ran without a request, and saved rules. */
function summaryOf({ messages, calls }: UseSessionResult): readonly string[] {
  const views = messages.flatMap(({ run_id: runId, tool_calls: list = [] }) =>
    list.flatMap(({ id }) => {
      const record = calls?.get(runId, id);
      return record === undefined
        ? []
        : [{ asked: record.asked.length > 0, state: toolCallView(record).state }];
    }),
  );
  const asked = views.filter((view) => view.asked);
  const count = (states: readonly string[]): number =>
    asked.filter(({ state }) => states.includes(state)).length;
  const parts = Object.entries(DECIDED).flatMap(([what, states]) => {
    if (count(states) === 0) return [];
    return [asked.length === 1 ? what : `${count(states)} ${what}`];
  });
  const silent = views.filter((view) => !view.asked && view.state === 'ran').length;
  return [
    asked.length === 0
      ? 'You were not asked: one of your rules decided.'
      : `You were asked ${times(asked.length)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`,
    ranUnasked(silent),
    'The record has every step, what you were shown, and what you answered.',
  ];
}

function ranUnasked(count: number): string {
  if (count === 0) return 'Nothing ran without asking you.';
  return `${count === 1 ? '1 call' : `${count} calls`} ran without a question.`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
