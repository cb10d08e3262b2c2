import { HitlError } from '@hitl/protocol/endpoints';

/**
 * What stores throw, as the `code` of a `HitlError`.
 *
 * - `invalid_cursor`: a cursor that no list of this kind has returned.
 * - `journal_damaged`: a journal is not as it was written; nothing was changed.
 * - `journal_exists`: there is a journal of another run with this id.
 * - `journal_read_only`: the journals were opened for reading.
 * - `journal_write_failed`: an append could not be made durable, so it does not count.
 * - `store_newer`: the database was written by a newer version of this package.
 * - `sqlite_missing`: neither `node:sqlite` nor the optional peer `libsql` is there.
 * - `postgres_missing`: the optional peer `pg` is not there.
 * - `mongodb_missing`: the optional peer `mongodb` is not there.
 * - `commit_too_large`: a commit is larger than a document of the database may be; nothing was changed.
 * - `rules_too_large`: the rules of a user are, likewise.
 * - `vault_unusable`: the file for sensitive answers is a link, or not one of ours.
 */
export type StoreErrorCode =
  | 'invalid_cursor'
  | 'journal_damaged'
  | 'journal_exists'
  | 'journal_read_only'
  | 'journal_write_failed'
  | 'store_newer'
  | 'sqlite_missing'
  | 'postgres_missing'
  | 'mongodb_missing'
  | 'commit_too_large'
  | 'rules_too_large'
  | 'vault_unusable';

/** Builds an error of a store. */
export function storeError(code: StoreErrorCode, message: string, cause?: unknown): HitlError {
  return new HitlError(code, message, cause === undefined ? undefined : { cause });
}
