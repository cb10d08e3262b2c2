import { formatTime } from '@hitl/protocol/fold';
import type { PermissionRule } from '@hitl/protocol';
import type { MemoryOptions } from './memory.ts';
import type { NewRule, PermissionStore, RuleOwner } from './permission-store.ts';

interface Shelf {
  version: number;
  /** By session and pattern, oldest first. */
  readonly rules: Map<string, PermissionRule>;
}

/** Keeps rules in this process, for tests and pages: a restart forgets them. */
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
      const time = formatTime(now());
      let changed = false;
      const saved = rules.map((rule) => {
        const id = JSON.stringify([rule.session_id ?? null, rule.pattern]);
        const standing = shelf.rules.get(id);
        const next = standing === undefined ? addRule(rule, time) : changeRule(standing, rule);
        if (next !== standing) {
          shelf.rules.set(id, next);
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

function idOf({ tenant_id: tenantId, user_id: userId }: RuleOwner): string {
  return JSON.stringify([tenantId, userId]);
}

function addRule(rule: NewRule, time: string): PermissionRule {
  return {
    id: crypto.randomUUID(),
    pattern: rule.pattern,
    effect: rule.effect,
    ...(rule.session_id === undefined
      ? { scope: 'always' }
      : { scope: 'session', session_id: rule.session_id }),
    created_at: time,
    ...(rule.expires_at !== undefined && { expires_at: rule.expires_at }),
    source: rule.source,
  };
}

/** The standing rule with the effect and expiry of the new one; itself where they are the same. */
function changeRule(standing: PermissionRule, rule: NewRule): PermissionRule {
  if (standing.effect === rule.effect && standing.expires_at === rule.expires_at) return standing;
  const { expires_at: _, ...lasting } = standing;
  return {
    ...lasting,
    effect: rule.effect,
    // Who changed what a rule does wrote it; who only moved its end did not.
    source: standing.effect === rule.effect ? standing.source : rule.source,
    ...(rule.expires_at !== undefined && { expires_at: rule.expires_at }),
  };
}
