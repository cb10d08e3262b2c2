import { onTestFinished } from 'vitest';
import { createFeed } from '../streams/create-feed.ts';
import { createPostgresBus } from '../store/bus/postgres.ts';
import { freshSchema } from '../store/postgres.fixture.ts';
import { createPostgresPermissionStore, createPostgresStore } from '../store/postgres.ts';
import { describeAgentElsewhere } from './agent-elsewhere.fixture.ts';

describeAgentElsewhere('PostgreSQL', async () => {
  const newPool = await freshSchema();
  const channel = `elsewhere_${crypto.randomUUID().slice(0, 8)}`;
  return () => {
    const pool = newPool();
    const store = createPostgresStore({ pool });
    const bus = createPostgresBus({ pool, channel });
    onTestFinished(() => bus.close());
    const permissions = createPostgresPermissionStore({ pool });
    return { store, permissions, bus, feed: createFeed({ store, bus }) };
  };
});
