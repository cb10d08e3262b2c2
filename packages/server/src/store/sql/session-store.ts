import type { SessionStore } from '../store.ts';
import type { SqlEngine } from './engine.ts';
import { createAuditRows } from './audit-rows.ts';
import { createInteractionRows } from './interaction-rows.ts';
import { createRunRows } from './run-rows.ts';
import { createSessionLog } from './session-log.ts';

/** Creates the session store for a SQL engine. Closing it closes the engine. */
export function createSqlSessionStore(engine: SqlEngine): SessionStore {
  return {
    ...createSessionLog(engine),
    ...createRunRows(engine),
    ...createInteractionRows(engine),
    ...createAuditRows(engine),
    close: () => engine.close(),
  };
}
