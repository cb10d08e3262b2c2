import { IdSchema } from '@hitl/protocol';
import { success, type Result } from '../base/result.ts';
import { invalid } from './problems.ts';

/** The `Idempotency-Key` of a call, for the engine. */
export function readIdempotencyKey(headers: Headers): Result<{ idempotencyKey?: string }> {
  const key = headers.get('idempotency-key');
  if (key === null) return success({});
  if (IdSchema.safeParse(key).success) return success({ idempotencyKey: key });
  return invalid('The Idempotency-Key', [
    { path: '', message: 'must be an id of 1 to 256 characters without control characters' },
  ]);
}

/** The `Last-Event-ID` of a reconnecting reader, if `read` accepts it. */
export function readLastEventId<T>(headers: Headers, read: (id: string) => T | null): T | null {
  const id = headers.get('last-event-id');
  return id === null ? null : read(id);
}

/** Set on every response: no framing, sniffing, caching or transforming. */
export function addSecurityHeaders(headers: Headers): void {
  headers.set('cache-control', 'no-store, no-transform');
  headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  headers.set('cross-origin-resource-policy', 'same-origin');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('vary', 'Accept, Authorization, Cookie, Origin');
  headers.set('x-content-type-options', 'nosniff');
  headers.set('x-frame-options', 'DENY');
}
