import { sql, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import {
  createQueryBuilder,
  createTemplate,
  slot,
  Slot,
  type Query,
  type Script,
  type SqlEngine,
} from './sql/engine.ts';
import { migrate } from './sql/migrations.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.ts';

/** More texts than we have; lists of ids make some that are used once. */
const CACHED_STATEMENTS = 200;

/** The slot that is filled with the time of the moment. */
const CLOCK = 'now';

/** Runs our statements on one SQLite connection. */
export interface SqliteEngineOptions {
  readonly database: SqliteDatabase;
  readonly now: () => number;
  /** Whether closing the engine closes the connection. */
  readonly owned: boolean;
}

/**
 * The SQL engine over one connection. Transactions run from `begin immediate` to `commit` without a
 * pause: no other code of this process can come in between and wait for a lock that only we could
 * release.
 */
export function createSqliteEngine({ database, now, owned }: SqliteEngineOptions): SqlEngine {
  const db = createQueryBuilder(
    () => new SqliteAdapter(),
    () => new SqliteQueryCompiler(),
  );
  const statements = new Map<string, SqliteStatement>();
  let closed = false;

  function prepare(text: string): SqliteStatement {
    let statement = statements.get(text);
    if (statement === undefined) {
      if (statements.size >= CACHED_STATEMENTS) statements.clear();
      statement = database.prepare(text);
      statements.set(text, statement);
    }
    return statement;
  }

  function run<R>(query: Query<R>): readonly R[] {
    const { sql: text, parameters } = query.compile(db);
    return prepare(text).all(...parameters.map(toValue)) as R[];
  }

  function toValue(parameter: unknown): SqliteValue {
    if (parameter instanceof Slot && parameter.name === CLOCK) return now();
    // libsql takes Buffers only.
    return parameter instanceof Uint8Array
      ? Buffer.from(parameter.buffer, parameter.byteOffset, parameter.byteLength)
      : (parameter as SqliteValue);
  }

  function transaction<T>(work: () => T): T {
    database.exec('begin immediate');
    try {
      const result = work();
      database.exec('commit');
      return result;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }

  function perform<T>(script: Script<T>): T {
    let step = script.next([]);
    while (step.done !== true) step = script.next(run(step.value));
    return step.value;
  }

  transaction(() =>
    perform(
      migrate({
        types: {
          text: 'text',
          integer: 'integer',
          bytes: 'blob',
          // The bus asks for what came after a position; a number is never used again.
          counter: 'position integer primary key autoincrement,',
          keyed: 'without rowid',
        },
        exists: sql`select 1 from sqlite_schema where name = 'hitl_schema'`,
      }),
    ),
  );

  return {
    db,
    clock: sql`cast(${slot(CLOCK)} as bigint)`,
    onlyIf: sql``,
    rows(json, columns) {
      const fields = Object.keys(columns).map(
        (name) => sql`json_extract(value, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`,
      );
      return sql`(select ${sql.join(fields)} from json_each(${json})) r`;
    },
    async run(query) {
      return run(query);
    },
    prepare(query) {
      const fill = createTemplate(db, query);
      return async (values) => run(fill(values));
    },
    prepareGuarded({ guard, work, why }) {
      const fillGuard = createTemplate(db, guard);
      const fillWork = work.map((statement) => createTemplate(db, statement));
      const fillWhy = createTemplate(db, why);
      return async (values) =>
        transaction(() => {
          if (run(fillGuard(values)).length === 0) return run(fillWhy(values))[0] ?? null;
          for (const fill of fillWork) run(fill(values));
          return null;
        });
    },
    async transact(script) {
      return transaction(() => perform(script()));
    },
    async close() {
      if (closed) return;
      closed = true;
      statements.clear();
      if (owned) database.close();
    },
  };
}

/** An error may have ended the transaction already; the one that matters is the first. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('rollback');
  } catch {
    // Nothing to roll back.
  }
}
