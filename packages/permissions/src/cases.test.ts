import { describe, expect, test } from 'vitest';
import { createRuleSet } from './index.ts';
import {
  contextOf,
  permissionCases,
  rulesOf,
  suggestionCases,
} from './permission-cases.fixture.ts';

for (const tier of new Set(permissionCases.map((one) => one.tier))) {
  const cases = permissionCases.filter((one) => one.tier === tier);
  describe(`decides the cases of tier ${tier}`, () => {
    test.each(cases)('$id $expected: $why', (one) => {
      const { tool, args, expected, context, max_ms: maxMs } = one;
      const { now, ...world } = contextOf(context);
      // Time of the processor in this thread: how busy the machine is says nothing about the engine.
      const started = process.threadCpuUsage();
      const set = createRuleSet(rulesOf(one), world);
      const { decision } = set.decide({ toolName: tool, toolArgs: args }, { now });
      const { user, system } = process.threadCpuUsage(started);
      expect(decision).toBe(expected);
      if (maxMs !== undefined) expect((user + system) / 1000).toBeLessThan(maxMs);
    });
  });
}

describe('suggests for a call', () => {
  test.each(suggestionCases)('$id: $why', (suggestion) => {
    const { tool, args, first, includes = [], never = [], max_count: maxCount } = suggestion;
    const { now, ...world } = contextOf();
    const call = { toolName: tool, toolArgs: args };
    const offered = createRuleSet([], world).suggest(call, { now });
    if (first !== undefined) expect(offered[0]).toBe(first);
    expect(offered).toEqual(expect.arrayContaining([...includes]));
    for (const rule of never) expect(offered).not.toContain(rule);
    expect(offered.length).toBeLessThanOrEqual(maxCount ?? 5);
    for (const rule of offered) {
      const saved = createRuleSet([{ effect: 'allow', rule }], world);
      expect(saved.decide(call, { now }).decision).toBe('allowed');
    }
  });
});
