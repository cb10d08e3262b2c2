import type { PermissionRule } from '@hitl/protocol';
import { storeError } from '../errors.ts';
import type { PermissionStore, RuleOwner } from '../permission-store.ts';
import { addedRule, changedRule, keyOf } from '../rule-change.ts';
import { isDuplicate, type MongoDatabase } from './database.ts';
import { createUse } from './use.ts';

/** What a change makes of a user's rules; nothing where it changes none. */
interface Change<T> {
  readonly rules?: readonly PermissionRule[];
  readonly isNewVersion: boolean;
  readonly result: T;
}

/** MongoDB takes 16 MiB. */
const MOST_BYTES = 15 * 1024 * 1024;

/** The permission store over MongoDB. */
export function createMongoPermissions(database: MongoDatabase): PermissionStore {
  const { use, close } = createUse(database);

  /** Reads, changes and writes back, until no one else has written in between. */
  async function change<T>(
    owner: RuleOwner,
    work: (rules: readonly PermissionRule[]) => Change<T>,
  ): Promise<T> {
    const { collections } = await use();
    const who = { tenant_id: owner.tenantId, user_id: owner.userId };
    for (;;) {
      const found = await collections.rules.findOne(who);
      const { rules, isNewVersion, result } = work(found?.rules ?? []);
      if (rules === undefined) return result;
      refuseTooMuch(rules);
      const { version = 0, revision = 0 } = found ?? {};
      const next = {
        rules: [...rules],
        version: version + (isNewVersion ? 1 : 0),
        revision: revision + 1,
      };
      if (found !== null) {
        const { matchedCount } = await collections.rules.updateOne(
          { ...who, revision },
          { $set: next },
        );
        if (matchedCount > 0) return result;
      } else if (await isAdded(collections.rules.insertOne({ ...who, ...next }))) {
        return result;
      }
    }
  }

  return {
    async rules({ tenantId, userId }) {
      const { collections } = await use();
      const found = await collections.rules.findOne({ tenant_id: tenantId, user_id: userId });
      return found?.rules ?? [];
    },

    async save(owner, rules) {
      if (rules.length === 0) return [];
      const time = (await database.now()).getTime();
      return change(owner, (standing) => {
        const byKey = new Map(standing.map((rule) => [keyOf(rule.pattern, rule.session_id), rule]));
        let isNewVersion = false;
        const saved = rules.map((rule) => {
          const ruleKey = keyOf(rule.pattern, rule.sessionId);
          const before = byKey.get(ruleKey);
          const after = before === undefined ? addedRule(rule, time) : changedRule(before, rule);
          if (after !== before) isNewVersion = true;
          byKey.set(ruleKey, after);
          return after;
        });
        const result = saved.map((rule) => ({ ...rule }));
        return isNewVersion
          ? { rules: [...byKey.values()], isNewVersion, result }
          : { isNewVersion, result };
      });
    },

    async revoke(owner, pattern) {
      return change(owner, (standing) => {
        const rules = standing.filter((rule) => rule.pattern !== pattern);
        return rules.length < standing.length
          ? { rules, isNewVersion: true, result: true }
          : { isNewVersion: false, result: false };
      });
    },

    async version({ tenantId, userId }) {
      const { collections } = await use();
      const found = await collections.rules.findOne(
        { tenant_id: tenantId, user_id: userId },
        { projection: { version: 1 } },
      );
      return found?.version ?? 0;
    },

    async touch(owner, ruleIds, at) {
      const used = new Set(ruleIds);
      await change(owner, (standing) => {
        if (!standing.some(({ id }) => used.has(id))) {
          return { isNewVersion: false, result: undefined };
        }
        const rules = standing.map((rule) =>
          used.has(rule.id) ? { ...rule, last_used_at: at } : rule,
        );
        return { rules, isNewVersion: false, result: undefined };
      });
    },

    async close() {
      close();
    },
  };
}

function refuseTooMuch(rules: readonly PermissionRule[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(rules));
  if (bytes <= MOST_BYTES) return;
  throw storeError(
    'rules_too_large',
    `${rules.length} rules of ${bytes} bytes in all were not saved: MongoDB takes documents of 16 MiB, ` +
      `and here the rules of a user may have ${MOST_BYTES} bytes. Nothing was changed.`,
  );
}

async function isAdded(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
