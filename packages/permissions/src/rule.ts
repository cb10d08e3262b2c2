/** Effect of a rule on a call that it matches. */
export type RuleEffect = 'allow' | 'deny' | 'ask';

/** A rule as it is written and stored. */
export interface RuleInput {
  readonly effect: RuleEffect;
  /** `tool(pattern)`, exactly as it was typed. */
  readonly rule: string;
  /**
   * The rule expires at this time. RFC 3339, or a `Date`; a time without a zone is UTC. Absent or null:
   * never.
   */
  readonly expiresAt?: string | Date | null | undefined;
  /** Default: effect and text. A rule with the id of an existing one replaces it. */
  readonly id?: string | undefined;
}

/** A rule in the index. */
export interface Rule {
  readonly id: string;
  readonly effect: RuleEffect;
  readonly text: string;
  /** Exact name of a tool, or a glob of names. `*` if the name cannot be parsed. */
  readonly tool: string;
  readonly pattern: string;
  /** Milliseconds since 1970; `Infinity` for never. */
  readonly expires: number;
  /** Why it can never match, for any tool; there may be further reasons for a kind of tool. */
  readonly problem: string | undefined;
}

/** A rule split into tool name and pattern, or the reason why it is invalid. */
export type SplitRule =
  | { readonly ok: true; readonly tool: string; readonly pattern: string; readonly bare: boolean }
  | { readonly ok: false; readonly reason: string; readonly tool: string };

/** Longest rule, in UTF-16 units. */
export const MAX_RULE_LENGTH = 4096;

const TOOL = /^[A-Za-z0-9_\-.:/@*]+/;

/**
 * Splits `tool(pattern)` at its first `(` and its last `)`. A bare tool name is equivalent to `tool(*)`, and
 * is marked; as an allow rule it is invalid.
 */
export function splitRule(text: string, effect: RuleEffect): SplitRule {
  const rule = text.trim();
  const tool = TOOL.exec(rule)?.[0] ?? '';
  const about = tool === '' ? '*' : tool;
  const fail = (reason: string): SplitRule => ({ ok: false, reason, tool: about });
  if (text.length > MAX_RULE_LENGTH) {
    return fail(`The rule has ${text.length} characters; ${MAX_RULE_LENGTH} is the most.`);
  }
  if (rule.includes('\0')) return fail('The rule holds a NUL character.');
  if (tool === '') return fail('The rule has to begin with the name of a tool.');
  if (rule.length === tool.length) {
    if (effect !== 'allow') return { ok: true, tool, pattern: '*', bare: true };
    return fail(`${tool} alone allows nothing; write ${tool}(*) for the whole tool.`);
  }
  if (rule[tool.length] !== '(' || !rule.endsWith(')')) {
    return fail('The rule is not of the form tool(pattern), such as bash(npm run test:*).');
  }
  const pattern = rule.slice(tool.length + 1, -1);
  if (pattern.trim() === '') return fail('The pattern is empty; tool(*) is the whole tool.');
  return { ok: true, tool, pattern, bare: false };
}

/** The text of a rule for a tool and a pattern. */
export function formatRule(tool: string, pattern: string): string {
  return `${tool}(${pattern})`;
}

/** The default id of a rule. */
export function defaultRuleId(effect: RuleEffect, rule: string): string {
  return `${effect} ${rule.trim()}`;
}

/** The first rule that `match` returns for a reading of a call. */
export function firstRule<Reading>(
  readings: Iterable<Reading>,
  match: (reading: Reading) => Rule | undefined,
): Rule | undefined {
  for (const reading of readings) {
    const rule = match(reading);
    if (rule !== undefined) return rule;
  }
  return undefined;
}
