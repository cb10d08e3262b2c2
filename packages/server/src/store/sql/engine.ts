import {
  DummyDriver,
  Kysely,
  sql,
  type CompiledQuery,
  type DialectAdapter,
  type QueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { Tables } from './tables.ts';

/** A statement of Kysely's, or one written with its `sql`, that returns rows `R`. */
export interface Query<R> {
  compile(db: Kysely<Tables>): CompiledQuery<R>;
  /** The same text will come again: the database may keep its plan. */
  readonly recurring?: boolean;
}

/** Stands in a text for a value that is given each time the text is run. */
export class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The place of a value of type `T` in a text that is written once. */
export function slot<T>(name: string): RawBuilder<T> {
  return sql`${new Slot(name)}`;
}

/** The values of the slots of a text, by name. */
export type SlotValues = Readonly<
  Record<string, string | number | null | Uint8Array | ArrayBuffer>
>;

/**
 * The statements of one transaction: yields each and receives its rows. SQLite runs a script without
 * a pause, since another connection of the same process could wait for it for ever; PostgreSQL
 * awaits each statement.
 */
export type Script<T> = Generator<Query<unknown>, T, readonly unknown[]>;

/**
 * A statement that does something only if it may, and others that depend on it. Their texts have
 * slots: writing them costs more than running them.
 */
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
  /** The store's clock in milliseconds, as an expression. It is read when the statement runs. */
  readonly clock: RawBuilder<number>;
  /** The rows of a JSON array of objects, as a table `r` with these columns. */
  rows(
    json: RawBuilder<string>,
    columns: Readonly<Record<string, 'text' | 'bigint'>>,
  ): RawBuilder<unknown>;
  /** Follows the source of a guarded statement. */
  readonly onlyIf: RawBuilder<unknown>;
  /** One statement. */
  run<R>(query: Query<R>): Promise<readonly R[]>;
  /** One statement whose text is written once. */
  prepare<R>(query: Query<R>): (values: SlotValues) => Promise<readonly R[]>;
  /** Returns `null` where the guard did its work, else the row that says why not. */
  prepareGuarded<R>(statements: Guarded<R>): (values: SlotValues) => Promise<R | null>;
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

/** A text that is compiled when it is first needed, and then only filled. */
export function createTemplate<R>(
  db: Kysely<Tables>,
  query: Query<R>,
): (values: SlotValues) => Query<R> {
  let compiled: CompiledQuery<R> | undefined;
  return (values) => ({
    recurring: true,
    compile() {
      compiled ??= query.compile(db);
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof Slot && Object.hasOwn(values, parameter.name)
          ? values[parameter.name]
          : parameter,
      );
      return { ...compiled, parameters };
    },
  });
}
