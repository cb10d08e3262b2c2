import {
  runClaimed,
  runCompleted,
  runFailed,
  runStarted,
  sessionLog,
  toolCompleted,
  toolOutcomeUnknown,
  toolProgress,
  toolStarted,
} from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { createFoldedSession, type SessionFold } from './session-fold.ts';

type Event = Parameters<ReturnType<typeof createFoldedSession>['add']>[0];

function fold(events: readonly Event[]): SessionFold {
  const session = createFoldedSession();
  for (const event of events) session.add(event);
  return session.current();
}

describe('how far a running call is', () => {
  const log = sessionLog([runStarted(), toolStarted(), toolCompleted()]);

  test('is what it said last', () => {
    const said = [
      toolProgress({ progress: 3, total: 12, text: 'Copying' }),
      toolProgress({ progress: 4, total: 12 }),
    ];
    expect(fold([...log.slice(0, 2), ...said]).progress).toEqual([
      { run_id: 'run_1', tool_call_id: 'call_1', progress: 4, total: 12 },
    ]);
  });

  test('is kept for each call, and for calls of the same id in other runs', () => {
    const events = [
      toolProgress(),
      toolProgress({ tool_call_id: 'call_2' }),
      toolProgress({}, { run_id: 'run_2', root_run_id: 'run_1' }),
      toolProgress({ progress: 5 }),
    ];
    expect(fold(events).progress).toEqual([
      { run_id: 'run_1', tool_call_id: 'call_1', progress: 5, total: 12 },
      { run_id: 'run_1', tool_call_id: 'call_2', progress: 3, total: 12 },
      { run_id: 'run_2', tool_call_id: 'call_1', progress: 3, total: 12 },
    ]);
  });

  test.each([
    ['it has a result', toolCompleted()],
    ['it is started again', toolStarted({ attempt: 2 })],
    ['its outcome is unknown', toolOutcomeUnknown()],
    ['its run has ended', runCompleted()],
    ['its run has failed', runFailed()],
    ['another instance drives its run', runClaimed()],
  ])('is gone when %s', (_, end) => {
    const [start, ending] = sessionLog([runStarted(), end]);
    expect(fold([start!, toolProgress(), ending!]).progress).toEqual([]);
    expect(fold([start!, toolProgress({ tool_call_id: 'call_2' })]).progress).toHaveLength(1);
  });

  test('changes neither the transcript nor what may happen next', () => {
    const session = createFoldedSession();
    for (const event of log.slice(0, 2)) session.add(event);
    const before = session.current();
    session.add(toolProgress());
    const after = session.current();
    expect(after).not.toBe(before);
    expect(after.control).toBe(before.control);
    expect(after.messages).toBe(before.messages);
  });
});
