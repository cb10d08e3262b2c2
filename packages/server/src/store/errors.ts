import { HitlError } from '@hitl/protocol/endpoints';

/**
 * What stores throw, as the `code` of a `HitlError`.
 *
 * - `invalid_cursor`: a cursor that no list of this kind has returned.
 * - `store_newer`: the database was written by a newer version of this package.
 * - `sqlite_missing`: neither `node:sqlite` nor the optional peer `libsql` is there.
 * - `postgres_missing`: the optional peer `pg` is not there.
 */
export type StoreErrorCode =
  | 'invalid_cursor'
  | 'store_newer'
  | 'sqlite_missing'
  | 'postgres_missing';

/** Builds an error of a store. */
export function storeError(code: StoreErrorCode, message: string, cause?: unknown): HitlError {
  return new HitlError(code, message, cause === undefined ? undefined : { cause });
}
