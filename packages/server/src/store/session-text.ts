import type { SessionKey } from './store.ts';

/** A text that names a session among those of all tenants, for maps. */
export function sessionText({ tenantId, sessionId }: SessionKey): string {
  return JSON.stringify([tenantId, sessionId]);
}
