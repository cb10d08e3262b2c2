import type { PermissionRule } from '@hitl/protocol';
import { storeError } from '../errors.ts';
import type { PermissionStore, RuleOwner } from '../permission-store.ts';
import { createRuleListStore, type ChangedRules } from '../rule-list.ts';
import { isDuplicate, type MongoDatabase } from './database.ts';
import { createUse } from './use.ts';

/** MongoDB's limit is 16 MiB. */
const MOST_BYTES = 15 * 1024 * 1024;

/** The permission store over MongoDB. */
export function createMongoPermissions(database: MongoDatabase): PermissionStore {
  const { use, now, close } = createUse(database);

  /** Reads, changes and writes back, and repeats that if someone else has written in between. */
  async function change<T>(
    owner: RuleOwner,
    work: (rules: readonly PermissionRule[]) => ChangedRules<T>,
  ): Promise<T> {
    const collections = await use();
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

  return createRuleListStore({
    change,
    now: async () => (await now()).getTime(),
    async read({ tenantId, userId }) {
      const collections = await use();
      const found = await collections.rules.findOne({ tenant_id: tenantId, user_id: userId });
      return found?.rules ?? [];
    },
    async version({ tenantId, userId }) {
      const collections = await use();
      const found = await collections.rules.findOne(
        { tenant_id: tenantId, user_id: userId },
        { projection: { version: 1 } },
      );
      return found?.version ?? 0;
    },
    close,
  });
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
