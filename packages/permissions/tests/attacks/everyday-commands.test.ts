import { describe, expect, test } from 'vitest';
import { EVERYDAY } from './everyday-commands.fixture.ts';
import { decide, prefixRules } from './shell-jail.fixture.ts';

/** Commands that stand behind a pipe or inside another one, where a rule of their own is needed. */
const BESIDE = ['head', 'sort', 'find', 'grep', 'ls'];

/** What makes, moves or removes files asks until the rules of the file tools allow that. */
const ASKS = ['cp a.ts b.ts', 'mv a.ts b.ts', 'rm -f old.ts'];

describe('what developers type most', () => {
  test('is more than a hundred commands of sixty kinds', () => {
    expect(EVERYDAY.length).toBeGreaterThan(100);
    expect(new Set(EVERYDAY.map(([, command]) => command)).size).toBe(EVERYDAY.length);
    expect(new Set(EVERYDAY.map(([rule]) => rule)).size).toBeGreaterThan(60);
  });

  test('asks for three of them under the rules that are natural for them', () => {
    const asked = EVERYDAY.filter(
      ([rule, command]) => decide(prefixRules([rule, ...BESIDE]), command) !== 'allowed',
    );
    expect(asked.map(([, command]) => command)).toEqual(ASKS);
  });

  test('asks for none where the rules of the file tools allow to write', () => {
    const files = { effect: 'allow' as const, rule: 'file_write(./**)' };
    for (const command of ASKS) {
      const rules = [...prefixRules([command.split(' ')[0] ?? '']), files];
      expect(decide(rules, command)).toBe('allowed');
    }
  });
});
