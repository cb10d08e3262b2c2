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
import {
  EMPTY_FOLD,
  currentTree,
  foldDeltas,
  foldEvent,
  treeRun,
  waitingIn,
} from './session-fold.ts';
import type { SessionFold } from './session-fold.ts';

const fold = (events: readonly (RunEvent | StepDelta)[], from = EMPTY_FOLD): SessionFold =>
  events.reduce(foldEvent, from);

const piece = (offset: number, text: string, message_id = 'msg_2'): StepDelta =>
  stepDelta({ message_id, offset, text });

const texts = ({ live }: SessionFold): string[] => live.map(({ text }) => text);

describe('text as the model writes it', () => {
  test('pieces join, repeats change nothing', () => {
    const once = fold([piece(0, 'Hello'), piece(5, ', wor'), piece(10, 'ld')]);
    expect(once.live).toEqual([{ message_id: 'msg_2', run_id: 'run_1', text: 'Hello, world' }]);
    const again = fold([piece(0, 'Hello'), piece(5, ', wor'), piece(0, 'Hello, world')], once);
    expect(again).toBe(once);
  });

  test('behind a hole nothing is shown until a piece joins', () => {
    const held = fold([piece(0, 'Hello'), piece(9, 'lost')]);
    expect(texts(held)).toEqual(['Hello']);
    expect(texts(fold([piece(5, ' there'), piece(0, 'Hello there, all')], held))).toEqual([
      'Hello there, all',
    ]);
  });

  test('who joins late shows nothing without the beginning', () => {
    expect(fold([piece(7, 'tail')])).toBe(EMPTY_FOLD);
  });

  test('another beginning takes the place of the first', () => {
    expect(texts(fold([piece(0, 'Hello'), piece(0, 'Good day')]))).toEqual(['Good day']);
  });

  test('offsets count UTF-16 units', () => {
    expect(texts(fold([piece(0, '🙂é'), piece(3, '!')]))).toEqual(['🙂é!']);
  });

  test('the finished step takes its place', () => {
    const log = sessionLog([runStarted(), stepCompleted({ id: 'msg_2', role: 'assistant' })]);
    const writing = fold([log[0]!, piece(0, 'Hello'), piece(0, 'Other', 'msg_3')]);
    expect(texts(fold([log[1]!], writing))).toEqual(['Other']);
  });

  test.each([
    ['has ended', runCompleted()],
    ['has failed', runFailed()],
    ['was taken over', runClaimed()],
  ])('nobody writes on once the run %s', (_, ending) => {
    const log = sessionLog([runStarted(), ending]);
    expect(texts(fold([log[0]!, piece(0, 'Hello'), log[1]!]))).toEqual([]);
  });

  test('however the pieces are cut, repeated and mixed, the text is right or a prefix', () => {
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

  test('pieces that are folded together are what they are one by one', () => {
    const letters = fc.string({ maxLength: 4, unit: fc.constantFrom('a', 'b') });
    const pieces = fc.array(
      fc
        .tuple(fc.nat(6), letters, fc.constantFrom('msg_2', 'msg_3'), fc.constantFrom('a', 'b'))
        .map(([offset, text, id, run]) => ({ ...piece(offset, text, id), run_id: run })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, pieces, (before, after) => {
        const from = fold(before);
        const together = foldDeltas(from, after);
        const alone = fold(after, from);
        expect(together).toEqual(alone);
        expect(together === from).toBe(alone === from);
      }),
    );
  });
});

describe('what a view of a session reads', () => {
  const request = authorizationRequest({ message_id: 'msg_2' });
  const log = sessionLog([
    runStarted(),
    stepCompleted({ id: 'msg_1' }),
    stepCompleted({ id: 'msg_2', role: 'assistant', content: '', tool_calls: [toolCall()] }),
    ...suspension(request),
    ...settlement(request, confirmResponse()),
    runCompleted({ response: 'All clean.' }),
  ]);

  test('what waits, and the run that waits', () => {
    const waiting = fold(log.filter(({ seq }) => seq <= 6));
    expect(waitingIn(waiting.control)).toEqual([request]);
    expect(treeRun(waiting.control, currentTree(waiting.control))).toMatchObject({
      id: 'run_1',
      status: 'suspended',
      pending_interaction_ids: ['int_1'],
    });
    expect(waiting.messages[1]?.blocks).toMatchObject([{ status: 'pending' }]);
  });

  test('the end of it', () => {
    const done = fold(log);
    expect(waitingIn(done.control)).toEqual([]);
    expect(treeRun(done.control, currentTree(done.control))).toMatchObject({
      status: 'completed',
      response: 'All clean.',
      last_seq: log.length,
    });
  });

  test('an event that was folded before returns the same object', () => {
    const done = fold(log);
    expect(fold(log.slice(1), done)).toBe(done);
  });

  test('the unfinished run comes before a newer external one, and the newest before older ones', () => {
    const external = sessionLog([{ ...runStarted({ external: true }), run_id: 'run_x' }]);
    expect(currentTree(fold(external).control)).toBeUndefined();
    const both = fold([...log.slice(0, 3), ...external]);
    expect(currentTree(both.control)?.root_run_id).toBe('run_1');
    const second = sessionLog([runStarted({}, { run_id: 'run_2' })], { after: log });
    expect(currentTree(fold([...log, ...second]).control)?.root_run_id).toBe('run_2');
  });
});
