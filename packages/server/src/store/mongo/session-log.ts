import { LRUCache } from 'lru-cache';
import type { Filter } from 'mongodb';
import { formatTime, INITIAL_CONTROL, type ControlState } from '@hitl/protocol/fold';
import type { InteractionRequest } from '@hitl/protocol';
import { toEvents } from '../rows/events-row.ts';
import { completeState, isShortened } from '../rows/state-row.ts';
import { sessionText } from '../session-text.ts';
import type { AuditChain, LoadedSession, SessionKey, SessionStore, Tombstone } from '../store.ts';
import { findNewest, positionOf, writeCommit } from './append.ts';
import { placeOf, toCommitDocument, toRemoval, type Position } from './commit-document.ts';
import type { Collections } from './database.ts';
import type { CommitDocument, HeadDocument } from './documents.ts';
import { readRecords } from './interaction-documents.ts';
import { findHead } from './head.ts';
import { project, settle } from './projection.ts';
import type { Use } from './use.ts';

/** The part of the store that is the log, its checkpoint and who drives it. */
export type SessionLog = Pick<
  SessionStore,
  | 'load'
  | 'append'
  | 'read'
  | 'readRun'
  | 'renew'
  | 'due'
  | 'storedBytes'
  | 'remove'
  | 'findTombstone'
>;

/** Comes after every text that begins like another one. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Logs whose position is remembered: an append to one of them needs no look at it. */
const REMEMBERED = 1000;

