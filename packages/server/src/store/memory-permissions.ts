import type { MemoryOptions } from './memory.ts';
import type { PermissionStore, RuleOwner } from './permission-store.ts';
import { createRuleListStore, NO_RULES, type RuleList } from './rule-list.ts';

/** Creates a store of rules in memory, for tests and pages; a restart loses them. */
export function createMemoryPermissionStore({
  now = Date.now,
}: MemoryOptions = {}): PermissionStore {
  const lists = new Map<string, RuleList>();
  const find = (owner: RuleOwner): RuleList => lists.get(idOf(owner)) ?? NO_RULES;
  return createRuleListStore({
    now: async () => now(),
    read: async (owner) => find(owner),
    version: async (owner) => find(owner).version,
    async replace(owner, list) {
      if (find(owner).revision + 1 !== list.revision) return false;
      lists.set(idOf(owner), list);
      return true;
    },
    async close() {},
  });
}

function idOf({ tenantId, userId }: RuleOwner): string {
  return JSON.stringify([tenantId, userId]);
}
