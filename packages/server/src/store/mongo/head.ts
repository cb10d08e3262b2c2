import type { SessionKey } from '../store.ts';
import { findNewest } from './append.ts';
import { placeOf } from '../rows/place.ts';
import type { Collections } from './database.ts';
import type { HeadDocument } from './documents.ts';
import { headOf } from './projection.ts';

/** More than two consecutive reads can miss concurrent writes. */
const MOST_LOOKS = 100;

/**
 * The checkpoint of a log according to its newest commit, and whether lists contain that commit: it may not
 * yet be written to the other collections. `null` if the log does not exist.
 */
export async function findHead(
  collections: Collections,
  key: SessionKey,
): Promise<{ readonly head: HeadDocument; readonly isSettled: boolean } | null> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const [newest, stored] = await Promise.all([
      findNewest(collections, key),
      collections.sessions.findOne(placeOf(key)),
    ]);
    if (newest === null || newest.commit === newest.base) return null;
    const own = headOf(newest);
    if (own !== null) return { head: own, isSettled: false };
    if (stored !== null && stored.commit >= newest.commit) {
      return { head: stored, isSettled: stored.commit === newest.commit };
    }
    // It was written between the two reads.
  }
  throw new Error(`${key.sessionId} has no head`);
}
