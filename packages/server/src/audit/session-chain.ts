import { canonicalJson, sha256 } from '@hitl/protocol/fold';
import type {
  LoadedSession,
  SessionKey,
  SessionStore,
  StoredTrails,
  TrailLinks,
} from '../store/store.ts';
import { readCommits } from './read-events.ts';

/** Key of the session's head in `AuditChain`: no run has an empty id. */
export const SESSION_HEAD = '';

/** First link of a session's chain. */
function sessionOrigin(sessionId: string): Promise<string> {
  return sha256(`session:${sessionId}`);
}

/**
 * Link after which a stripped chain continues, so that it never verifies again. Starting over would
 * create a valid chain for an attacker who emptied it.
 */
export function strippedOrigin(id: string): Promise<string> {
  return sha256(`stripped:${id}`);
}

/**
 * The head of a session after a commit: a hash over the previous head and the newest hash of each
 * trail.
 */
export async function extendSession(
  previous: string,
  trails: readonly TrailLinks[],
): Promise<string> {
  const heads = trails
    .map(({ run_id: id, links }) => [id, links.at(-1)?.hash ?? null] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return sha256(canonicalJson([previous, heads.map((pair) => [...pair])]));
}

/** Every head that a session has had, oldest first, recomputed from its stored trails. */
export async function sessionHeads(
  sessionId: string,
  stored: readonly StoredTrails[],
): Promise<string[]> {
  const heads: string[] = [];
  for (const { trails } of stored) {
    heads.push(await extendSession(heads.at(-1) ?? (await sessionOrigin(sessionId)), trails));
  }
  return heads;
}

/** The hash that the next commit of a session continues from. */
export async function sessionHead(
  store: SessionStore,
  key: SessionKey,
  { chain, commit }: Pick<LoadedSession, 'chain' | 'commit'>,
): Promise<string> {
  const known = Object.hasOwn(chain, SESSION_HEAD) ? chain[SESSION_HEAD] : undefined;
  if (known !== undefined) return known;
  if (commit === 0) return sessionOrigin(key.sessionId);
  const commits = await readCommits(store, key, commit);
  const isOlder = commits.every(({ events }) =>
    events.every((event) => event.type !== 'run_started' || event.data.sealed !== true),
  );
  if (!isOlder) return strippedOrigin(key.sessionId);
  // The log is older than the session chain, which starts with the existing trails.
  const heads = await sessionHeads(key.sessionId, await store.readTrails(key));
  return heads.at(-1) ?? sessionOrigin(key.sessionId);
}
