import type { SessionKey } from './store.ts';

/** A unique string for a session among those of all tenants, as a key of maps. */
export function sessionText({ tenantId, sessionId }: SessionKey): string {
  return JSON.stringify([tenantId, sessionId]);
}
