import type { SecretStore } from '../secret-store.ts';
import { findNewest } from './append.ts';
import { placeOf } from '../rows/place.ts';
import type { MongoDatabase } from './database.ts';
import { settle } from './projection.ts';

/** The secret store over MongoDB. */
export function createMongoSecrets(database: MongoDatabase): SecretStore {
  return {
    async put(key, { id, sealed }) {
      const collections = await database.ready();
      const newest = await findNewest(collections, key);
      const base = newest?.base ?? 0;
      await collections.secrets.insertOne({ ...placeOf(key), secret_id: id, sealed, base });
    },
    async list(key) {
      const collections = await database.ready();
      await settle(collections, placeOf(key));
      const found = await collections.secrets.find(placeOf(key)).sort({ secret_id: 1 }).toArray();
      return found.map(({ secret_id: id, sealed }) => ({ id, sealed }));
    },
    async remove(key) {
      const collections = await database.ready();
      await collections.secrets.deleteMany(placeOf(key));
    },
    close: () => database.close(),
  };
}
