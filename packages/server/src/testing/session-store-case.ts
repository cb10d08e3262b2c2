import type { SessionKey, SessionStore } from '../store/store.ts';

/** What one test works on. */
export interface SessionStoreCase {
  readonly store: SessionStore;
  /** The store, and other connections to its data where it can have any. */
  readonly stores: readonly SessionStore[];
  /** Opens another connection to the same data. */
  readonly connect: () => Promise<SessionStore>;
}

/** A session of the first tenant. */
export function key(sessionId = 'ses_1'): SessionKey {
  return { tenant_id: 'default', session_id: sessionId };
}
