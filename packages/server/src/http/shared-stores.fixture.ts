import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EngineOptions } from '../engine/options.ts';
import type { Bus } from '../store/bus/bus.ts';
import { createSqliteBus } from '../store/bus/sqlite.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import { createSqlitePermissionStore, createSqliteStore, openSqlite } from '../store/sqlite.ts';
import type { SessionStore } from '../store/store.ts';
import { createFeed } from '../streams/create-feed.ts';

/** What a server has of its own, on what it shares with others. */
export type OwnStores = Pick<EngineOptions, 'store' | 'permissions' | 'bus' | 'feed'>;

/** Each call is another server on the same stores; it may say when the server hears the others. */
export type SharedStores = (onListening?: () => void) => OwnStores;

/** What a server needs, with a feed of what it stores. The bus is closed after the test. */
export function ownStores(store: SessionStore, permissions: PermissionStore, bus: Bus): OwnStores {
  onTestFinished(() => bus.close());
  return { store, permissions, bus, feed: createFeed({ store, bus }) };
}

/** Servers that share nothing but a file, which is gone after the test. */
export function sqliteStores(): SharedStores {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-shared-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return () => {
    const database = openSqlite({ path: join(folder, 'hitl.db') });
    onTestFinished(() => {
      database.close();
    });
    const bus = createSqliteBus({ database, intervalMs: 20 });
    const permissions = createSqlitePermissionStore({ database });
    return ownStores(createSqliteStore({ database }), permissions, bus);
  };
}
