import type { SecretStore } from '../secret-store.ts';
import { findNewest } from './append.ts';
import { placeOf } from '../rows/place.ts';
import type { MongoDatabase } from './database.ts';
import { settle } from './projection.ts';
import { createUse } from './use.ts';

/** The secret store over MongoDB. */
export function createMongoSecrets(database: MongoDatabase): SecretStore {
  const { use, close } = createUse(database);
  return {
    async put(key, { id, sealed }) {
      const collections = await use();
      const newest = await findNewest(collections, key);
      const base = newest?.base ?? 0;
      await collections.secrets.insertOne({ ...placeOf(key), secret_id: id, sealed, base });
    },
    async list(key) {
      const collections = await use();
      await settle(collections, placeOf(key));
      const found = await collections.secrets.find(placeOf(key)).sort({ secret_id: 1 }).toArray();
      return found.map(({ secret_id: id, sealed }) => ({ id, sealed }));
    },
    async remove(key) {
      const collections = await use();
      await collections.secrets.deleteMany(placeOf(key));
    },
    close,
  };
}
