import { createLookups } from '../lookups.ts';
import type { SessionStore } from '../store.ts';
import type { SqlEngine } from './engine.ts';
import { createSqlRows } from './rows.ts';
import { createSessionLog } from './session-log.ts';

/** Creates the session store for a SQL engine. Closing it closes the engine. */
export function createSqlSessionStore(engine: SqlEngine): SessionStore {
  const lookups = createLookups(createSqlRows(engine));
  return { ...lookups, ...createSessionLog(engine, lookups) };
}
