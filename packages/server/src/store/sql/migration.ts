import type { SqlDialect } from './engine.ts';
import type { ColumnTypes } from './schema.ts';
import type { Sql } from './statement.ts';

/** How a kind of database is brought up to date. */
export interface Migration {
  readonly dialect: SqlDialect;
  readonly types: ColumnTypes;
  /** Returns a row where our tables are there. */
  readonly exists: Sql;
  /** Run first: makes others wait until the transaction ends, where beginning one does not. */
  readonly lock: readonly Sql[];
}
