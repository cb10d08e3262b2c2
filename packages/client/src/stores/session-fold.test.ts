import type { RunEvent, StepDelta } from '@hitl/protocol';
import {
  authorizationRequest,
  confirmResponse,
  runClaimed,
  runCompleted,
  runFailed,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  stepDelta,
  suspension,
  toolCall,
} from '@hitl/protocol/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFoldedSession, currentTree, treeRun, waitingIn } from './session-fold.ts';
import type { SessionFold } from './session-fold.ts';

type Event = RunEvent | StepDelta;

/** The fold after each of several groups of events. */
function folds(...groups: readonly (readonly Event[])[]): SessionFold[] {
  const session = createFoldedSession();
  return groups.map((events) => {
    events.forEach(session.add);
    return session.current();
  });
}

const fold = (events: readonly Event[]): SessionFold => folds(events)[0]!;

const piece = (offset: number, text: string, message_id = 'msg_2'): StepDelta =>
  stepDelta({ message_id, offset, text });

const texts = ({ live }: SessionFold): string[] => live.map(({ text }) => text);

describe('text as the model writes it', () => {
  test('joins pieces and ignores repeats', () => {
    const [once, again] = folds(
      [piece(0, 'Hello'), piece(5, ', wor'), piece(10, 'ld')],
      [piece(0, 'Hello'), piece(5, ', wor'), piece(0, 'Hello, world')],
    );
    expect(once?.live).toEqual([{ messageId: 'msg_2', runId: 'run_1', text: 'Hello, world' }]);
    expect(again).toBe(once);
  });

  test('shows nothing after a gap until it is filled', () => {
    const [held, joined] = folds(
      [piece(0, 'Hello'), piece(9, 'lost')],
      [piece(5, ' there'), piece(0, 'Hello there, all')],
    );
    expect(texts(held!)).toEqual(['Hello']);
    expect(texts(joined!)).toEqual(['Hello there, all']);
  });

  test('shows nothing without its beginning', () => {
    const [before, after] = folds([], [piece(7, 'tail')]);
    expect(after).toBe(before);
  });

  test('restarts when a piece starts at offset zero again', () => {
    expect(texts(fold([piece(0, 'Hello'), piece(0, 'Good day')]))).toEqual(['Good day']);
  });

  test('counts offsets in UTF-16 units', () => {
    expect(texts(fold([piece(0, '🙂é'), piece(3, '!')]))).toEqual(['🙂é!']);
  });

  test('is replaced by the completed step', () => {
    const log = sessionLog([runStarted(), stepCompleted({ id: 'msg_2', role: 'assistant' })]);
    expect(texts(fold([log[0]!, piece(0, 'Hello'), piece(0, 'Other', 'msg_3'), log[1]!]))).toEqual([
      'Other',
    ]);
  });

  test.each([
    ['has ended', runCompleted()],
    ['has failed', runFailed()],
    ['was taken over', runClaimed()],
  ])('ends when the run %s', (_, ending) => {
    const log = sessionLog([runStarted(), ending]);
    expect(texts(fold([log[0]!, piece(0, 'Hello'), log[1]!]))).toEqual([]);
  });

  test('is right or a prefix, however the pieces are cut, repeated and mixed', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
        fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 30 }),
        (text, cuts) => {
          const pieces = cuts.map(([from, length]) => {
            const offset = Math.min(from, text.length);
            return piece(offset, text.slice(offset, offset + length));
          });
          const shown = texts(fold(pieces))[0] ?? '';
          expect(text.startsWith(shown)).toBe(true);
          expect(texts(fold([...pieces, piece(0, text)]))).toEqual([text]);
        },
      ),
    );
  });

  test('leaves earlier snapshots unchanged, and texts without new pieces the same', () => {
    const [first, second] = folds(
      [piece(0, 'Hello'), piece(0, 'Other', 'msg_3')],
      [piece(5, ', all')],
    );
    expect(texts(first!)).toEqual(['Hello', 'Other']);
    expect(texts(second!)).toEqual(['Hello, all', 'Other']);
    expect(second?.live[1]).toBe(first?.live[1]);
  });
});

describe('the values that a view of a session reads', () => {
  const request = authorizationRequest({ message_id: 'msg_2' });
  const log = sessionLog([
    runStarted(),
    stepCompleted({ id: 'msg_1' }),
    stepCompleted({ id: 'msg_2', role: 'assistant', content: '', tool_calls: [toolCall()] }),
    ...suspension(request),
    ...settlement(request, confirmResponse()),
    runCompleted({ response: 'All clean.' }),
  ]);

  test('are the pending requests and the run that has them', () => {
    const waiting = fold(log.filter(({ seq }) => seq <= 6));
    expect(waitingIn(waiting.control)).toEqual([request]);
    expect(treeRun(waiting.control, currentTree(waiting.control))).toMatchObject({
      id: 'run_1',
      status: 'suspended',
      pending_interaction_ids: ['int_1'],
    });
    expect(waiting.messages[1]?.blocks).toMatchObject([{ status: 'pending' }]);
  });

  test('are those of an ended run', () => {
    const done = fold(log);
    expect(waitingIn(done.control)).toEqual([]);
    expect(treeRun(done.control, currentTree(done.control))).toMatchObject({
      status: 'completed',
      response: 'All clean.',
      last_seq: log.length,
    });
  });

  test('are the same objects after a repeated event', () => {
    const [done, again] = folds(log, log.slice(1));
    expect(again).toBe(done);
  });

  test('show the unfinished run before a newer external one, and the newest before older ones', () => {
    const external = sessionLog([{ ...runStarted({ external: true }), run_id: 'run_x' }]);
    expect(currentTree(fold(external).control)).toBeUndefined();
    const both = fold([...log.slice(0, 3), ...external]);
    expect(currentTree(both.control)?.root_run_id).toBe('run_1');
    const second = sessionLog([runStarted({}, { run_id: 'run_2' })], { after: log });
    expect(currentTree(fold([...log, ...second]).control)?.root_run_id).toBe('run_2');
  });
});
