import { formatTime } from '@hitl/protocol/fold';
import type { PermissionRule } from '@hitl/protocol';
import type { NewRule, PermissionStore, RuleOwner } from './permission-store.ts';

/** The rules of a user after a change, and what the change returns. */
export interface ChangedRules<T> {
  /** Absent: the change changes nothing. */
  readonly rules?: readonly PermissionRule[];
  /** Whether the version increases. */
  readonly isNewVersion: boolean;
  readonly result: T;
}

/** Keeps the rules of each user as one list. */
export interface RuleLists extends Pick<PermissionStore, 'version' | 'close'> {
  /** In milliseconds since the epoch. */
  now(): Promise<number>;
  read(owner: RuleOwner): Promise<readonly PermissionRule[]>;
  /** Changes a list atomically: `work` is called again if someone else has changed it meanwhile. */
  change<T>(
    owner: RuleOwner,
    work: (rules: readonly PermissionRule[]) => ChangedRules<T>,
  ): Promise<T>;
}

/** Creates a store of rules that are kept as lists. */
export function createRuleListStore(lists: RuleLists): PermissionStore {
  return {
    async rules(owner) {
      return (await lists.read(owner)).map((rule) => ({ ...rule }));
    },

    async save(owner, rules) {
      if (rules.length === 0) return [];
      const time = await lists.now();
      return lists.change(owner, (standing) => {
        const { saved, changes, all } = saveRules(standing, rules, time);
        const isNewVersion = changes.length > 0;
        return { result: saved, isNewVersion, ...(isNewVersion && { rules: all }) };
      });
    },

    revoke: (owner, pattern) =>
      lists.change(owner, (standing) => {
        const rules = standing.filter((rule) => rule.pattern !== pattern);
        const isNewVersion = rules.length < standing.length;
        return { result: isNewVersion, isNewVersion, ...(isNewVersion && { rules }) };
      }),

    version: (owner) => lists.version(owner),

    touch(owner, ruleIds, at) {
      const used = new Set(ruleIds);
      return lists.change(owner, (standing) => {
        const isUsed = standing.some(({ id }) => used.has(id));
        const rules = standing.map((rule) =>
          used.has(rule.id) ? { ...rule, last_used_at: at } : rule,
        );
        return { result: undefined, isNewVersion: false, ...(isUsed && { rules }) };
      });
    },

    close: () => lists.close(),
  };
}

/** A rule that saving adds or changes. */
export interface RuleChange {
  readonly rule: NewRule;
  /** Absent: it is added. */
  readonly before: PermissionRule | undefined;
  readonly after: PermissionRule;
}

/** Saves rules to those of a user, oldest first. A pattern is unique per session. */
export function saveRules(
  standing: readonly PermissionRule[],
  rules: readonly NewRule[],
  now: number,
): {
  /** The new rules as stored, in their order. */
  readonly saved: readonly PermissionRule[];
  readonly changes: readonly RuleChange[];
  /** All rules of the user. */
  readonly all: readonly PermissionRule[];
} {
  const byKey = new Map(standing.map((rule) => [keyOf(rule.pattern, rule.session_id), rule]));
  const changes: RuleChange[] = [];
  const saved = rules.map((rule) => {
    const key = keyOf(rule.pattern, rule.sessionId);
    const before = byKey.get(key);
    const after = before === undefined ? addedRule(rule, now) : changedRule(before, rule);
    if (after !== before) changes.push({ rule, before, after });
    byKey.set(key, after);
    return { ...after };
  });
  return { saved, changes, all: [...byKey.values()] };
}

function keyOf(pattern: string, sessionId: string | undefined): string {
  return JSON.stringify([sessionId ?? null, pattern]);
}

/** The rule as it is stored first. */
function addedRule(rule: NewRule, now: number): PermissionRule {
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
function changedRule(standing: PermissionRule, rule: NewRule): PermissionRule {
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
