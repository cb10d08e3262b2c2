import { formatTime } from '@hitl/protocol/fold';
import type { PermissionRule } from '@hitl/protocol';
import type { NewRule } from './permission-store.ts';

/** Key of a rule among those of its owner: a pattern is unique per session. */
export function keyOf(pattern: string, sessionId: string | undefined): string {
  return JSON.stringify([sessionId ?? null, pattern]);
}

/** The rule as it is stored first. */
export function addedRule(rule: NewRule, now: number): PermissionRule {
  return {
    id: crypto.randomUUID(),
    pattern: rule.pattern,
    effect: rule.effect,
    ...(rule.sessionId === undefined
      ? { scope: 'always' }
      : { scope: 'session', session_id: rule.sessionId }),
    created_at: formatTime(now),
    ...(rule.expiresAt !== undefined && { expires_at: rule.expiresAt }),
    source: rule.source,
  };
}

/** The stored rule with the effect and expiry of the new one; the same object if both are equal. */
export function changedRule(standing: PermissionRule, rule: NewRule): PermissionRule {
  if (standing.effect === rule.effect && standing.expires_at === rule.expiresAt) return standing;
  const { expires_at: _, ...lasting } = standing;
  return {
    ...lasting,
    effect: rule.effect,
    // The source is the last change of the effect; a new expiry alone does not change it.
    source: standing.effect === rule.effect ? standing.source : rule.source,
    ...(rule.expiresAt !== undefined && { expires_at: rule.expiresAt }),
  };
}
