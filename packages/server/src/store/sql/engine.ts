import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** A row as a driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The statements of one transaction: yields each and receives its rows. SQLite runs a script without
 * a pause, since another connection of the same process could wait for it for ever; PostgreSQL
 * awaits each statement.
 */
export type Script<T> = Generator<CompiledQuery, T, readonly unknown[]>;

/** A statement that does something only if another one did, and the others that depend on it. */
export interface Guarded {
  /** Decides: returns one row where it did its work, none where it refused. */
  readonly guard: RawBuilder<unknown>;
  /** Written only together with it. Their sources end in `onlyIf`. */
  readonly work: readonly RawBuilder<unknown>[];
  /** Read where it refused, to tell why: one row. */
  readonly why: RawBuilder<unknown>;
}

/** What two kinds of database do differently. */
export interface SqlEngine {
  readonly db: Kysely<Tables>;
  /** The store's clock in milliseconds, as an expression. Ask for it inside the transaction. */
  clock(): RawBuilder<number>;
  /** The rows of a JSON array of objects, as a table `r` with these columns. */
  rows(json: string, columns: Readonly<Record<string, 'text' | 'integer'>>): RawBuilder<unknown>;
  /** Follows the source of a guarded statement. */
  readonly onlyIf: RawBuilder<unknown>;
  /** `null` where the guard did its work, else the row that says why not. */
  guarded(build: () => Guarded): Promise<Row | null>;
  transact<T>(script: () => Script<T>): Promise<T>;
  close(): Promise<void>;
}
