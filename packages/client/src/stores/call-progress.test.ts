import type { EventDraft } from '@hitl/protocol';
import {
  authorizationRequest,
  batchJudged,
  runAborted,
  runClaimed,
  runStarted,
  sessionLog,
  stepCompleted,
  suspension,
  toolCall,
  toolCompleted,
  toolOutcomeUnknown,
  toolProgress,
  toolStarted,
} from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { createFoldedSession } from './session-fold.ts';

/** Two calls were proposed, and the first one runs. */
const RUNNING: readonly EventDraft[] = [
  runStarted(),
  stepCompleted(),
  runClaimed(),
  stepCompleted({
    id: 'msg_2',
    role: 'assistant',
    content: '',
    tool_calls: [toolCall({ id: 'call_1' }), toolCall({ id: 'call_2' })],
  }),
  batchJudged({ message_id: 'msg_2' }),
  toolStarted(),
];

function folded(drafts: readonly EventDraft[]) {
  const session = createFoldedSession();
  let log = sessionLog(drafts);
  for (const event of log) session.add(event);
  return {
    ...session,
    append(...more: readonly EventDraft[]) {
      const next = sessionLog(more, { after: log });
      log = [...log, ...next];
      for (const event of next) session.add(event);
    },
    progress: () => session.current().progress,
  };
}

const FIRST = { run_id: 'run_1', tool_call_id: 'call_1', progress: 3, total: 12 };

describe('the progress of a running call', () => {
  test('is the latest report', () => {
    const session = folded(RUNNING);
    session.add(toolProgress({ text: 'Copying' }));
    expect(session.progress()).toEqual([{ ...FIRST, text: 'Copying' }]);
    session.add(toolProgress({ progress: 4 }));
    expect(session.progress()).toEqual([{ ...FIRST, progress: 4 }]);
  });

  test('is kept for each call', () => {
    const session = folded([...RUNNING, toolStarted({ tool_call_id: 'call_2' })]);
    session.add(toolProgress());
    session.add(toolProgress({ tool_call_id: 'call_2' }));
    session.add(toolProgress({ progress: 5 }));
    expect(session.progress()).toEqual([
      { ...FIRST, progress: 5 },
      { ...FIRST, tool_call_id: 'call_2' },
    ]);
  });

  test.each<readonly [string, readonly EventDraft[]]>([
    ['it has a result', [toolCompleted()]],
    ['its outcome is unknown', [toolOutcomeUnknown()]],
    ['it asks something', suspension(authorizationRequest({ message_id: 'msg_2' }))],
    ['its run has ended', [runAborted()]],
    ['another instance drives its run', [runClaimed({ owner: 'host:2:b', attempt: 2 })]],
  ])('disappears when %s, and does not come back', (_, end) => {
    const session = folded([...RUNNING, toolStarted({ tool_call_id: 'call_2' })]);
    session.add(toolProgress());
    session.append(...end);
    expect(session.progress()).toEqual([]);
    session.add(toolProgress({ progress: 4 }));
    expect(session.progress()).toEqual([]);
  });

  test('is ignored for a call that has not started or is unknown', () => {
    const session = folded(RUNNING);
    session.add(toolProgress({ tool_call_id: 'call_2' }));
    session.add(toolProgress({ tool_call_id: 'call_3' }));
    session.add(toolProgress({}, { run_id: 'run_2', root_run_id: 'run_1' }));
    expect(session.progress()).toEqual([]);
  });

  test('changes neither the transcript nor the control state', () => {
    const session = folded(RUNNING);
    const before = session.current();
    session.add(toolProgress());
    const after = session.current();
    expect(after).not.toBe(before);
    expect(after.control).toBe(before.control);
    expect(after.messages).toBe(before.messages);
  });
});
