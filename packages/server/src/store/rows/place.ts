import type { SessionKey } from '../store.ts';

/** The columns of a row that name its session. */
export type Place = Readonly<Record<'tenant_id' | 'session_id', string>>;

/** The columns of a key. */
export function placeOf({ tenantId, sessionId }: SessionKey): Place {
  return { tenant_id: tenantId, session_id: sessionId };
}
