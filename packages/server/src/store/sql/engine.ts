import type { Sql, SlotValues } from './statement.ts';

/**
 * The statements of one transaction: yields each and receives its rows. SQLite runs a script without
 * a pause, since another connection of the same process could wait for it forever; PostgreSQL awaits
 * each statement.
 */
export type Script<T> = Generator<Sql, T, readonly unknown[]>;

/** A statement that depends on a guard. */
export interface GuardedWork {
  readonly statement: Sql;
  /** The list whose rows it writes with `each`; where that is empty there is nothing to do. */
  readonly list?: string;
}

/** Rows that a statement writes, by the name of their list. */
export type Lists = Readonly<Record<string, readonly SlotValues[]>>;

/** A statement that does something only if it may, and others that depend on it. */
export interface Guarded<R> {
  /** Decides: returns one row where it did its work, none where it refused. */
  readonly guard: Sql;
  /** Written only together with it. Their sources end in `onlyIf`. */
  readonly work: readonly GuardedWork[];
  /** Read where it refused, to tell why: one row. */
  readonly why: Sql<R>;
}

/** How rows are read: the columns and their types. */
export type RowColumns = Readonly<Record<string, 'text' | 'bigint'>>;

/** What two kinds of database say differently. */
export interface SqlDialect {
  /** The store's clock in milliseconds, as an expression. It is read when the statement runs. */
  readonly clock: Sql;
  /** The rows of a JSON array of objects, as a table `r` with these columns. */
  rows(json: Sql, columns: RowColumns): Sql;
  /** The rows of a list that comes with the values, as a table `r` with these columns. */
  each(list: string, columns: RowColumns): Sql;
  /** A text as the value of a column that holds JSON. */
  json(text: Sql): Sql;
  /** Follows the source of a guarded statement. */
  readonly onlyIf: Sql;
}

/** Runs our statements on one kind of database. */
export interface SqlEngine extends SqlDialect {
  /** One statement. */
  run<R>(statement: Sql<R>): Promise<readonly R[]>;
  /** One statement whose text is written once. */
  prepare<R>(statement: Sql<R>): (values: SlotValues) => Promise<readonly R[]>;
  /** Returns `null` where the guard did its work, else the row that says why not. */
  prepareGuarded<R>(
    statements: Guarded<R>,
  ): (values: SlotValues, lists: Lists) => Promise<R | null>;
  transact<T>(script: () => Script<T>): Promise<T>;
  close(): Promise<void>;
}
