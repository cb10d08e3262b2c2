import type { RiskLevel } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { formatTime } from '@hitl/protocol/fold';
import type { ApprovalPolicy, PolicyDecision } from './agent.ts';
import { createRuleSet, type RuleContext, type RuleEffect, type RuleSet } from '@hitl/permissions';

/** One line of a policy. */
export interface PolicyRule {
  /** A rule pattern, such as `bash(git status:*)`. */
  readonly when: string;
  readonly decision: PolicyDecision['decision'];
  readonly riskLevel?: RiskLevel;
  /** Passed to the model (`auto_deny`) or shown to the person who is asked. */
  readonly reason?: string;
  /** With `require_human`: rules to offer for remembering. */
  readonly suggestedPatterns?: readonly string[];
  /** With `require_human`: suggested lifetime of a saved rule, in milliseconds. */
  readonly expiresInMs?: number;
}

/** A line with an invalid pattern. */
export class PolicyError extends HitlError {
  /** Which line, from 0. */
  readonly index: number;

  constructor(index: number, message: string) {
    super('invalid_option', message);
    this.name = 'PolicyError';
    this.index = index;
  }
}

/** How a pattern is matched: an approval narrowly, a denial broadly. */
const EFFECTS: Readonly<Record<PolicyDecision['decision'], RuleEffect>> = {
  auto_approve: 'allow',
  auto_deny: 'deny',
  require_human: 'ask',
};

/** Patterns of a policy never expire, so any instant will do. */
const ANY_TIME = { now: 0 };

/**
 * A policy of rule patterns: the first match decides. If it is unclear whether an `auto_deny`
 * matches, a person decides.
 *
 * @throws PolicyError `invalid_option` for a pattern that cannot be read
 */
export function createRulePolicy(
  rules: readonly PolicyRule[],
  context: RuleContext,
): ApprovalPolicy {
  const lines = rules.map((rule, index): { rule: PolicyRule; set: RuleSet } => {
    // Protected files are not part of the policy: they are denied before it is checked.
    const set = createRuleSet([], { ...context, protectedPaths: undefined });
    const added = set.add({ effect: EFFECTS[rule.decision], rule: rule.when });
    if (!added.ok) throw new PolicyError(index, `"${rule.when}" is not a rule: ${added.reason}`);
    return { rule, set };
  });
  return {
    shouldApprove(_tool, { toolName, arguments: toolArgs, now }) {
      for (const { rule, set } of lines) {
        const { decision, final } = set.decide({ toolName, toolArgs }, ANY_TIME);
        if (!final) continue;
        const { when: _when, expiresInMs: lasts, ...own } = rule;
        const hint = lasts === undefined ? undefined : formatTime(Date.parse(now) + lasts);
        const answer = { ...own, ...(hint !== undefined && { expiresAtHint: hint }) };
        // If a denial is in doubt, a person decides.
        return decision === 'ask' ? { ...answer, decision: 'require_human' } : answer;
      }
      return null;
    },
  };
}
