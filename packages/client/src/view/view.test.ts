import type { ToolArgs } from '@hitl/protocol';
import { authorizationRequest, TEST_TIME, testTime } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { ClientError } from '../base/errors.ts';
import {
  areLong,
  argsForm,
  createFormat,
  denialScopeOf,
  describeProblem,
  approvalScopeOf,
  rememberOf,
  type RuleChoice,
  type RuleTerm,
  timeLeft,
  type ArgsForm,
  type TypedText,
} from './index.ts';

test('counts down by the given clock, and says when it is urgent', () => {
  const at = (seconds: number) => timeLeft(testTime(600), testTime(0), TEST_TIME + seconds * 1000);
  expect(at(0)).toEqual({ seconds: 600, urgent: false });
  expect(at(541)).toEqual({ seconds: 59, urgent: true });
  expect(at(700)).toEqual({ seconds: 0, urgent: true });
  expect(timeLeft(undefined, testTime(0), TEST_TIME)).toBeNull();
});

test('formats durations in the given language', () => {
  expect(createFormat('en', () => 0).duration(240)).toBe('4 min');
  expect(createFormat('de', () => 0).duration(240)).toBe('4 Min.');
});

test('formats dates without invisible direction marks', () => {
  const { time, moment } = createFormat('ar', () => 0);
  expect(time(testTime(0)) + moment(testTime(0))).not.toMatch(/\p{Cf}/u);
});

test("keeps the server's text where ours cannot say what to do", () => {
  const error = new ClientError('forbidden', 'Pages of http://a may not call this server.');
  expect(describeProblem(error)).toBe(
    'You are not allowed to answer this. Details: Pages of http://a may not call this server.',
  );
  expect(describeProblem(new ClientError('session_busy', 'busy'))).not.toContain('Details');
  expect(describeProblem(new Error('a\u202Eb'))).toContain('a\\u{202e}b');
  expect(describeProblem('junk')).toBe('Your answer could not be sent.');
});

test('keeps the types of values in a form of arguments without a framework', () => {
  let value: ToolArgs = { n: 5, tags: ['a'], any: null };
  let typed: ReadonlyMap<string, TypedText> = new Map();
  let valid = true;
  const form = (): ArgsForm =>
    argsForm({
      value,
      proposed: { n: 5, tags: ['a'], any: null },
      schema: { type: 'object', properties: { n: { type: 'integer', maximum: 9 } } },
      typed,
      onTypedChange: (next) => (typed = next),
      onValueChange(next, details) {
        value = next;
        ({ valid } = details);
      },
    });
  const field = (name: string) => form().fields.find((each) => each.name === name);
  field('n')?.type('7');
  expect(value).toEqual({ n: 7, tags: ['a'], any: null });
  field('n')?.type('x');
  expect([value['n'], valid, field('n')?.problem]).toEqual([7, false, 'Enter a whole number.']);
  field('n')?.type('12');
  expect([valid, field('n')?.problem]).toEqual([false, 'Enter 9 or less.']);
  field('n')?.type('12345678901234567890');
  expect([value['n'], valid, field('n')?.text]).toEqual([12, false, '12345678901234567890']);
  expect(field('n')?.problem).toMatch(/^12345678901234567890 would become another number\./);
  field('n')?.type('7');
  field('any')?.type('[1, {"a": 1e400}]');
  expect([value['any'], valid]).toEqual([null, false]);
  expect(field('any')?.problem).toMatch(/^1e400 would become another number\./);
  field('tags')?.addItem?.();
  form().reset();
  expect(value).toEqual({ n: 5, tags: ['a'], any: null });
  expect(form().valid).toBe(true);
});

test('offers the literal rules in drafts of what is remembered, the exact one first', () => {
  const request = authorizationRequest();
  let draft: RuleChoice | undefined;
  const remembering = () => approvalScopeOf(request, draft, (next) => (draft = next));
  expect(remembering()).toMatchObject({ term: 'once' });
  const [exact] = remembering().choices;
  remembering().remember('always');
  expect(draft).toEqual({ term: 'always', rules: exact });
  expect(rememberOf('patterns', draft, 0)).toEqual({ scope: 'always', patterns: exact });
  let denial: RuleChoice | undefined;
  const denying = () => denialScopeOf(request, denial, (next) => (denial = next), ['bash(npm:*)']);
  denying().remember('session', ['bash(npm:*)']);
  expect(rememberOf('deny_patterns', denial, 0)).toEqual({
    scope: 'session',
    deny_patterns: ['bash(npm:*)'],
  });
  denying().remember('once');
  expect(denial).toBeUndefined();
  expect(rememberOf('deny_patterns', denial, 0)).toEqual({ scope: 'once' });
});

test('lets a rule expire, counted from when the answer is sent', () => {
  const now = Date.parse('2026-03-01T10:30:00Z');
  const ends = (term: RuleTerm) =>
    Date.parse(rememberOf('patterns', { term, rules: ['bash'] }, now).expires_at ?? '') - now;
  expect(ends('hour')).toBe(3_600_000);
  expect(ends('month')).toBe(30 * 24 * 3_600_000);
  expect(ends('today')).toBe(new Date(2026, 2, new Date(now).getDate() + 1).getTime() - now);
  for (const term of ['once', 'session', 'always'] as const) expect(ends(term)).toBeNaN();
});

test.each([
  ['none', {}, false],
  ['a line', { command: 'npm test' }, false],
  ['many lines', { command: 'x\n'.repeat(30) }, true],
  ['many characters', { command: 'x'.repeat(2000) }, true],
  ['a long name', { ['x'.repeat(2000)]: 1 }, true],
  ['two texts that are nearly long', { old: 'x'.repeat(1500), new: 'x'.repeat(1500) }, false],
  ['many short arguments', Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n, n])), true],
] as const)('%s: too long to read at a glance, or not', (_, args: ToolArgs, long) => {
  expect(areLong(args)).toBe(long);
});
