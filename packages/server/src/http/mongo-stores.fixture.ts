import { freshMongo } from '../store/mongo.fixture.ts';
import {
  createMongoBus,
  createMongoPermissionStore,
  createMongoSessionStore,
} from '../store/mongodb.ts';
import { ownStores, type SharedStores } from './shared-stores.fixture.ts';

/** Servers that share nothing but a database. For files named `*.mongo.test.ts`. */
export function mongoStores(): SharedStores {
  const connect = freshMongo();
  return (onListening = () => {}) => {
    const db = connect();
    const bus = createMongoBus({ db, onListening });
    return ownStores(createMongoSessionStore({ db }), createMongoPermissionStore({ db }), bus);
  };
}
