import { HitlError } from '@hitl/protocol/endpoints';

/**
 * The errors of stores, as the `code` of a `HitlError`.
 *
 * - `invalid_cursor`: the cursor does not come from a list of this kind.
 * - `journal_damaged`: a journal was changed after it was written; the store changed nothing.
 * - `journal_exists`: another run with this id has a journal.
 * - `journal_read_only`: the journals were opened for reading.
 * - `journal_write_failed`: an append could not be made durable, so it was undone.
 * - `store_newer`: the database was written by a newer version of this package.
 * - `store_older`: the database was written by a version from before the first release.
 * - `store_unavailable`: the file of the database was deleted or replaced while it was open; nothing
 *   was changed.
 * - `sqlite_missing`: neither `node:sqlite` nor the optional peer `libsql` is available.
 * - `postgres_missing`: the optional peer `pg` is not installed.
 * - `mongodb_missing`: the optional peer `mongodb` is not there.
 * - `commit_too_large`: a commit is larger than a document of the database may be, or than the rest of
 *   its journal; nothing was changed.
 * - `rules_too_large`: the rules of a user are larger than a document of the database may be.
 * - `vault_unusable`: the file for sensitive answers is a link, or has another format.
 */
export type StoreErrorCode =
  | 'invalid_cursor'
  | 'journal_damaged'
  | 'journal_exists'
  | 'journal_read_only'
  | 'journal_write_failed'
  | 'store_newer'
  | 'store_older'
  | 'store_unavailable'
  | 'sqlite_missing'
  | 'postgres_missing'
  | 'mongodb_missing'
  | 'commit_too_large'
  | 'rules_too_large'
  | 'vault_unusable';

/** Creates an error of a store. */
export function storeError(code: StoreErrorCode, message: string, cause?: unknown): HitlError {
  return new HitlError(code, message, cause === undefined ? undefined : { cause });
}
