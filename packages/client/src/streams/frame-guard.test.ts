import { readFrame as readAny } from '@hitl/protocol/guard';
import { errorEvent, sessionLog, stepDelta } from '@hitl/protocol/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFrame } from './frame-guard.ts';

type Path = readonly string[];

const MEMBERS: readonly Path[] = [
  [],
  ['type'],
  ['run_id'],
  ['root_run_id'],
  ['session_id'],
  ['timestamp'],
  ['data'],
  ['data', 'message_id'],
  ['data', 'offset'],
  ['data', 'text'],
  ['more'],
];

/** A copy with something else at a path; `undefined` removes it. */
function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const { [key]: before, ...others } = value as Record<string, unknown>;
  const next = changed(before, rest, to);
  return next === undefined ? others : { ...others, [key]: next };
}

describe('a frame is what the guard says it is', () => {
  test('a piece of text', () => {
    const delta = stepDelta({ message_id: 'msg_1', offset: 3, text: 'more' });
    expect(readFrame(delta)).toEqual({ kind: 'delta', delta });
    expect(readFrame(delta)).toEqual(readAny(delta));
  });

  test('an event, and what is no frame at all', () => {
    for (const value of [...sessionLog([errorEvent()]), undefined, null, 1, 'a', [], {}]) {
      expect(readFrame(value)).toEqual(readAny(value));
    }
  });

  test('a piece with any of its members gone or of another type', () => {
    const values = [
      undefined,
      null,
      true,
      '',
      'a',
      0,
      1,
      -1,
      0.5,
      2 ** 60,
      [],
      ['a'],
      {},
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.123456+02:00',
      '2026-01-01 00:00:00Z',
      'step_delta',
    ];
    for (const path of MEMBERS) {
      for (const to of values) {
        const value = changed(stepDelta(), path, to);
        expect(readFrame(value), JSON.stringify([path, to])).toEqual(readAny(value));
      }
    }
  });

  test('a piece with anything anywhere', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MEMBERS), fc.jsonValue(), (path, to) => {
        const value = changed(stepDelta(), path, to);
        expect(readFrame(value)).toEqual(readAny(value));
      }),
      { numRuns: 500 },
    );
  });
});
