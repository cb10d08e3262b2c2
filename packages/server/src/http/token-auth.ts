import type { Authenticate, Identity } from './auth.ts';
import { bearerOf, hashOf, sameBytes } from './constant-time.ts';
import { invalidOption } from '../base/invalid-option.ts';

/** What a line may name as the role of its user. */
const ROLES: ReadonlySet<string> = new Set(['reviewer', 'agent', 'service']);

interface Entry {
  readonly hash: Uint8Array;
  readonly identity: Identity;
}

/**
 * Identifies callers by bearer tokens. `lines` has one `TOKEN USER_ID [reviewer|agent|service]` per
 * line; empty lines and those that begin with `#` are ignored. A token is compared by its SHA-256 hash
 * with all tokens, in constant time.
 *
 * @throws HitlError `invalid_option`, naming the line but never the token.
 */
export async function createTokenAuthenticate(lines: string): Promise<Authenticate> {
  const entries = await Promise.all(
    lines
      .split(/\r?\n/)
      .map((line, index) => ({ fields: line.trim().split(/\s+/), number: index + 1 }))
      .filter(({ fields: [first = ''] }) => first !== '' && !first.startsWith('#'))
      .map(({ fields, number }) => readLine(fields, number)),
  );
  if (entries.length === 0) {
    throw invalidOption('There is no token. Write one TOKEN USER_ID per line.');
  }
  const hashes = new Set(entries.map(({ hash }) => hash.join()));
  if (hashes.size < entries.length) {
    throw invalidOption('A token is listed twice. Give each user a different one.');
  }

  return async (request) => {
    const token = bearerOf(request);
    if (token === undefined) return null;
    const hash = await hashOf(token);
    let found: Identity | null = null;
    for (const entry of entries) if (sameBytes(entry.hash, hash)) found = entry.identity;
    return found;
  };
}

async function readLine(fields: readonly string[], number: number): Promise<Entry> {
  const [token, userId, role, ...rest] = fields;
  const isKnown = role === undefined || ROLES.has(role);
  if (token === undefined || userId === undefined || !isKnown || rest.length > 0) {
    throw invalidOption(`Token line ${number} is not TOKEN USER_ID [reviewer|agent|service].`);
  }
  return {
    hash: await hashOf(token),
    identity: { userId, roles: role === undefined ? [] : [role] },
  };
}
