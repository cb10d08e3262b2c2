import { given } from '../../base/given.ts';
import { storeError } from '../errors.ts';
import { toInteractionRow } from '../rows/interaction-row.ts';
import { DEFAULT_LEASE_MS } from '../rows/lease.ts';
import { toCommitRow } from '../rows/commit-row.ts';
import type { AppendOptions, Commit, SessionKey, Tombstone } from '../store.ts';
import { placeOf } from '../rows/place.ts';
import type { CommitDocument } from './documents.ts';

/** Position of a log. */
export interface Position {
  /** Number of the newest commit, including those of deleted logs with this id; 0 if there is none. */
  readonly commit: number;
  /** The number before the log's first commit. */
  readonly base: number;
  /** Size of the events of the log, in bytes. */
  readonly bytes: number;
}

/** A document to be written; the server adds the time. */
export type NewCommit = Omit<CommitDocument, 'at'>;

/** MongoDB's limit is 16 MiB. The rest of the document fits in the difference. */
const MOST_BYTES = 15 * 1024 * 1024;

/**
 * Creates the document of a commit, with the rows that are written beside it.
 * @throws HitlError `commit_too_large`
 */
export function toCommitDocument(
  key: SessionKey,
  after: Position,
  added: Commit,
  { leaseMs = DEFAULT_LEASE_MS }: AppendOptions,
): NewCommit {
  const commit = after.commit + 1;
  const { events, projection, chapter } = added;
  const { head, log, bytes: size, runs } = toCommitRow(added);
  const document: NewCommit = {
    _id: crypto.randomUUID(),
    ...placeOf(key),
    commit,
    base: after.base,
    bytes: after.bytes + size,
    ...log,
    ...given({ chapter }),
    unprojected: key.tenantId,
    rows: {
      head: {
        ...head,
        next_deadline: head.next_deadline === null ? null : new Date(head.next_deadline),
        runnable: head.runnable === 1,
      },
      lease_ms: leaseMs,
      runs: runs.map((run) => given(run)),
      interactions: projection.interactions.map((record) => {
        const { asked_in, ...row } = toInteractionRow(record, commit, events);
        if (asked_in !== null) return { ...row, seq: record.seq, asked_in: commit, request: null };
        // The rows of the commit that asked may be written after these.
        const request = JSON.stringify(record.interaction_request);
        return { ...row, seq: record.seq, asked_in: null, request };
      }),
    },
  };
  const bytes = textBytes(document);
  if (bytes > MOST_BYTES) {
    throw storeError(
      'commit_too_large',
      `A commit of ${bytes} bytes to session ${key.sessionId} was not written: MongoDB takes documents ` +
        `of 16 MiB, and here a commit may have ${MOST_BYTES} bytes. Nothing was changed.`,
    );
  }
  return document;
}

/** Creates the document that ends a log. */
export function toRemoval(key: SessionKey, after: Position, tombstone: Tombstone): NewCommit {
  const commit = after.commit + 1;
  return {
    _id: crypto.randomUUID(),
    ...placeOf(key),
    commit,
    base: commit,
    bytes: 0,
    root_run_id: null,
    first_seq: null,
    last_seq: null,
    repeats: null,
    trails: null,
    unprojected: key.tenantId,
    removed: {
      tombstone: JSON.stringify(tombstone),
      run_ids: tombstone.runs.map(({ run_id }) => run_id),
    },
  };
}

/** The approximate size of a document in bytes: that of its texts, because nothing else can be large. */
function textBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 16;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + name.length + 8 + textBytes(member),
    0,
  );
}
