import { statSync } from 'node:fs';
import { storeError } from './errors.ts';
import type { Script, SqlDialect, SqlEngine } from './sql/engine.ts';
import { migrate } from './sql/migrate.ts';
import {
  compile,
  fill,
  join,
  raw,
  slot,
  Slot,
  sql,
  type Sql,
  type SlotValues,
} from './sql/statement.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.ts';

/** More than the fixed statements; those with lists of ids may be used only once. */
const CACHED_STATEMENTS = 200;

/** The slot for the current time. */
const CLOCK = 'now';

const dialect: SqlDialect = {
  clock: sql`cast(${slot(CLOCK)} as bigint)`,
  onlyIf: sql``,
  json: (text) => text,
  // A statement per row: serializing the rows as JSON and reading that takes longer.
  each(_list, columns) {
    const fields = Object.keys(columns).map((name) => sql`${slot(name)} as ${raw(name)}`);
    return sql`(select ${join(fields)}) r`;
  },
};

/** Options of the SQL engine for SQLite. */
export interface SqliteEngineOptions {
  readonly database: SqliteDatabase;
  readonly now: () => number;
  /** Whether closing the engine closes the connection. */
  readonly owned: boolean;
}

/**
 * Creates the SQL engine for one connection. Transactions run synchronously from `begin immediate`
 * to `commit`: otherwise other code of this process could wait for a lock that only this code can
 * release.
 */
export function createSqliteEngine({ database, now, owned }: SqliteEngineOptions): SqlEngine {
  const statements = new Map<string, SqliteStatement>();
  const refuseLostFile = lostFileGuard(database);
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

  function run<R>(query: Sql<R>): readonly R[] {
    return writeOnce(query)({});
  }

  /** A statement that is compiled once, and prepared when it is first needed. */
  function writeOnce<R>(query: Sql<R>): (values: SlotValues) => readonly R[] {
    const compiled = compile(query, '?');
    return (values) => prepare(compiled.text).all(...fill(compiled, values).map(toValue)) as R[];
  }

  function toValue(parameter: unknown): SqliteValue {
    if (parameter instanceof Slot && parameter.name === CLOCK) return now();
    return parameter as SqliteValue;
  }

  function transaction<T>(work: () => T): T {
    refuseLostFile();
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
        dialect,
        types: {
          text: 'text',
          integer: 'integer',
          json: 'text',
          // The bus reads changes after a position, so numbers must never be reused.
          counter: 'position integer primary key autoincrement,',
          keyed: 'without rowid',
        },
        exists: sql`select 1 from sqlite_schema where name = 'hitl_schema'`,
        lock: [],
      }),
    ),
  );

  return {
    ...dialect,
    async run(query) {
      return run(query);
    },
    prepare(query) {
      const runQuery = writeOnce(query);
      return async (values) => runQuery(values);
    },
    prepareGuarded({ guard, work, why }) {
      const runGuard = writeOnce(guard);
      const steps = work.map(({ statement, list }) => ({ list, runStep: writeOnce(statement) }));
      const tellWhy = writeOnce(why);
      return async (values, lists) =>
        transaction(() => {
          if (runGuard(values).length === 0) return tellWhy(values)[0] ?? null;
          for (const { list, runStep } of steps) {
            if (list === undefined) runStep(values);
            else for (const row of lists[list] ?? []) runStep({ ...values, ...row });
          }
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

/**
 * Returns a function that throws once the file of a database was deleted or replaced. SQLite goes on in the
 * file that is no longer there, and all that was acknowledged would be lost with this process.
 */
function lostFileGuard(database: SqliteDatabase): () => void {
  const [main] = database.prepare('pragma database_list').all() as { readonly file?: string }[];
  const path = main?.file ?? '';
  if (path === '') return () => undefined;
  const identity = (): string | undefined => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
  };
  const own = identity();
  return () => {
    if (identity() === own) return;
    throw storeError(
      'store_unavailable',
      `The database file ${path} was deleted or replaced while it was open, so nothing is written any more. Stop the server, restore the file, and start the server again.`,
    );
  };
}

/** Rolls back, though an error may already have ended the transaction; only the first error matters. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('rollback');
  } catch {
    // There is nothing to roll back.
  }
}
