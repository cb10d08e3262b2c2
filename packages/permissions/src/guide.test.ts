import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRuleSet, type RuleInput, type ToolCall } from './index.ts';

const GUIDE = new URL('../../../docs/guides/permissions.md', import.meta.url);

interface Row {
  readonly rules: readonly RuleInput[];
  readonly call: string;
  readonly decision: string;
}

/** The rows of the guide's tables of rules, calls and decisions. */
function rows(): Row[] {
  return readFileSync(GUIDE, 'utf8')
    .split('\n')
    .flatMap((line): Row[] => {
      // A `|` inside a cell is written with a backslash.
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
      const [, written = '', call = '', decision = ''] = cells;
      const rules = [...written.matchAll(/(allow|deny|ask) `([^`]+)`/g)].map(
        ([, effect, rule = '']): RuleInput => ({ effect: effect as RuleInput['effect'], rule }),
      );
      return rules.length === 0 ? [] : [{ rules, call: call.slice(1, -1), decision }];
    });
}

function callOf(tool: string, text: string): ToolCall {
  if (tool === 'web_fetch') return { toolName: tool, toolArgs: { url: text } };
  if (tool.startsWith('file_')) return { toolName: tool, toolArgs: { path: text } };
  return { toolName: 'bash', toolArgs: { command: text } };
}

test.each(rows())('the guide says of $call: $decision', ({ rules, call, decision }) => {
  const set = createRuleSet(rules, { root: '/repo', home: '/home/dev' });
  const tool = rules[0]?.rule.split('(')[0] ?? '';
  expect(set.decide(callOf(tool, call), { now: 0 }).decision).toBe(decision);
});

test('the guide has its tables', () => {
  expect(rows().length).toBeGreaterThan(30);
});
