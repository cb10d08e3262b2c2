import type { TableColumns } from '../rows/tables.ts';
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
  /** The list whose rows it writes with `each`; the statement is skipped if the list is empty. */
  readonly list?: string;
}

/** Rows to write, by the name of their list. */
export type Lists = Readonly<Record<string, readonly SlotValues[]>>;

/** A statement that may refuse, and others that depend on it. */
export interface Guarded<R> {
  /** Returns one row if it succeeded, none if it refused. */
  readonly guard: Sql;
  /** Statements that run only if the guard succeeded. Their sources end in `onlyIf`. */
  readonly work: readonly GuardedWork[];
  /** Runs if the guard refused: returns one row with the reason. */
  readonly why: Sql<R>;
}

/** The differences between the two kinds of database. */
export interface SqlDialect {
  /** The store's clock in milliseconds, as an expression that is evaluated when the statement runs. */
  readonly clock: Sql;
  /** A table `r` with these columns, from a list that is passed with the values. */
  each(list: string, columns: TableColumns): Sql;
  /** A string as the value of a JSON column. */
  json(text: Sql): Sql;
  /** Ends the source of a guarded statement. */
  readonly onlyIf: Sql;
}

/** Runs statements on one kind of database. */
export interface SqlEngine extends SqlDialect {
  /** Runs a statement. */
  run<R>(statement: Sql<R>): Promise<readonly R[]>;
  /** Prepares a statement that is compiled once. */
  prepare<R>(statement: Sql<R>): (values: SlotValues) => Promise<readonly R[]>;
  /**
   * Prepares guarded statements. Resolves to `null` if the guard succeeded, else to the row with
   * the reason.
   */
  prepareGuarded<R>(
    statements: Guarded<R>,
  ): (values: SlotValues, lists: Lists) => Promise<R | null>;
  transact<T>(script: () => Script<T>): Promise<T>;
  close(): Promise<void>;
}
