import { formatTime } from '@hitl/protocol/fold';
import type { PermissionRule } from '@hitl/protocol';
import type { NewRule, PermissionStore, RuleOwner } from './permission-store.ts';

/** The rules of a user as one value. */
export interface RuleList {
  /** Oldest first. */
  readonly rules: readonly PermissionRule[];
  /** Incremented with each change of the rules. */
  readonly version: number;
  /** Incremented with each write, so that no write is lost. */
  readonly revision: number;
}

/** The list of a user who never had rules. */
export const NO_RULES: RuleList = { rules: [], version: 0, revision: 0 };

/** Keeps the rules of each user as one list. */
export interface RuleLists extends Pick<PermissionStore, 'version' | 'close'> {
  /** In milliseconds since the epoch. */
  now(): Promise<number>;
  read(owner: RuleOwner): Promise<RuleList>;
  /** Replaces the list of the revision before. `false`: someone else has replaced it. */
  replace(owner: RuleOwner, list: RuleList): Promise<boolean>;
}

/** Creates a store of rules that are kept as lists. */
export function createRuleListStore(lists: RuleLists): PermissionStore {
  /** Changes the rules of a user; none, if `work` returns the ones that it got. */
  async function change<T>(
    owner: RuleOwner,
    work: (rules: readonly PermissionRule[]) => readonly [readonly PermissionRule[], T],
    { isNewVersion = true } = {},
  ): Promise<T> {
    for (;;) {
      const { rules: standing, version, revision } = await lists.read(owner);
      const [rules, result] = work(standing);
      if (rules === standing) return result;
      const list = { rules, version: version + Number(isNewVersion), revision: revision + 1 };
      if (await lists.replace(owner, list)) return result;
    }
  }

  return {
    async rules(owner) {
      return (await lists.read(owner)).rules.map((rule) => ({ ...rule }));
    },

    async save(owner, rules) {
      if (rules.length === 0) return [];
      const time = await lists.now();
      return change(owner, (standing) => {
        const { saved, changes, all } = saveRules(standing, rules, time);
        return [changes.length > 0 ? all : standing, saved];
      });
    },

    revoke: (owner, pattern) =>
      change(owner, (standing) => {
        const rules = standing.filter((rule) => rule.pattern !== pattern);
        const isGone = rules.length < standing.length;
        return [isGone ? rules : standing, isGone];
      }),

    version: (owner) => lists.version(owner),

    touch(owner, ruleIds, at) {
      const used = new Set(ruleIds);
      const work = (standing: readonly PermissionRule[]) => {
        const rules = standing.map((rule) =>
          used.has(rule.id) ? { ...rule, last_used_at: at } : rule,
        );
        return [standing.some(({ id }) => used.has(id)) ? rules : standing, undefined] as const;
      };
      return change(owner, work, { isNewVersion: false });
    },

    close: () => lists.close(),
  };
}

/** Saves rules to those of a user, oldest first. A pattern is unique per session. */
export function saveRules(
  standing: readonly PermissionRule[],
  rules: readonly NewRule[],
  now: number,
): {
  /** The new rules as stored, in their order. */
  readonly saved: readonly PermissionRule[];
  /** Those that were added or changed. */
  readonly changes: readonly PermissionRule[];
  /** All rules of the user. */
  readonly all: readonly PermissionRule[];
} {
  const byKey = new Map(standing.map((rule) => [keyOf(rule.pattern, rule.session_id), rule]));
  const changes: PermissionRule[] = [];
  const saved = rules.map((rule) => {
    const key = keyOf(rule.pattern, rule.sessionId);
    const before = byKey.get(key);
    const after = before === undefined ? addedRule(rule, now) : changedRule(before, rule);
    if (after !== before) changes.push(after);
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
