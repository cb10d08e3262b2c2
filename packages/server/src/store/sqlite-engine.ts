import { Kysely, sql, SqliteDialect, type CompiledQuery } from 'kysely';
import type { Row, Script, SqlEngine } from './sql/engine.ts';
import { migrate } from './sql/migrations.ts';
import type { Tables } from './sql/tables.ts';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.ts';

/** More texts than we have; lists of ids make some that are used once. */
const CACHED_STATEMENTS = 200;

/** Runs our statements on one SQLite connection. */
export interface SqliteEngineOptions {
  readonly database: SqliteDatabase;
  readonly now: () => number;
  /** Whether closing the engine closes the connection. */
  readonly owned: boolean;
}

/**
 * The SQL engine over one connection. Writes run from `begin immediate` to `commit` without a pause:
 * no other code of this process can come in between and wait for a lock that only we could release.
 */
export function createSqliteEngine({ database, now, owned }: SqliteEngineOptions): SqlEngine {
  const statements = new Map<string, SqliteStatement>();
  let closing: Promise<void> | undefined;

  function prepare(text: string): SqliteStatement {
    let statement = statements.get(text);
    if (statement === undefined) {
      if (statements.size >= CACHED_STATEMENTS) statements.clear();
      statement = database.prepare(text);
      statements.set(text, statement);
    }
    return statement;
  }

  function run({ sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Row[] {
    return prepare(text).all(...parameters.map(toSqlite)) as Row[];
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

  async function closeAll(): Promise<void> {
    await db.destroy();
    statements.clear();
    if (owned) database.close();
  }

  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        // Kysely only reads through this; what writes goes through `transact` and `guarded`.
        prepare: (text) => ({
          reader: true,
          all: (parameters) => run({ sql: text, parameters }),
          run: () => ({ changes: 0, lastInsertRowid: 0 }),
          iterate: (parameters) => run({ sql: text, parameters }).values(),
        }),
        close: () => undefined,
      },
    }),
  });

  const engine: SqlEngine = {
    db,
    clock: () => sql<number>`cast(${now()} as bigint)`,
    onlyIf: sql``,
    rows(json, columns) {
      const fields = Object.keys(columns).map(
        (name) => sql`json_extract(value, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`,
      );
      return sql`(select ${sql.join(fields)} from json_each(${json})) r`;
    },
    async guarded(build) {
      return transaction(() => {
        const { guard, work, why } = build();
        if (run(guard.compile(db)).length === 0) return run(why.compile(db))[0] ?? {};
        for (const statement of work) run(statement.compile(db));
        return null;
      });
    },
    async transact(script) {
      return transaction(() => perform(script()));
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };

  transaction(() =>
    perform(
      migrate(engine, {
        text: 'text',
        integer: 'integer',
        bytes: 'blob',
        // The bus asks for what came after a position it has seen; a number is never used again.
        counter: 'position integer primary key autoincrement,',
      }),
    ),
  );
  return engine;
}

/** An error may have ended the transaction already; the one that matters is the first. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('rollback');
  } catch {
    // Nothing to roll back.
  }
}

function toSqlite(value: unknown): SqliteValue {
  // libsql takes Buffers only.
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : (value as SqliteValue);
}
