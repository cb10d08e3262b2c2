import { expect, test } from 'vitest';
import { createRuleSet, type RuleInput } from './index.ts';

const NOW = Date.UTC(2026, 10, 21);

function codes(rules: readonly RuleInput[]): string[] {
  const set = createRuleSet(rules, { root: '/repo', home: '/home/dev' });
  return set.lint({ now: NOW }).map(({ rule, code }) => `${rule} ${code}`);
}

function one(effect: RuleInput['effect'], rule: string): RuleInput[] {
  return [{ effect, rule }];
}

test.each([
  ['allow', 'bash(python3:*)', 'runs-anything'],
  ['allow', 'bash(sudo *)', 'runs-anything'],
  ['allow', 'bash(npx:*)', 'runs-anything'],
  ['allow', 'bash(* --version)', 'leading-star'],
  ['deny', 'bash(curl -o:*)', 'deny-with-arguments'],
  ['deny', 'bash(git * main)', 'deny-with-arguments'],
  ['allow', 'file_read(./app/[ab]/*)', 'path-brackets'],
  ['allow', 'file_read(!./secrets/**)', 'path-negation'],
  ['allow', 'file_read(~root/**)', 'invalid'],
  ['allow', 'bash', 'invalid'],
  ['deny', 'bash(ls', 'invalid'],
] as const)('%s %s: %s', (effect, rule, code) => {
  expect(codes(one(effect, rule))).toEqual([`${rule} ${code}`]);
});

test.each(['bash(npm run test:*)', 'bash(git status)', 'file_read(./app/[id].tsx)', 'x(*)'])(
  'finds nothing wrong with %s',
  (rule) => {
    expect(codes(one('allow', rule))).toEqual([]);
  },
);

test('finds allow rules that a deny rule leaves nothing of', () => {
  const rules: RuleInput[] = [
    ...one('allow', 'bash(git push origin:*)'),
    ...one('allow', 'bash(git status:*)'),
    ...one('deny', 'bash(git push:*)'),
    ...one('allow', 'file_read(./secrets/a/*)'),
    ...one('allow', 'file_read(./src/**)'),
    ...one('deny', 'file_read(./secrets)'),
  ];
  expect(codes(rules)).toEqual([
    'bash(git push origin:*) unreachable-allow',
    'file_read(./secrets/a/*) unreachable-allow',
  ]);
});

test('finds rules that nothing has matched for 90 days', () => {
  const set = createRuleSet(
    [
      { effect: 'allow', rule: 'bash(ls)', id: 'old' },
      { effect: 'allow', rule: 'bash(pwd)', id: 'new' },
    ],
    {},
  );
  const day = 24 * 60 * 60 * 1000;
  const used = new Map([
    ['old', NOW - 91 * day],
    ['new', NOW - 89 * day],
  ]);
  expect(set.lint({ now: NOW }, used)).toMatchObject([{ ruleId: 'old', code: 'unused' }]);
});
