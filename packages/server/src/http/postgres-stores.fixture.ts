import { createPostgresBus } from '../store/bus/postgres.ts';
import { freshSchema } from '../store/postgres.fixture.ts';
import { createPostgresPermissionStore, createPostgresStore } from '../store/postgres.ts';
import { ownStores, type SharedStores } from './shared-stores.fixture.ts';

/** Servers that share nothing but a schema. For files named `*.postgres.test.ts`. */
export async function postgresStores(): Promise<SharedStores> {
  const newPool = await freshSchema();
  const channel = `hitl_${crypto.randomUUID()}`;
  return (onListening = () => {}) => {
    const pool = newPool();
    const bus = createPostgresBus({ pool, channel, onListening });
    return ownStores(createPostgresStore({ pool }), createPostgresPermissionStore({ pool }), bus);
  };
}
