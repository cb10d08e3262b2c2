import type { Remember, ToolArgs } from '@hitl/protocol';
import { authorizationRequest, TEST_TIME, testTime } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { ClientError } from '../base/errors.ts';
import {
  argsForm,
  createFormat,
  denialScopeOf,
  describeProblem,
  approvalScopeOf,
  timeLeft,
  type ArgsForm,
  type TypedText,
} from './index.ts';

test('counts down by the clock it is given, and says when it is urgent', () => {
  const at = (seconds: number) => timeLeft(testTime(600), testTime(0), TEST_TIME + seconds * 1000);
  expect(at(0)).toEqual({ seconds: 600, urgent: false });
  expect(at(541)).toEqual({ seconds: 59, urgent: true });
  expect(at(700)).toEqual({ seconds: 0, urgent: true });
  expect(timeLeft(undefined, testTime(0), TEST_TIME)).toBeNull();
});

test('writes durations in the language it is given', () => {
  expect(createFormat('en', () => 0).duration(240)).toBe('4 min');
  expect(createFormat('de', () => 0).duration(240)).toBe('4 Min.');
});

test('keeps the words of the server where ours cannot say what to do', () => {
  const error = new ClientError('forbidden', 'Pages of http://a may not call this server.');
  expect(describeProblem(error)).toBe(
    'You are not allowed to answer this. Details: Pages of http://a may not call this server.',
  );
  expect(describeProblem(new ClientError('session_busy', 'busy'))).not.toContain('Details');
  expect(describeProblem(new Error('a\u202Eb'))).toContain('a\\u{202e}b');
  expect(describeProblem('junk')).toBe('Your answer could not be sent.');
});

test('a form of arguments without a framework keeps the types of what is typed', () => {
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

test('drafts of what is remembered offer the literal rules, the exact one first', () => {
  const request = authorizationRequest();
  let draft: Remember | undefined;
  const remembering = () => approvalScopeOf(request, draft, (next) => (draft = next));
  expect(remembering()).toMatchObject({ scope: 'once' });
  const [exact] = remembering().choices;
  remembering().remember('always');
  expect(draft).toEqual({ scope: 'always', patterns: exact });
  let denial: Remember | undefined;
  const denying = () => denialScopeOf(request, denial, (next) => (denial = next), ['bash(npm:*)']);
  denying().remember('session', ['bash(npm:*)']);
  expect(denial).toEqual({ scope: 'session', deny_patterns: ['bash(npm:*)'] });
  denying().remember('once');
  expect(denial).toBeUndefined();
});