/** Logs, each with its checkpoint. */
export function createSessionLog(use: Use): SessionLog {
  /** Positions whose commit lists have, too. One that is out of date is refused by the unique index. */
  const positions = new LRUCache<string, Position>({ max: REMEMBERED });

  /** Where a log stands if it has so many commits, with all of its rows written. */
  async function settledPosition(
    collections: Collections,
    key: SessionKey,
    count: number,
  ): Promise<Position | undefined> {
    const newest = await findNewest(collections, key);
    const position = positionOf(newest);
    if (position.commit - position.base !== count) return undefined;
    if (newest?.unprojected !== undefined) await settle(collections, placeOf(key));
    return position;
  }

  return {
    async load(key) {
      const { collections, now } = await use();
      const [time, found] = await Promise.all([now(), findHead(collections, key)]);
      if (found === null) return nothingAt(time);
      if (found.isSettled) positions.set(sessionText(key), positionOfHead(found.head));
      const loaded = toLoaded(found.head, time);
      return isShortened(loaded.state) ? loadWhole(collections, key, time) : loaded;
    },

    async append(key, expectedCommit, commit, options = {}) {
      const { collections } = await use();
      const id = sessionText(key);
      let position = positions.get(id);
      if (position === undefined || position.commit - position.base !== expectedCommit) {
        position = await settledPosition(collections, key, expectedCommit);
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
        positions.set(id, { ...position, commit: document.commit, bytes: document.bytes });
      } catch {
        // It is written, whatever else fails: readers find what is missing, and write it.
        positions.delete(id);
      }
      return 'appended';
    },

    async read(key, afterCommit, limit) {
      const { collections } = await use();
      const find = (base: number): Promise<CommitDocument[]> => {
        const cursor = collections.commits
          .find({
            ...placeOf(key),
            commit: { $gt: base + afterCommit },
            events: { $exists: true },
          })
          .sort({ commit: 1 })
          .project<CommitDocument>({ commit: 1, base: 1, events: 1, repeats: 1 });
        return (limit === undefined ? cursor : cursor.limit(limit)).toArray();
      };
      if (limit === 0) return [];
      let found = await find(0);
      // The numbers of a log that came after a deleted one go on after those of that one.
      const base = found[0]?.base ?? 0;
      if (base > 0) found = await find(base);
      return found
        .filter((document) => document.base === base)
        .map((document) => ({ commit: document.commit - base, events: toEvents(document) }));
    },

    async readRun(key, rootRunId, afterSeq, limit) {
      const { collections } = await use();
      // A root run's numbers have no gaps, so these commits hold `limit` events or all there are.
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
      const { collections } = await use();
      const place = placeOf(key);
      // Whose it is is said by the newest commit.
      await settle(collections, place);
      const { matchedCount } = await collections.sessions.updateOne({ ...place, owner }, [
        { $set: { claimed_until: { $add: ['$$NOW', leaseMs] } } },
      ]);
      return matchedCount > 0;
    },

    async due(limit, ownedBy) {
      const { collections, now, settleAll } = await use();
      const time = await now();
      const overdue: Filter<HeadDocument>[] = [
        { next_deadline: { $lte: time } },
        { runnable: true, claimed_until: { $lte: time } },
      ];
      if (ownedBy !== undefined) {
        overdue.push({ runnable: true, owner: { $gte: ownedBy, $lt: ownedBy + LAST_CHARACTER } });
      }
      const heads = await settleAll(undefined, () =>
        collections.sessions
          .aggregate<HeadDocument>([
            { $match: { $or: overdue } },
            { $addFields: { since: { $ifNull: ['$next_deadline', '$claimed_until'] } } },
            { $sort: { since: 1, tenant_id: 1, session_id: 1 } },
            { $limit: limit },
          ])
          .toArray(),
      );
      return heads.map((head) => ({
        key: { tenantId: head.tenant_id, sessionId: head.session_id },
        owner: head.owner,
        ownerUntil: head.owner === null ? null : formatTime(head.claimed_until.getTime()),
        nextDeadline: head.next_deadline === null ? null : formatTime(head.next_deadline.getTime()),
        runnable: head.runnable,
      }));
    },

    async storedBytes(tenantId, userId) {
      const { collections, settleAll } = await use();
      const [sum] = await settleAll(tenantId, () =>
        collections.sessions
          .aggregate<{ readonly bytes: number }>([
            { $match: { tenant_id: tenantId, user_id: userId } },
            { $group: { _id: null, bytes: { $sum: '$bytes' } } },
          ])
          .toArray(),
      );
      return sum?.bytes ?? 0;
    },

    async remove(key, expectedCommit, tombstone) {
      const { collections } = await use();
      positions.delete(sessionText(key));
      const position = await settledPosition(collections, key, expectedCommit);
      if (position === undefined || expectedCommit === 0) return 'conflict';
      const document = toRemoval(key, position, tombstone);
      const written = await writeCommit(collections, document);
      if (written.outcome === 'appended') {
        await project(collections, { ...document, at: written.at });
      }
      return written.outcome;
    },

    async findTombstone(key) {
      const { collections } = await use();
      await settle(collections, placeOf(key));
      const found = await collections.tombstones.findOne(placeOf(key));
      return found === null ? null : (JSON.parse(found.tombstone) as Tombstone);
    },
  };

  /** A large state refers to the log for what its requests say. */
  async function loadWhole(
    collections: Collections,
    key: SessionKey,
    time: Date,
  ): Promise<LoadedSession> {
    let seen = -1;
    for (;;) {
      await settle(collections, placeOf(key));
      const head = await collections.sessions.findOne(placeOf(key));
      if (head === null) return nothingAt(time);
      const loaded = toLoaded(head, time);
      const waiting = await collections.interactions
        .find({ ...placeOf(key), status: 'pending' })
        .toArray();
      const records = await readRecords(collections, waiting);
      const asked = new Map(
        records.map((one): [string, InteractionRequest] => [
          one.interaction_request.id,
          one.interaction_request,
        ]),
      );
      const state = completeState(loaded.state, asked);
      if (state !== undefined) return { ...loaded, state };
      if (loaded.commit === seen) throw new Error(`${key.sessionId} lacks a pending request`);
      // Someone has settled one of them between the two looks.
      seen = loaded.commit;
    }
  }
}

function nothingAt(now: Date): LoadedSession {
  return { commit: 0, state: INITIAL_CONTROL, now: formatTime(now.getTime()), chain: {} };
}

function toLoaded(head: HeadDocument, now: Date): LoadedSession {
  return {
    commit: head.commit - head.base,
    state: JSON.parse(head.state) as ControlState,
    now: formatTime(now.getTime()),
    chain: JSON.parse(head.chain) as AuditChain,
    ...(head.owner !== null && { ownerUntil: formatTime(head.claimed_until.getTime()) }),
  };
}

function positionOfHead({ commit, base, bytes }: HeadDocument): Position {
  return { commit, base, bytes };
}
