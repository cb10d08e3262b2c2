import type { AppendOutcome, SessionKey } from '../store.ts';
import { placeOf } from '../rows/place.ts';
import type { NewCommit, Position } from './commit-document.ts';
import { codeOf, isDuplicate, type Collections } from './database.ts';
import type { CommitDocument } from './documents.ts';

/** The server's error message for a text that is not a number. */
const CONVERSION_FAILURE = 241;

/** The newest commit of a log, or of the last log with its id, without its events. */
export async function findNewest(
  { commits }: Collections,
  key: SessionKey,
): Promise<CommitDocument | null> {
  const projection = { events: 0, repeats: 0, trails: 0, chapter: 0 };
  return commits.findOne(placeOf(key), { sort: { commit: -1 }, projection });
}

/** The position of the newest commit, from its document or from the checkpoint after it. */
export function positionOf(newest: Position | null): Position {
  const { commit = 0, base = 0, bytes = 0 } = newest ?? {};
  return { commit, base, bytes };
}

/** Outcome of a commit, and when the server wrote it. */
export type Written =
  | { readonly outcome: 'appended'; readonly at: Date }
  | { readonly outcome: Exclude<AppendOutcome, 'appended'> };

/**
 * Writes a commit with one command, unless its number is taken or the server's clock has reached `notAfter`.
 * Resolves once a majority of the servers has written it to its journal. If the connection breaks before that
 * is known, the document is looked up.
 */
export async function writeCommit(
  { commits }: Collections,
  document: NewCommit,
  notAfter?: string,
): Promise<Written> {
  const { _id, tenant_id, session_id, commit, ...rest } = document;
  const fields = Object.entries(rest).map(([name, value]) => [name, { $literal: value }] as const);
  try {
    const written = await commits.findOneAndUpdate(
      // The filter contains the commit's own id, so it never matches another writer's document, whose number
      // the unique index protects.
      { _id, tenant_id, session_id, commit },
      [{ $set: { ...Object.fromEntries(fields), at: atOrRefused(notAfter) } }],
      { upsert: true, returnDocument: 'after', projection: { at: 1 } },
    );
    if (written === null) throw new Error('the server did not say what it wrote');
    return { outcome: 'appended', at: written.at };
  } catch (error) {
    if (isDuplicate(error)) return { outcome: 'conflict' };
    if (codeOf(error) === CONVERSION_FAILURE && notAfter !== undefined) {
      return { outcome: 'too_late' };
    }
    const written = await commits.findOne({ _id }, { projection: { at: 1 } }).catch(() => null);
    if (written !== null) return { outcome: 'appended', at: written.at };
    throw error;
  }
}

/**
 * The server's time; from `notAfter` on an error, so that nothing is written. Pipelines have no operator that
 * fails on purpose, so a text that is not a number is converted. The text depends on the document, because
 * the server would otherwise raise the error before it looks at the clock.
 */
function atOrRefused(notAfter: string | undefined): unknown {
  if (notAfter === undefined) return '$$NOW';
  const late = { $toInt: { $concat: ['too late: ', { $toString: '$_id' }] } };
  const isLate = { $gte: ['$$NOW', { $literal: new Date(notAfter) }] };
  return { $cond: [isLate, late, '$$NOW'] };
}
