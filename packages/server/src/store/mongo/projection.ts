import type { AnyBulkWriteOperation } from 'mongodb';
import type { Collections } from './database.ts';
import { unlessThere } from './database.ts';
import type { Place } from '../rows/place.ts';
import type {
  CommitDocument,
  HeadDocument,
  InteractionDocument,
  RunDocument,
} from './documents.ts';

/**
 * Writes the rows for lists of all commits of a session that are marked as unwritten, oldest first. Any
 * reader that finds such a commit may do so, concurrently with others and repeatedly: a row never replaces
 * one that a later commit wrote.
 */
export async function settle(to: Collections, place: Place): Promise<void> {
  const { tenant_id, session_id } = place;
  const commits = await to.commits
    .find({ unprojected: tenant_id, session_id })
    .sort({ commit: 1 })
    .toArray();
  for (const commit of commits) await project(to, commit);
}

/** Writes the rows of one commit, then marks them as written. */
export async function project(to: Collections, commit: CommitDocument): Promise<void> {
  const { _id } = commit;
  if (commit.rows !== undefined) await writeRows(to, commit, commit.rows);
  if (commit.removed !== undefined) await clear(to, commit, commit.removed);
  const { modifiedCount } = await to.commits.updateOne(
    { _id, unprojected: { $exists: true } },
    { $unset: { unprojected: '', rows: '', removed: '' } },
  );
  if (modifiedCount === 0 && commit.rows !== undefined) await undoIfRemoved(to, commit);
}

/** The checkpoint after a commit. */
export function headOf({
  tenant_id,
  session_id,
  ...document
}: CommitDocument): HeadDocument | null {
  const { rows, commit, base, at, bytes } = document;
  if (rows === undefined) return null;
  const claimed = rows.head.owner === null ? 0 : at.getTime() + rows.lease_ms;
  return {
    tenant_id,
    session_id,
    commit,
    base,
    bytes,
    ...rows.head,
    claimed_until: new Date(claimed),
  };
}

async function writeRows(
  to: Collections,
  document: CommitDocument,
  { runs, interactions }: NonNullable<CommitDocument['rows']>,
): Promise<void> {
  const { tenant_id, session_id, commit } = document;
  const place = { tenant_id, session_id };
  const older = { commit: { $lt: commit } };
  const head = headOf(document);
  const writes: Promise<unknown>[] = [];
  if (head !== null) {
    const { tenant_id: _tenant, session_id: _session, ...rest } = head;
    writes.push(to.sessions.updateOne({ ...place, ...older }, { $set: rest }, { upsert: true }));
  }
  if (runs.length > 0) {
    const changes = runs.map(({ run_id, ...row }): AnyBulkWriteOperation<RunDocument> => ({
      updateOne: {
        filter: { ...place, run_id, ...older },
        update: { $set: { ...row, commit } },
        upsert: true,
      },
    }));
    writes.push(to.runs.bulkWrite(changes, { ordered: false }));
  }
  if (interactions.length > 0) {
    const changes = interactions.map(
      ({ interaction_id, status, rest, ...row }): AnyBulkWriteOperation<InteractionDocument> => ({
        updateOne: {
          filter: { ...place, interaction_id, ...older },
          // The request and its place come from the first commit.
          update: { $set: { status, rest, commit }, $setOnInsert: row },
          upsert: true,
        },
      }),
    );
    writes.push(to.interactions.bulkWrite(changes, { ordered: false }));
  }
  await Promise.all(writes.map(unlessThere));
}

/** Writes the tombstone and removes the log; only the numbers of its commits stay taken. */
async function clear(
  to: Collections,
  { tenant_id, session_id, commit }: CommitDocument,
  removed: NonNullable<CommitDocument['removed']>,
): Promise<void> {
  const older = { tenant_id, session_id, commit: { $lt: commit } };
  await unlessThere(
    to.tombstones.updateOne(older, { $set: { ...removed, commit } }, { upsert: true }),
  );
  await removeRows(to, { tenant_id, session_id }, commit);
  await to.secrets.deleteMany({ tenant_id, session_id, base: { $lt: commit } });
  await to.commits.updateMany(older, [
    { $project: { tenant_id: 1, session_id: 1, commit: 1, base: 1, at: 1 } },
  ]);
}

async function removeRows(to: Collections, place: Place, commit: number): Promise<void> {
  const older = { ...place, commit: { $lt: commit } };
  await Promise.all([
    to.sessions.deleteMany(older),
    to.runs.deleteMany(older),
    to.interactions.deleteMany(older),
  ]);
}

/** Another writer was first, and may have removed the rows since: then ours must be removed, too. */
async function undoIfRemoved(
  to: Collections,
  { tenant_id, session_id, commit }: CommitDocument,
): Promise<void> {
  const place = { tenant_id, session_id };
  const newest = await to.commits.findOne(place, { sort: { commit: -1 }, projection: { base: 1 } });
  if (newest !== null && newest.base > commit) await removeRows(to, place, newest.base);
}
