import { onTestFinished } from 'vitest';
import { createPostgresBus } from '../store/bus/postgres.ts';
import { freshSchema } from '../store/postgres.fixture.ts';
import { createPostgresPermissionStore, createPostgresStore } from '../store/postgres.ts';
import { createFeed } from '../streams/create-feed.ts';
import { claimCases } from './claims.cases.fixture.ts';

claimCases(async () => {
  const newPool = await freshSchema();
  const channel = `claims_${crypto.randomUUID().slice(0, 8)}`;
  return () => {
    const pool = newPool();
    const store = createPostgresStore({ pool });
    const bus = createPostgresBus({ pool, channel });
    onTestFinished(() => bus.close());
    const permissions = createPostgresPermissionStore({ pool });
    return { store, permissions, bus, feed: createFeed({ store, bus }) };
  };
});
