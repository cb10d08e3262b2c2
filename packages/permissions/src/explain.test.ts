import { expect, test } from 'vitest';
import { createRuleSet, describeCommand, type RuleInput, type ToolCall } from './index.ts';

const CONTEXT = { root: '/repo', home: '/home/dev' };
const NOW = '2026-11-21T12:00:00.000Z';

function bash(command: string): ToolCall {
  return { toolName: 'bash', toolArgs: { command } };
}

function allow(...texts: string[]): RuleInput[] {
  return texts.map((rule) => ({ effect: 'allow', rule }));
}

test('explains each command and redirect of a line by itself', () => {
  const set = createRuleSet(allow('bash(ls:*)'), CONTEXT);
  expect(set.explain(bash('ls > out && timeout 5 npm test'), { now: NOW })).toEqual({
    decision: 'ask',
    reason: 'redirect',
    final: false,
    subjects: [
      { text: '> out', span: [3, 8], via: [], decision: 'ask', reason: 'redirect' },
      { text: 'ls > out', span: [0, 8], via: [], decision: 'ask', reason: 'redirect' },
      { text: 'npm test', span: [12, 30], via: ['timeout'], decision: 'ask', reason: 'no-rule' },
      {
        text: 'timeout 5 npm test',
        span: [12, 30],
        via: [],
        decision: 'ask',
        reason: 'no-rule',
      },
    ],
    others: [],
    held_back: [],
    suggestions: [String.raw`bash(ls > out && timeout 5 npm test)`],
    ruleset_version: 1,
    checked_at: NOW,
  });
});

test('names allow rules that matched and did not suffice, with the reason and the place', () => {
  const set = createRuleSet(
    [
      ...allow('bash(git log:*)'),
      { effect: 'allow', rule: 'bash(make)', expiresAt: '2026-11-01T00:00:00Z' },
    ],
    CONTEXT,
  );
  expect(set.explain(bash('git log --output=x'), { now: NOW }).held_back).toEqual([
    {
      rule: 'bash(git log:*)',
      rule_id: 'allow bash(git log:*)',
      reason: 'dangerous-option',
      span: [0, 18],
    },
  ]);
  expect(set.explain(bash('make'), { now: NOW }).held_back).toMatchObject([
    { rule: 'bash(make)', reason: 'expired' },
  ]);
  const call = { toolName: 'bash', toolArgs: { command: 'git log', cwd: '/' } };
  expect(set.explain(call, { now: NOW })).toMatchObject({
    reason: 'extra-argument',
    held_back: [{ rule: 'bash(git log:*)', reason: 'extra-argument' }],
  });
});

test('finds the denied command inside its wrappers and lists the rules that it overruled', () => {
  const set = createRuleSet(
    [...allow('bash(*)', 'bash(sudo:*)'), { effect: 'deny', rule: 'bash(rm:*)' }],
    CONTEXT,
  );
  const { subjects, others, suggestions } = set.explain(bash('sudo sh -c "ls; rm x"'), {
    now: NOW,
  });
  expect(subjects).toContainEqual({
    text: 'rm x',
    span: [0, 21],
    via: ['sudo', 'sh'],
    decision: 'denied',
    reason: 'rule.deny',
    rule: 'bash(rm:*)',
    rule_id: 'deny bash(rm:*)',
  });
  expect(others).toContainEqual({ rule: 'bash(*)', rule_id: 'allow bash(*)', effect: 'allow' });
  expect(suggestions).toEqual([]);
});

test('explains every file that a path may mean', () => {
  const links = new Map([['/repo/src/link', '/etc']]);
  const set = createRuleSet(allow('file_write(./src/**)'), {
    ...CONTEXT,
    realpath: (path) => links.get(path) ?? path,
  });
  const call = { toolName: 'file_write', toolArgs: { path: 'src/link', content: '' } };
  expect(set.explain(call, { now: NOW })).toMatchObject({
    decision: 'ask',
    subjects: [
      { text: '/repo/src/link', decision: 'allowed', rule: 'file_write(./src/**)' },
      { text: '/etc', decision: 'ask', reason: 'no-rule' },
    ],
  });
  expect(set.offers(call, { now: NOW })[0]).toEqual(['file_write(./src/link)', 'file_write(/etc)']);
  expect(set.suggest(call, { now: NOW })).toEqual([]);
});

test('explains a URL and structured arguments as a whole', () => {
  const set = createRuleSet(allow('web_fetch(domain:example.com)', 'mcp__x__y(a:1)'), CONTEXT);
  const fetched = { toolName: 'web_fetch', toolArgs: { url: 'https://example.com/x' } };
  expect(set.explain(fetched, { now: NOW }).subjects).toMatchObject([
    { text: 'https://example.com/x', decision: 'allowed', rule: 'web_fetch(domain:example.com)' },
  ]);
  const called = { toolName: 'mcp__x__y', toolArgs: { b: 1, a: 2 } };
  expect(set.explain(called, { now: NOW }).subjects).toMatchObject([
    { text: '{"a":2,"b":1}', decision: 'ask', reason: 'no-rule' },
  ]);
});

test('offers rules for each command of a line that none covers yet, and for its files', () => {
  const set = createRuleSet(allow('bash(cd:*)'), CONTEXT);
  expect(
    set.offers(bash('cd src && npm run build && git status > /tmp/x/y'), { now: NOW }),
  ).toEqual([
    ['bash(cd src && npm run build && git status > /tmp/x/y)'],
    ['bash(npm run build)', 'bash(git status)', 'file_write(/tmp/x/y)'],
    ['bash(npm run build:*)', 'bash(git status:*)', 'file_write(/tmp/x/y)'],
  ]);
});

test('offers to deny a call, its first words, and its program', () => {
  const set = createRuleSet([], CONTEXT);
  expect(set.suggestDeny(bash('git push --force'), { now: NOW })).toEqual([
    'bash(git push --force)',
    'bash(git push:*)',
    'bash(git:*)',
  ]);
  const write = { toolName: 'file_write', toolArgs: { path: 'a/b.ts' } };
  expect(set.suggestDeny(write, { now: NOW })).toEqual([
    'file_write(./a/b.ts)',
    'file_write(./a/**)',
  ]);
  const fetch = { toolName: 'web_fetch', toolArgs: { url: 'https://example.com/a' } };
  expect(set.suggestDeny(fetch, { now: NOW })).toContain('web_fetch(domain:example.com)');
});

test('describes a command line for a card', () => {
  expect(describeCommand('CI=1 npm run lint -- --fix > out; sudo rm "$X"')).toEqual({
    command_signature: 'npm run lint, sudo',
    command_info: {
      parsable: true,
      commands: [
        {
          program: 'npm',
          arguments: ['run', 'lint', '--', '--fix'],
          assignments: ['CI=1'],
          dynamic: false,
        },
        { program: 'sudo', arguments: ['rm', '$X'], assignments: [], dynamic: true },
      ],
      redirects: [{ mode: 'write', target: 'out' }],
      substitution: false,
    },
  });
  expect(describeCommand('echo "').command_info.parsable).toBe(false);
});
