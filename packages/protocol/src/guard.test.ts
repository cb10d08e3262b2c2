import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { promised, samples } from './guard.fixture.ts';
import { isSnapshot, readFrame } from './guard.ts';
import { InteractionRequestSchema } from './interaction/request.ts';
import { sameJson } from './json.ts';
import {
  EVENT_DATA,
  RunEventSchema,
  StepDeltaSchema,
  ToolProgressSchema,
  UnknownEventSchema,
} from './run/event.ts';
import {
  combinedPart,
  combinedRequest,
  errorEvent,
  interactionRequest,
  sessionLog,
  stepDelta,
  toolProgress,
} from './testing.ts';

interface Fixture {
  readonly cases: readonly { name: string; value: Record<string, unknown> }[];
}

function fixture(kind: 'valid' | 'invalid', name: string): Fixture['cases'] {
  const file = new URL(`../fixtures/${kind}/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Fixture).cases;
}

const place = promised(UnknownEventSchema, 'UnknownEvent');
const numbered = z.looseObject({
  seq: z.number().refine((seq) => Number.isInteger(seq) && seq >= 0),
});
const data = new Map<unknown, z.ZodType>(
  Object.entries(EVENT_DATA).map(([type, schema]) => [type, promised(schema, type)] as const),
);
/** Schemas of complete events that are not stored. */
const whole = new Map<unknown, z.ZodType>([
  ['step_delta', promised(StepDeltaSchema, 'StepDelta')],
  ['tool_progress', promised(ToolProgressSchema, 'ToolProgress')],
]);

/** The expected classification, derived from the promise alone. */
function expected(value: unknown): 'event' | 'unstored' | 'unknown' | 'invalid' {
  if (!place.safeParse(value).success) return 'invalid';
  const event = value as { type: string; data: unknown };
  const passing = whole.get(event.type);
  if (passing !== undefined) return passing.safeParse(value).success ? 'unstored' : 'invalid';
  const schema = data.get(event.type);
  if (schema === undefined) return 'unknown';
  return numbered.safeParse(value).success && schema.safeParse(event.data).success
    ? 'event'
    : 'invalid';
}

/** Whether the schemas accept a value without filling anything in. */
function isTakenAsItIs(value: unknown): boolean {
  const parsed = z.union([RunEventSchema, StepDeltaSchema, ToolProgressSchema]).safeParse(value);
  return parsed.success && sameJson(parsed.data, value);
}

/** Every event with every member that its schema declares. */
const full: readonly Record<string, unknown>[] = [
  ...Object.entries(EVENT_DATA).flatMap(([type, schema]) =>
    samples(schema).map((sample) => ({
      ...sessionLog([errorEvent()])[0],
      step_id: 'msg_1',
      type,
      data: sample as Record<string, unknown>,
    })),
  ),
  { ...stepDelta() },
  { ...toolProgress({ text: 'Copying' }) },
];

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, member]) =>
      pathsIn(member, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

/** A copy with another value at a path; `undefined` removes it. */
function changed(value: unknown, path: Path, to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  const next = changed(copy[key], rest, to);
  if (next !== undefined) copy[key] = next;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

describe('readFrame', () => {
  it.each(fixture('valid', 'run-event'))('accepts $name unchanged', ({ value }) => {
    expect(readFrame(value)).toEqual({ kind: 'event', event: value });
  });

  it.each([...fixture('valid', 'step-delta'), ...fixture('valid', 'tool-progress')])(
    'accepts an event that is not stored: $name',
    ({ value }) => {
      expect(readFrame(value)).toEqual({ kind: 'unstored', event: value });
    },
  );

  it.each(['run-event', 'step-delta', 'tool-progress'].flatMap((name) => fixture('invalid', name)))(
    'classifies a broken $name as documented',
    ({ value }) => {
      expect(readFrame(value).kind).toBe(expected(value));
    },
  );

  it('passes on an event of an unknown type, stored or not', () => {
    const event = sessionLog([errorEvent()])[0] ?? expect.fail('no event');
    const unknown = { ...event, type: 'run_teleported', data: { to: 'Mars' } };
    expect(readFrame(unknown)).toEqual({ kind: 'unknown', event: unknown });
    const { seq: _, ...unstored } = unknown;
    expect(readFrame(unstored)).toEqual({ kind: 'unknown', event: unstored });
    expect(readFrame({ ...unknown, seq: '7' })).toEqual({ kind: 'invalid', path: 'seq' });
    for (const type of ['toString', '__proto__', 'part', 'request']) {
      expect(readFrame({ ...unknown, type }).kind).toBe('unknown');
    }
  });

  it('returns the path of the first invalid member', () => {
    const [one] = fixture('valid', 'run-event').filter(
      ({ name }) => name === 'interaction_request',
    );
    const at = (path: Path, to: unknown) => readFrame(changed(one?.value, path, to));
    expect(at(['data', 'interaction_request', 'allowed_actions', 1], 7)).toEqual({
      kind: 'invalid',
      path: 'data.interaction_request.allowed_actions.1',
    });
    expect(at(['run_id'], undefined)).toEqual({ kind: 'invalid', path: 'run_id' });
    expect(at([], [])).toEqual({ kind: 'invalid', path: '' });
  });

  it.each([
    undefined,
    null,
    true,
    0,
    '',
    'error',
    [],
    {},
    { type: 1 },
    { type: { toString: 1 } },
    JSON.parse('{"__proto__":{"type":"error"}}'),
  ])('refuses %j and never throws', (value) => {
    expect(readFrame(value).kind).toBe('invalid');
  });

  it('refuses parts nested too deeply for the stack', () => {
    const request = combinedRequest({ interactions: [] });
    for (let depth = 0; depth < 50_000; depth += 1) {
      request.interactions = [combinedPart({ interactions: request.interactions })];
    }
    const [event] = sessionLog([interactionRequest(request)]);
    expect(readFrame(event)).toEqual({ kind: 'invalid', path: '' });
  });

  it('uses nothing that a content security policy forbids', () => {
    for (const file of ['guard.ts', 'guard-kit.ts', 'generated/guard-checks.ts']) {
      const source = readFileSync(new URL(file, import.meta.url), 'utf8');
      expect(source).not.toMatch(/\beval\b(?!`)|new Function|from 'zod'/);
    }
  });

  describe('agrees with the schemas', () => {
    it('for every event with every member', () => {
      expect(full.map((event) => [event['type'], readFrame(event).kind])).toEqual(
        full.map((event) => [event['type'], whole.has(event['type']) ? 'unstored' : 'event']),
      );
      expect(full.filter((event) => !isTakenAsItIs(event))).toEqual([]);
    });

    it('for every event with any member missing or of another type', () => {
      const wrong = [undefined, null, true, 'a', 1, -1, 0.5, [], ['a'], [1], {}, [{}]];
      const differences = full.flatMap((event) =>
        pathsIn(event).flatMap((path) =>
          wrong.flatMap((to) => {
            const value = changed(event, path, to);
            const [is, should] = [readFrame(value).kind, expected(value)];
            return is === should ? [] : [{ type: event['type'], path, to, is, should }];
          }),
        ),
      );
      expect(differences).toEqual([]);
    });

    it('for events with any value anywhere', () => {
      const paths = full.map((event) => pathsIn(event));
      const event = fc.nat(full.length - 1).chain((at) =>
        fc
          .array(
            fc.tuple(
              fc.constantFrom(...(paths[at] ?? [])),
              fc.oneof(fc.constant(undefined), fc.jsonValue(), fc.constantFrom('confirm', 'tool')),
            ),
            { minLength: 1, maxLength: 3 },
          )
          // Deepest first, so that no change removes the path of the next one.
          .map((changes) =>
            changes
              .toSorted(([left], [right]) => right.length - left.length)
              .reduce<unknown>((value, [path, to]) => changed(value, path, to), full[at]),
          ),
      );
      fc.assert(
        fc.property(event, (value) => {
          const { kind } = readFrame(value);
          expect(kind).toBe(expected(value));
          if (isTakenAsItIs(value)) expect(kind).not.toBe('invalid');
        }),
        { numRuns: 2000 },
      );
    });
  });
});

describe('isSnapshot', () => {
  const [waiting] = fixture('valid', 'inbox-snapshot').filter(({ name }) => name === 'one waits');

  it.each(fixture('valid', 'inbox-snapshot'))('accepts one where $name', ({ value }) => {
    expect(isSnapshot(value)).toBe(true);
  });

  it('checks its requests like the events that contain them', () => {
    const request = promised(InteractionRequestSchema, 'InteractionRequest');
    const schema = z.looseObject({ interactions: z.array(request) });
    const differences = pathsIn(waiting?.value).flatMap((path) =>
      [undefined, null, 1, 'a', [], {}].flatMap((to) => {
        const value = changed(waiting?.value, path, to);
        const [is, should] = [isSnapshot(value), schema.safeParse(value).success];
        return is === should ? [] : [{ path, to, is, should }];
      }),
    );
    expect(differences).toEqual([]);
  });

  it.each([undefined, null, [], {}, { interactions: {} }, { interactions: [null] }])(
    'refuses %j and never throws',
    (value) => {
      expect(isSnapshot(value)).toBe(false);
    },
  );
});
