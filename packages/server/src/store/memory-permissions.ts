import type { PermissionRule } from '@hitl/protocol';
import type { MemoryOptions } from './memory.ts';
import type { PermissionStore, RuleOwner } from './permission-store.ts';
import { createRuleListStore } from './rule-list.ts';

/** Creates a store of rules in memory, for tests and pages; a restart loses them. */
export function createMemoryPermissionStore({
  now = Date.now,
}: MemoryOptions = {}): PermissionStore {
  const versions = new Map<string, number>();
  const lists = new Map<string, readonly PermissionRule[]>();
  return createRuleListStore({
    now: async () => now(),
    read: async (owner) => lists.get(idOf(owner)) ?? [],
    version: async (owner) => versions.get(idOf(owner)) ?? 0,
    async change(owner, work) {
      const id = idOf(owner);
      const { rules, isNewVersion, result } = work(lists.get(id) ?? []);
      if (rules !== undefined) lists.set(id, rules);
      if (isNewVersion) versions.set(id, (versions.get(id) ?? 0) + 1);
      return result;
    },
    async close() {},
  });
}

function idOf({ tenantId, userId }: RuleOwner): string {
  return JSON.stringify([tenantId, userId]);
}
