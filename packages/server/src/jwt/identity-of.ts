import type { JWTPayload } from 'jose';
import type { Identity } from '../http/auth.ts';

/** Names of the claims for user, roles and tenant. */
export interface ClaimNames {
  readonly userClaim: string;
  readonly rolesClaim: string;
  readonly tenantClaim: string | undefined;
}

const MAX_ID = 256;

/**
 * The identity in a token; `null` if a claim is missing or has the wrong type, since an unreadable
 * role might restrict rights, and a token without a tenant belongs to none.
 */
export function identityOf(
  payload: JWTPayload,
  { userClaim, rolesClaim, tenantClaim }: ClaimNames,
): Identity | null {
  const userId = claimOf(payload, userClaim);
  const roles = rolesOf(claimOf(payload, rolesClaim));
  if (!isId(userId) || roles === null) return null;
  if (tenantClaim === undefined) return { userId, roles };
  const tenantId = claimOf(payload, tenantClaim);
  return isId(tenantId) ? { userId, roles, tenantId } : null;
}

/** The claim with this name; else, for a dotted name, the value at that path: `realm_access.roles`. */
function claimOf(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  let value: unknown = payload;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) {
      return undefined;
    }
    value = Reflect.get(value, part);
  }
  return value;
}

/** A list of names, or one string with spaces between them, as scopes are written. */
function rolesOf(claim: unknown): readonly string[] | null {
  if (claim === undefined) return [];
  if (typeof claim === 'string') return claim.split(' ').filter((role) => role !== '');
  if (!Array.isArray(claim)) return null;
  const names = claim.filter((role) => typeof role === 'string');
  return names.length === claim.length ? names : null;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}
