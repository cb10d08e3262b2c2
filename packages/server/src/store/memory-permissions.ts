import type { PermissionRule } from '@hitl/protocol';
import type { MemoryOptions } from './memory.ts';
import type { PermissionStore, RuleOwner } from './permission-store.ts';
import { addedRule, changedRule, keyOf } from './rule-change.ts';

interface Shelf {
  version: number;
  /** By session and pattern, oldest first. */
  readonly rules: Map<string, PermissionRule>;
}

/** Creates a store of rules in memory, for tests and pages; a restart loses them. */
export function createMemoryPermissionStore({
  now = Date.now,
}: MemoryOptions = {}): PermissionStore {
  const shelves = new Map<string, Shelf>();
  const shelfOf = (owner: RuleOwner): Shelf | undefined => shelves.get(idOf(owner));

  return {
    async rules(owner) {
      return [...(shelfOf(owner)?.rules.values() ?? [])].map((rule) => ({ ...rule }));
    },

    async save(owner, rules) {
      const shelf = shelfOf(owner) ?? { version: 0, rules: new Map<string, PermissionRule>() };
      shelves.set(idOf(owner), shelf);
      const time = now();
      let changed = false;
      const saved = rules.map((rule) => {
        const ruleKey = keyOf(rule.pattern, rule.sessionId);
        const standing = shelf.rules.get(ruleKey);
        const next = standing === undefined ? addedRule(rule, time) : changedRule(standing, rule);
        if (next !== standing) {
          shelf.rules.set(ruleKey, next);
          changed = true;
        }
        return { ...next };
      });
      if (changed) shelf.version += 1;
      return saved;
    },

    async revoke(owner, pattern) {
      const shelf = shelfOf(owner);
      if (shelf === undefined) return false;
      const gone = [...shelf.rules].filter(([, rule]) => rule.pattern === pattern);
      for (const [id] of gone) shelf.rules.delete(id);
      if (gone.length > 0) shelf.version += 1;
      return gone.length > 0;
    },

    async version(owner) {
      return shelfOf(owner)?.version ?? 0;
    },

    async touch(owner, ruleIds, at) {
      const shelf = shelfOf(owner);
      if (shelf === undefined) return;
      const used = new Set(ruleIds);
      for (const [id, rule] of shelf.rules) {
        if (used.has(rule.id)) shelf.rules.set(id, { ...rule, last_used_at: at });
      }
    },

    async close() {},
  };
}

function idOf({ tenantId, userId }: RuleOwner): string {
  return JSON.stringify([tenantId, userId]);
}
