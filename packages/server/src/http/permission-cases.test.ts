import { afterAll, describe, expect, test } from 'vitest';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { permissionCases } from '../../../permissions/src/permission-cases.fixture.ts';
import { createCaseServers } from './case-servers.fixture.ts';

/** Rules that the API refuses, in cases about the effect of such rules once stored. */
const REFUSED: readonly string[] = [
  'basic-037', // a bare tool name
  'shell-114', // an allow with operators and `*`
  'dos-020', // more than 4,096 characters
  'semantics-016', // an empty pattern
  'semantics-045', // a bare tool name
  'semantics-098', // `*` inside a label of a host
];

/** Calls that cannot be sent in a request, with the reason. */
const UNSPEAKABLE: Readonly<Record<string, string>> = {
  'unicode-008': 'half a character is refused in a body',
  'semantics-028': 'the arguments are null',
  'semantics-029': 'the arguments are a text',
};

/** Cases with two effects for one pattern: the one saved last replaces the other. */
const UNITED: readonly string[] = ['semantics-003'];

const cases = permissionCases.filter(
  ({ id }) => !REFUSED.includes(id) && !Object.hasOwn(UNSPEAKABLE, id) && !UNITED.includes(id),
);
const named = (ids: readonly string[]) => permissionCases.filter(({ id }) => ids.includes(id));

const servers = createCaseServers(async () => createMemoryPermissionStore());
afterAll(() => servers.close());

describe('POST /permissions/{user_id}/check decides', () => {
  test.each(cases)('$id $expected: $why', async (one) => {
    expect(await servers.evaluate(one)).toEqual({ refused: [], decision: one.expected });
  });
});

describe('POST /permissions/{user_id}/allow refuses a pattern that matches nothing with 400', () => {
  test.each(named(REFUSED))('$id: $why', async (one) => {
    const refused = one.rules.map(({ rule }) => ({ rule, status: 400 }));
    expect(await servers.evaluate(one)).toEqual({ refused, decision: one.expected });
  });
});

describe('POST /permissions/{user_id}/check refuses an invalid call with 400', () => {
  test.each(named(Object.keys(UNSPEAKABLE)))('$id: $why', async (one) => {
    expect(await servers.evaluate(one)).toEqual({ refused: [], status: 400 });
  });
});

test('a pattern that is saved twice has the last effect', async () => {
  for (const one of named(UNITED)) {
    for (const rules of [one.rules, one.rules.toReversed()]) {
      const last = rules.at(-1)?.effect === 'deny' ? 'denied' : 'ask';
      expect(await servers.evaluate({ ...one, rules })).toEqual({ refused: [], decision: last });
    }
  }
});

test('every case but ten reaches a verdict with all of its rules', () => {
  const others = REFUSED.length + Object.keys(UNSPEAKABLE).length + UNITED.length;
  expect(others).toBe(10);
  expect(cases.length + others).toBe(permissionCases.length);
  expect(cases.length).toBeGreaterThan(300);
});
