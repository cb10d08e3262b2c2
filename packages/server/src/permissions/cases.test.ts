import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ToolDescriptor } from './call.ts';
import { createRuleSet, type RuleContext, type RuleInput } from './index.ts';

/** `{"$repeat", "$times", "$prefix", "$suffix"}` stands for a long text. */
interface Repeated {
  readonly $repeat: string;
  readonly $times: number;
  readonly $prefix?: string;
  readonly $suffix?: string;
}

interface CaseContext {
  readonly now: string;
  readonly root: string;
  readonly home: string;
  readonly path_case: 'sensitive' | 'insensitive' | 'unknown';
  readonly symlinks: Readonly<Record<string, string>>;
  readonly write_tool: string;
  readonly read_tool: string;
  readonly tools: Readonly<Record<string, ToolDescriptor>>;
}

interface DecisionCase {
  readonly id: string;
  readonly tier: string;
  readonly rules: readonly {
    effect: RuleInput['effect'];
    rule: string | Repeated;
    expires_at?: string;
  }[];
  readonly tool: string;
  readonly args: unknown;
  readonly expected: 'allowed' | 'denied' | 'ask';
  readonly why: string;
  readonly max_ms?: number;
  readonly context?: Partial<CaseContext>;
}

interface SuggestionCase {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly first?: string;
  readonly includes?: readonly string[];
  readonly never?: readonly string[];
  readonly max_count?: number;
  readonly why: string;
}

interface Fixture {
  readonly context: CaseContext;
  readonly cases: readonly DecisionCase[];
  readonly suggestions: readonly SuggestionCase[];
}

const fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/permission-cases.json', import.meta.url), 'utf8'),
  (_, value: unknown) => (isRepeated(value) ? written(value) : value),
) as Fixture;

function isRepeated(value: unknown): value is Repeated {
  return typeof value === 'object' && value !== null && '$repeat' in value;
}

function written({ $repeat, $times, $prefix = '', $suffix = '' }: Repeated): string {
  return $prefix + $repeat.repeat($times) + $suffix;
}

/** The hook that a map of links stands for; a link that leads to itself is a loop. */
function realpathOf(symlinks: Readonly<Record<string, string>>): (path: string) => string | null {
  const links = new Map(Object.entries(symlinks));
  return (path) => {
    let names = path.split('/').filter((name) => name !== '');
    for (let at = 1, followed = 0; at <= names.length; at += 1) {
      const target = links.get(`/${names.slice(0, at).join('/')}`);
      if (target === undefined) continue;
      followed += 1;
      if (followed > 40) return null;
      names = [...target.split('/').filter((name) => name !== ''), ...names.slice(at)];
      at = 0;
    }
    return `/${names.join('/')}`;
  };
}

function contextOf(overrides: Partial<CaseContext> = {}): RuleContext & { readonly now: string } {
  const { symlinks, ...context } = { ...fixture.context, ...overrides };
  return { ...context, realpath: realpathOf(symlinks) };
}

for (const tier of new Set(fixture.cases.map((one) => one.tier))) {
  const cases = fixture.cases.filter((one) => one.tier === tier);
  describe(`decides the cases of tier ${tier}`, () => {
    test.each(cases)('$id $expected: $why', ({ rules, tool, args, expected, context, max_ms }) => {
      const { now, ...world } = contextOf(context);
      const started = performance.now();
      const set = createRuleSet(rules as RuleInput[], world);
      const { decision } = set.decide({ tool_name: tool, tool_args: args }, { now });
      const spent = performance.now() - started;
      expect(decision).toBe(expected);
      if (max_ms !== undefined) expect(spent).toBeLessThan(max_ms);
    });
  });
}

describe('suggests for a call', () => {
  test.each(fixture.suggestions)('$id: $why', (suggestion) => {
    const { tool, args, first, includes = [], never = [], max_count } = suggestion;
    const { now, ...world } = contextOf();
    const call = { tool_name: tool, tool_args: args };
    const offered = createRuleSet([], world).suggest(call, { now });
    if (first !== undefined) expect(offered[0]).toBe(first);
    expect(offered).toEqual(expect.arrayContaining([...includes]));
    for (const rule of never) expect(offered).not.toContain(rule);
    expect(offered.length).toBeLessThanOrEqual(max_count ?? 5);
    for (const rule of offered) {
      const saved = createRuleSet([{ effect: 'allow', rule }], world);
      expect(saved.decide(call, { now }).decision).toBe('allowed');
    }
  });
});
