import { LRUCache } from 'lru-cache';
import type { Filter } from 'mongodb';
import { toEvents } from '../rows/events-row.ts';
import { toDueSession, toLoaded, writeChain } from '../rows/session-row.ts';
import { loadWhole } from '../rows/state-row.ts';
import { sessionText } from '../session-text.ts';
import type { LogMethods } from '../lookups.ts';
import type { SessionKey, SessionStore, StoredCommit, Tombstone } from '../store.ts';
import { findNewest, positionOf, writeCommit } from './append.ts';
import { placeOf } from '../rows/place.ts';
import { toCommitDocument, toRemoval, type Position } from './commit-document.ts';
import type { Collections, MongoDatabase } from './database.ts';
import type { CommitDocument, HeadDocument } from './documents.ts';
import { findHead } from './head.ts';
import { project, settle } from './projection.ts';
import { queryLists } from './query-lists.ts';

/** Greater than every text with the same prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Logs whose position is cached, so that an append need not read it. */
const REMEMBERED = 1000;

/** Logs, each with its checkpoint. */
export function createSessionLog(
  database: MongoDatabase,
  lookups: Pick<SessionStore, 'listInteractions'>,
): LogMethods {
  /** Positions whose commits are in the lists, too. The unique index refuses an outdated one. */
  const positions = new LRUCache<string, Position>({ max: REMEMBERED });

  /** The position of a log if it has this many commits, with all of its rows written. */
  async function settledPosition(
    collections: Collections,
    key: SessionKey,
    count: number,
    chain?: string,
  ): Promise<Position | undefined> {
    const newest = await findNewest(collections, key);
    const position = positionOf(newest);
    if (position.commit - position.base !== count) return undefined;
    if (chain !== undefined && (await findHead(collections, key))?.head.chain !== chain) {
      return undefined;
    }
    if (newest?.unprojected !== undefined) await settle(collections, placeOf(key));
    return position;
  }

  /** The commits after a number that counts those of deleted logs, oldest first. */
  async function findCommits(
    key: SessionKey,
    after: number,
    limit?: number,
  ): Promise<CommitDocument[]> {
    const collections = await database.ready();
    const cursor = collections.commits
      .find({ ...placeOf(key), commit: { $gt: after }, events: { $exists: true } })
      .sort({ commit: 1 })
      .project<CommitDocument>({ commit: 1, base: 1, events: 1, repeats: 1 });
    return (limit === undefined ? cursor : cursor.limit(limit)).toArray();
  }

  return {
    async load(key) {
      const collections = await database.ready();
      return loadWhole(lookups, key, async () => {
        const [time, found] = await Promise.all([database.now(), findHead(collections, key)]);
        if (found === null) return toLoaded(null, time.getTime());
        const { head, isSettled } = found;
        if (isSettled) positions.set(idOf(key, head.chain), positionOf(head));
        const row = { ...head, commits: head.commit - head.base, ...timesOf(head) };
        return toLoaded(row, time.getTime());
      });
    },

    async append(key, expectedCommit, commit, options = {}) {
      const collections = await database.ready();
      const chain = writeChain(options.chain);
      const id = idOf(key, chain);
      let position = positions.get(id);
      if (position === undefined || position.commit - position.base !== expectedCommit) {
        position = await settledPosition(collections, key, expectedCommit, chain);
      }
      if (position === undefined) return 'conflict';
      const document = toCommitDocument(key, position, commit, options);
      const written = await writeCommit(collections, document, options.notAfter);
      if (written.outcome !== 'appended') {
        positions.delete(id);
        if (written.outcome === 'conflict') return 'conflict';
        const { commit: count, base } = positionOf(await findNewest(collections, key));
        return count - base === expectedCommit ? 'too_late' : 'conflict';
      }
      try {
        await project(collections, { ...document, at: written.at });
        const next = { ...position, commit: document.commit, bytes: document.bytes };
        positions.set(idOf(key, JSON.stringify(commit.audit.chain)), next);
      } catch {
        // The commit is written even if the rest fails: readers find what is missing and write it.
        positions.delete(id);
      }
      return 'appended';
    },

    async read(key, afterCommit, limit) {
      if (limit === 0) return [];
      let found = await findCommits(key, afterCommit, limit);
      // A log that follows a deleted one continues its numbers.
      const base = found[0]?.base ?? 0;
      if (base > 0) found = await findCommits(key, base + afterCommit, limit);
      return commitsOf(found, base);
    },

    async readChapters(key) {
      const collections = await database.ready();
      const chapters = await collections.commits
        .find({ ...placeOf(key), chapter: { $exists: true } })
        .sort({ commit: 1 })
        .project<Required<CommitDocument>>({ commit: 1, base: 1, chapter: 1 })
        .toArray();
      const newest = chapters.at(-1);
      const found = await findCommits(key, newest?.commit ?? 0);
      // The chapters may be those of a log that was deleted meanwhile.
      const base = (found.at(-1) ?? newest)?.base ?? 0;
      return {
        chapters: chapters
          .filter((document) => document.base === base)
          .map(({ commit, chapter }) => ({ commit: commit - base, json: chapter })),
        commits: commitsOf(found, base),
      };
    },

    async readRun(key, rootRunId, afterSeq, limit) {
      const collections = await database.ready();
      // The numbers of a root run have no gaps, so these commits contain `limit` events or all that exist.
      const ofRun: Filter<CommitDocument>[] = [
        { root_run_id: null },
        {
          root_run_id: rootRunId,
          last_seq: { $gt: afterSeq },
          first_seq: { $lte: afterSeq + limit },
        },
      ];
      const found = await collections.commits
        .find({ ...placeOf(key), $or: ofRun, events: { $exists: true } })
        .sort({ commit: 1 })
        .project<CommitDocument>({ events: 1, repeats: 1 })
        .toArray();
      return found
        .flatMap((document) => toEvents(document))
        .filter((event) => event.root_run_id === rootRunId && event.seq > afterSeq)
        .slice(0, limit);
    },

    async renew(key, owner, leaseMs) {
      const collections = await database.ready();
      const place = placeOf(key);
      // The newest commit says who owns it.
      await settle(collections, place);
      const { matchedCount } = await collections.sessions.updateOne({ ...place, owner }, [
        { $set: { claimed_until: { $add: ['$$NOW', leaseMs] } } },
      ]);
      return matchedCount > 0;
    },

    async due(limit, ownedBy) {
      const time = await database.now();
      const overdue: Filter<HeadDocument>[] = [
        { next_deadline: { $lte: time } },
        { runnable: true, claimed_until: { $lte: time } },
      ];
      if (ownedBy !== undefined) {
        overdue.push({ runnable: true, owner: { $gte: ownedBy, $lt: ownedBy + LAST_CHARACTER } });
      }
      const heads = await queryLists(database, undefined, ({ sessions }) =>
        sessions
          .aggregate<HeadDocument>([
            { $match: { $or: overdue } },
            { $addFields: { since: { $ifNull: ['$next_deadline', '$claimed_until'] } } },
            { $sort: { since: 1, tenant_id: 1, session_id: 1 } },
            { $limit: limit },
          ])
          .toArray(),
      );
      return heads.map((head) =>
        toDueSession({ ...head, ...timesOf(head), runnable: head.runnable ? 1 : 0 }),
      );
    },

    countPending(tenantId, userId) {
      const mine = { tenant_id: tenantId, user_id: userId, status: 'pending' };
      return queryLists(database, tenantId, ({ interactions }) =>
        interactions.countDocuments(mine),
      );
    },

    async storedBytes(tenantId, userId) {
      const [sum] = await queryLists(database, tenantId, ({ sessions }) =>
        sessions
          .aggregate<{ readonly bytes: number }>([
            { $match: { tenant_id: tenantId, user_id: userId } },
            { $group: { _id: null, bytes: { $sum: '$bytes' } } },
          ])
          .toArray(),
      );
      return sum?.bytes ?? 0;
    },

    async remove(key, expectedCommit, tombstone, chain) {
      const collections = await database.ready();
      const before = writeChain(chain);
      const position = await settledPosition(collections, key, expectedCommit, before);
      if (position === undefined || expectedCommit === 0) return 'conflict';
      const document = toRemoval(key, position, tombstone);
      const written = await writeCommit(collections, document);
      if (written.outcome === 'appended') {
        await project(collections, { ...document, at: written.at });
      }
      return written.outcome;
    },

    async findTombstone(key) {
      const collections = await database.ready();
      await settle(collections, placeOf(key));
      const found = await collections.tombstones.findOne(placeOf(key));
      return found === null ? null : (JSON.parse(found.tombstone) as Tombstone);
    },

    close: () => database.close(),
  };
}

/** A log as it is after the commit with this chain. */
function idOf(key: SessionKey, chain = ''): string {
  return sessionText(key) + chain;
}

/** The commits of one log among those that were found. */
function commitsOf(found: readonly CommitDocument[], base: number): StoredCommit[] {
  return found
    .filter((document) => document.base === base)
    .map((document) => ({ commit: document.commit - base, events: toEvents(document) }));
}

/** The times of a document, as numbers. */
function timesOf({ claimed_until: until, next_deadline: deadline }: HeadDocument) {
  return { claimed_until: until.getTime(), next_deadline: deadline?.getTime() ?? null };
}
