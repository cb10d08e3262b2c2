import type { SessionKey } from '../store.ts';
import { findNewest } from './append.ts';
import { placeOf } from './commit-document.ts';
import type { Collections } from './database.ts';
import type { HeadDocument } from './documents.ts';
import { headOf } from './projection.ts';

/** The head of a log, and whether lists have its newest commit too. */
export interface FoundHead {
  readonly head: HeadDocument;
  readonly isSettled: boolean;
}

/** More looks than one after the other can miss what someone writes meanwhile. */
const MOST_LOOKS = 100;

/**
 * The head of a log as its newest commit says it, whatever has been written of it elsewhere; `null`
 * where there is no log.
 */
export async function findHead(
  collections: Collections,
  key: SessionKey,
): Promise<FoundHead | null> {
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
    // It was written between the two looks.
  }
  throw new Error(`${key.sessionId} has no head`);
}
