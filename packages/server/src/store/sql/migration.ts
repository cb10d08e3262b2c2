import type { SqlDialect } from './engine.ts';
import type { ColumnTypes } from './schema.ts';
import type { Sql } from './statement.ts';

/** How to migrate a kind of database. */
export interface Migration {
  readonly dialect: SqlDialect;
  readonly types: ColumnTypes;
  /** Returns a row if the tables exist. */
  readonly exists: Sql;
  /** Run first, to block other processes until the transaction ends, if beginning one does not. */
  readonly lock: readonly Sql[];
}
