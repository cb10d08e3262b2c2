import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFeed } from '../streams/create-feed.ts';
import { createSqliteBus } from '../store/bus/sqlite.ts';
import { createSqlitePermissionStore, createSqliteStore, openSqlite } from '../store/sqlite.ts';
import { describeAgentElsewhere } from './agent-elsewhere.fixture.ts';

describeAgentElsewhere('one SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-elsewhere-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return Promise.resolve(() => {
    const database = openSqlite({ path: join(folder, 'hitl.db') });
    const store = createSqliteStore({ database });
    const bus = createSqliteBus({ database, intervalMs: 20 });
    onTestFinished(async () => {
      await bus.close();
      database.close();
    });
    const permissions = createSqlitePermissionStore({ database });
    return { store, permissions, bus, feed: createFeed({ store, bus }) };
  });
});
