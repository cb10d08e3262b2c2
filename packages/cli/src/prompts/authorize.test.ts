import { authorizationRequest } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { choicesOf, readVerdict } from './authorize.ts';

const call = { request: authorizationRequest() };

function remembered(text: string): unknown {
  const verdict = readVerdict(call, text);
  return verdict.kind === 'answer' ? verdict.response.remember : verdict;
}

test('offers every term of a rule', () => {
  const text = choicesOf(call, 80);
  for (const word of ['yes', 'session', 'always', 'month', 'hour', 'today']) {
    expect(text).toContain(word);
  }
});

test('a rule for an hour, for today or for 30 days expires', () => {
  for (const [word, atMost] of [
    ['hour', 3_600_000],
    ['today', 25 * 3_600_000],
    ['month', 30 * 24 * 3_600_000],
  ] as const) {
    const before = Date.now();
    const { expires_at: end, ...rest } = remembered(`${word} 1`) as { expires_at: string };
    expect(rest).toEqual({ scope: 'always', patterns: ['bash(npm run lint)'] });
    expect(Date.parse(end)).toBeGreaterThan(before);
    expect(Date.parse(end)).toBeLessThanOrEqual(Date.now() + atMost);
  }
});

test('a rule for always or for the session does not expire', () => {
  expect(remembered('always 2')).toEqual({ scope: 'always', patterns: ['bash(npm run:*)'] });
  expect(remembered('session 1')).toEqual({ scope: 'session', patterns: ['bash(npm run lint)'] });
  expect(remembered('hour 9')).toMatchObject({ kind: 'unclear' });
});
