import {
  DummyDriver,
  Kysely,
  type CompiledQuery,
  type DialectAdapter,
  type QueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { Tables } from './tables.ts';

/** A statement of Kysely's, or one written with its `sql`, that returns rows `R`. */
export interface Query<R> {
  compile(db: Kysely<Tables>): CompiledQuery<R>;
}

/**
 * The statements of one transaction: yields each and receives its rows. SQLite runs a script without
 * a pause, since another connection of the same process could wait for it for ever; PostgreSQL
 * awaits each statement.
 */
export type Script<T> = Generator<Query<unknown>, T, readonly unknown[]>;

/** A statement that does something only if another one did, and the others that depend on it. */
export interface Guarded<R> {
  /** Decides: returns one row where it did its work, none where it refused. */
  readonly guard: RawBuilder<unknown>;
  /** Written only together with it. Their sources end in `onlyIf`. */
  readonly work: readonly RawBuilder<unknown>[];
  /** Read where it refused, to tell why: one row. */
  readonly why: RawBuilder<R>;
}

/** What two kinds of database do differently. */
export interface SqlEngine {
  /** Builds queries; `run` runs them. */
  readonly db: Kysely<Tables>;
  /** The store's clock in milliseconds, as an expression. Ask for it inside the transaction. */
  clock(): RawBuilder<number>;
  /** The rows of a JSON array of objects, as a table `r` with these columns. */
  rows(json: string, columns: Readonly<Record<string, 'text' | 'bigint'>>): RawBuilder<unknown>;
  /** Follows the source of a guarded statement. */
  readonly onlyIf: RawBuilder<unknown>;
  /** One statement. */
  run<R>(query: Query<R>): Promise<readonly R[]>;
  /** `null` where the guard did its work, else the row that says why not. */
  guarded<R>(build: () => Guarded<R>): Promise<R | null>;
  transact<T>(script: () => Script<T>): Promise<T>;
  close(): Promise<void>;
}

/** What is built is given to `run`: Kysely itself has no connection. */
class BuilderOnly extends DummyDriver {
  override acquireConnection(): Promise<never> {
    throw new Error('queries run through the engine');
  }
}

/** Kysely as a builder of statements; we run them ourselves. */
export function createQueryBuilder(
  createAdapter: () => DialectAdapter,
  createQueryCompiler: () => QueryCompiler,
): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter,
      createQueryCompiler,
      createDriver: () => new BuilderOnly(),
      createIntrospector: () => {
        throw new Error('the tables are ours: nobody asks the database for them');
      },
    },
  });
}
