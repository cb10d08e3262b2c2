import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conventionalDescriptor, createRuleSet, type RuleContext } from '@hitl/permissions';
import type { RuleCall } from './rules.ts';
import { suggestionExamples } from './suggestion-examples.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const context: RuleContext = {
  root: '/repo',
  home: '/home/dev',
  tools: { search: { kind: 'json', readOnly: true } },
};

/** The examples of the suggestions for a call. */
function examplesFor(call: RuleCall): Record<string, string[]> {
  const offered = createRuleSet([], context).suggest(call, { now: NOW });
  return suggestionExamples(offered, call, context);
}

const bash = (command: string): RuleCall => ({ toolName: 'bash', toolArgs: { command } });

test('a family of scripts is shown with other scripts and other options', () => {
  expect(examplesFor(bash('npm run test:unit'))).toMatchObject({
    'bash(npm run test:*)': ['npm run test:other', 'npm run test -- --watch', 'npm run test'],
  });
});

test.each<[string, RuleCall, Record<string, string[]>]>([
  ['a program', bash('ls -la src'), { 'bash(ls:*)': ['ls ../any/file', 'ls'] }],
  [
    'a subcommand with a telling option',
    bash('git push origin main'),
    { 'bash(git push:*)': ['git push origin any-branch', 'git push --tags', 'git push'] },
  ],
  [
    'a folder, where files with a dot are files',
    { toolName: 'file_read', toolArgs: { path: 'src/a.ts' } },
    {
      'file_read(./src/*.ts)': ['./src/other.ts', './src/.hidden.ts'],
      'file_read(./src/**)': ['./src/any/file.txt', './src/.env'],
    },
  ],
  [
    'a host',
    { toolName: 'web_fetch', toolArgs: { url: 'https://example.com/docs/a' } },
    {
      'web_fetch(https://example.com/docs/*)': [
        'https://example.com/docs/other',
        'https://example.com/docs/any/path?and=query',
      ],
      'web_fetch(domain:example.com)': [
        'https://example.com/',
        'https://example.com/any/path?and=query',
      ],
    },
  ],
  [
    'a tool that only reads',
    { toolName: 'search', toolArgs: { query: 'cats', limit: 3 } },
    { 'search(*)': ['{"limit":"anything","query":"anything"}', '{}'] },
  ],
  ['what is suggested for one call only', bash('curl https://example.com'), {}],
])('%s', (_, call, examples) => {
  expect(examplesFor(call)).toEqual(examples);
});

test('a call that the rule would not allow is no example', () => {
  const rules = ['bash(sort:*)', 'bash(git push origin:*)', 'nonsense'];
  const examples = suggestionExamples(rules, bash('sort a'), context);
  expect(Object.keys(examples)).toEqual(['bash(sort:*)', 'bash(git push origin:*)']);
});

describe('every example of a suggestion is allowed by it, and is another call', () => {
  const { suggestions, cases } = JSON.parse(
    readFileSync(
      new URL('../../../permissions/fixtures/permission-cases.json', import.meta.url),
      'utf8',
    ),
  ) as Record<'suggestions' | 'cases', { tool: string; args: RuleCall['toolArgs'] | null }[]>;
  const calls = [...suggestions, ...cases].flatMap(({ tool, args }): RuleCall[] =>
    typeof args === 'object' && args !== null && !Object.hasOwn(Object(args.command), '$repeat')
      ? [{ toolName: tool, toolArgs: args }]
      : [],
  );

  test('for the calls of all cases', () => {
    let seen = 0;
    for (const call of calls) {
      const { kind, arg = '' } = conventionalDescriptor(call.toolName);
      for (const [rule, examples] of Object.entries(examplesFor(call))) {
        const set = createRuleSet([{ effect: 'allow', rule }], context);
        for (const example of examples) {
          const args = kind === 'json' ? (JSON.parse(example) as object) : { [arg]: example };
          expect(args, rule).not.toEqual(call.toolArgs);
          const other = { toolName: call.toolName, toolArgs: args };
          expect(set.decide(other, { now: NOW }).decision, `${rule}: ${example}`).toBe('allowed');
          seen += 1;
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });
});
