import {
  describeDurablePermissionStore,
  describePermissionStore,
} from '../testing/describe-permission-store.ts';
import {
  describeDurableSessionStore,
  describeSessionStore,
} from '../testing/describe-session-store.ts';
import { describeSecretStore } from '../testing/describe-secret-store.ts';
import { freshMongo } from './mongo.fixture.ts';
import {
  createMongoPermissionStore,
  createMongoSecretStore,
  createMongoSessionStore,
} from './mongodb.ts';

const openSessions = async () => {
  const connect = freshMongo();
  return {
    store: createMongoSessionStore({ db: connect() }),
    connect: async () => createMongoSessionStore({ db: connect() }),
  };
};

const openPermissions = async () => {
  const connect = freshMongo();
  return {
    store: createMongoPermissionStore({ db: connect() }),
    connect: async () => createMongoPermissionStore({ db: connect() }),
  };
};

describeSessionStore('MongoDB, two clients', openSessions);
describeDurableSessionStore('MongoDB', openSessions);
describePermissionStore('MongoDB, two clients', openPermissions);
describeDurablePermissionStore('MongoDB', openPermissions);
describeSecretStore('MongoDB, the database of the sessions', async () => {
  const connect = freshMongo();
  return {
    store: createMongoSecretStore({ db: connect() }),
    connect: async () => createMongoSecretStore({ db: connect() }),
    sessions: createMongoSessionStore({ db: connect() }),
  };
});
