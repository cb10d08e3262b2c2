import { formatTime, parseTime } from '@hitl/protocol/fold';
import type { RiskLevel } from '@hitl/protocol';
import { parseRule } from '@hitl/permissions';
import type { DescribedTool } from '../agents/tool.ts';
import { given } from '../base/given.ts';
import type { PolicyDecision } from '../agents/agent.ts';
import type { CallDescription, RuleCache, ScopedCall } from './rules.ts';
import { RISKS } from './external-words.ts';

/** Suggestions of a policy for the rule that a person may save. */
export type SuggestedRules = Pick<PolicyDecision, 'suggestedPatterns' | 'expiresAtHint'>;

/**
 * Description of a call for a person, with the rules to offer. Combines rules, tool and policy; if
 * they differ, the stricter one counts.
 */
export interface DescribedCall extends CallDescription {
  /** Suggested expiry of the rule. */
  readonly expiresAtHint?: string;
  readonly riskLevel?: RiskLevel;
}

/** Permission types, from narrow to broad. */
const TYPES: readonly CallDescription['permissionType'][] = ['read', 'write', 'command', 'all'];

/** Sources of a description besides the rules. */
export interface DescriptionSources {
  readonly tool: DescribedTool | undefined;
  /** Facts that the tool has looked up. */
  readonly looked?: Readonly<Record<string, unknown>>;
  readonly policy?: SuggestedRules | undefined;
  /** Metadata from an external loop: it may narrow the offer, never widen it. */
  readonly attached?: Readonly<Record<string, unknown>>;
}

/** Whether the tool forbids rules for this call. */
export function isOneTime(tool: DescribedTool, args: Readonly<Record<string, unknown>>): boolean {
  return tool.rememberable === false || tool.describeCall?.(args)['rememberable'] === false;
}

/**
 * Describes a call for the person who is asked.
 * @throws Error if the tool or the policy suggests an invalid expiry, or the tool throws.
 */
export async function describeCall(
  rules: RuleCache,
  call: ScopedCall,
  { tool, looked = {}, policy = {}, attached = {} }: DescriptionSources,
): Promise<DescribedCall> {
  const description = await rules.describe(call);
  const facts = tool?.describeCall?.(call.toolArgs) ?? {};
  const own = readFacts(facts);
  const { suggestedPatterns: claimed, expiresAtHint: claimedHint } = readFacts(attached);
  const rememberable =
    description.rememberable &&
    tool?.rememberable !== false &&
    facts['rememberable'] !== false &&
    attached['rememberable'] !== false;
  const wanted = inBoth(own.suggestedPatterns, policy.suggestedPatterns);
  const suggestions = !rememberable
    ? []
    : wanted === undefined
      ? description.suggestions
      : [description.resource, ...(await covering(rules, call, wanted))];
  const hint = earliest(own.expiresAtHint, policy.expiresAtHint, claimedHint);
  return {
    ...description,
    facts: { ...description.facts, ...looked, ...facts },
    preview: own.argsPreview ?? description.preview,
    permissionType: higher(TYPES, description.permissionType, own.permissionType),
    rememberable,
    suggestions: narrowed([...new Set(suggestions)], claimed),
    offers: rememberable && (wanted ?? claimed) === undefined ? description.offers : [],
    ...given({ expiresAtHint: hint, riskLevel: own.riskLevel }),
  };
}

/** The higher of two values of a scale. */
function higher<T>(scale: readonly T[], one: T, other: T | undefined): T {
  return other !== undefined && scale.indexOf(other) > scale.indexOf(one) ? other : one;
}

interface ReadFacts extends SuggestedRules {
  readonly argsPreview?: string;
  readonly permissionType?: CallDescription['permissionType'];
  readonly riskLevel?: RiskLevel;
}

/** The facts of a tool that the server interprets; facts of another shape are only shown. */
function readFacts(facts: Readonly<Record<string, unknown>>): ReadFacts {
  const { args_preview: preview, suggested_patterns: patterns, expires_at_hint: hint } = facts;
  const texts = Array.isArray(patterns) ? (patterns as unknown[]) : undefined;
  return given({
    argsPreview: typeof preview === 'string' ? preview : undefined,
    permissionType: TYPES.find((one) => one === facts['permission_type']),
    riskLevel: RISKS.find((one) => one === facts['risk_level']),
    suggestedPatterns: texts?.filter((pattern) => typeof pattern === 'string'),
    expiresAtHint: typeof hint === 'string' ? hint : undefined,
  });
}

/** Suggestions common to both; `undefined` if neither suggests anything. */
function inBoth(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((pattern) => other.includes(pattern));
}

/** The exact rule, and those of the others that the caller wants to offer. */
function narrowed(
  [exact, ...others]: readonly string[],
  claimed: readonly string[] | undefined,
): readonly string[] {
  if (exact === undefined) return [];
  return [exact, ...others.filter((one) => claimed === undefined || claimed.includes(one))];
}

/** Suggestions that are valid rules and would allow the call. */
async function covering(
  rules: RuleCache,
  call: ScopedCall,
  patterns: readonly string[],
): Promise<string[]> {
  const covers = await Promise.all(
    patterns.map(async (pattern) => parseRule(pattern).ok && rules.wouldAllow(call, [pattern])),
  );
  return patterns.filter((_, index) => covers[index] === true);
}

function earliest(...hints: readonly (string | undefined)[]): string | undefined {
  const times = hints.flatMap((hint) => {
    if (hint === undefined) return [];
    const time = parseTime(hint);
    if (time === null)
      throw new Error(`The suggested expiry ${JSON.stringify(hint)} is not a time`);
    return [time];
  });
  return times.length === 0 ? undefined : formatTime(Math.min(...times));
}
