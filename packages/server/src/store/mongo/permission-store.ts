import type { PermissionRule } from '@hitl/protocol';
import { storeError } from '../errors.ts';
import type { PermissionStore, RuleOwner } from '../permission-store.ts';
import { createRuleListStore, NO_RULES } from '../rule-list.ts';
import { isDuplicate, type MongoDatabase } from './database.ts';

/** MongoDB's limit is 16 MiB. */
const MOST_BYTES = 15 * 1024 * 1024;

/** The permission store over MongoDB. */
export function createMongoPermissions(database: MongoDatabase): PermissionStore {
  return createRuleListStore({
    now: async () => (await database.now()).getTime(),
    async read(owner) {
      const { rules } = await database.ready();
      return (await rules.findOne(idOf(owner))) ?? NO_RULES;
    },
    async version(owner) {
      const { rules } = await database.ready();
      const found = await rules.findOne(idOf(owner), { projection: { version: 1 } });
      return found?.version ?? 0;
    },
    async replace(owner, { rules, version, revision }) {
      refuseTooMuch(rules);
      const collections = await database.ready();
      const next = { rules: [...rules], version, revision };
      if (revision === 1) {
        return isAdded(collections.rules.insertOne({ ...idOf(owner), ...next }));
      }
      const before = { ...idOf(owner), revision: revision - 1 };
      const { matchedCount } = await collections.rules.updateOne(before, { $set: next });
      return matchedCount > 0;
    },
    close: () => database.close(),
  });
}

function idOf({ tenantId, userId }: RuleOwner) {
  return { tenant_id: tenantId, user_id: userId };
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
