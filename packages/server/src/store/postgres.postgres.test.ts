import {
  describeDurablePermissionStore,
  describePermissionStore,
} from '../testing/describe-permission-store.ts';
import {
  describeDurableSessionStore,
  describeSessionStore,
} from '../testing/describe-session-store.ts';
import { describeSecretStore } from '../testing/describe-secret-store.ts';
import { freshSchema } from './postgres.fixture.ts';
import {
  createPostgresPermissionStore,
  createPostgresSecretStore,
  createPostgresStore,
} from './postgres.ts';

const openSessions = async () => {
  const newPool = await freshSchema();
  return {
    store: createPostgresStore({ pool: newPool() }),
    connect: async () => createPostgresStore({ pool: newPool() }),
  };
};

const openPermissions = async () => {
  const newPool = await freshSchema();
  return {
    store: createPostgresPermissionStore({ pool: newPool() }),
    connect: async () => createPostgresPermissionStore({ pool: newPool() }),
  };
};

describeSessionStore('PostgreSQL, two pools', openSessions);
describeDurableSessionStore('PostgreSQL', openSessions);
describePermissionStore('PostgreSQL, two pools', openPermissions);
describeDurablePermissionStore('PostgreSQL', openPermissions);
describeSecretStore('PostgreSQL, the database of the sessions', async () => {
  const newPool = await freshSchema();
  return {
    store: createPostgresSecretStore({ pool: newPool() }),
    connect: async () => createPostgresSecretStore({ pool: newPool() }),
    sessions: createPostgresStore({ pool: newPool() }),
  };
});
