import { withConnection } from './postgres-connection.ts';
import type { PostgresClient, PostgresPool } from './postgres-pool.ts';
import type { Guarded, Lists, Script, SqlDialect, SqlEngine } from './sql/engine.ts';
import { migrate } from './sql/migrate.ts';
import type { Migration } from './sql/migration.ts';
import { compile, fill, join, raw, slot, sql, type Sql, type SlotValues } from './sql/statement.ts';

/** Options of the SQL engine for PostgreSQL. */
export interface PostgresEngineOptions {
  readonly pool: PostgresPool;
  readonly statementTimeoutMs: number;
  readonly preparedStatements: boolean;
}

const dialect: SqlDialect = {
  clock: sql`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`,
  onlyIf: sql`cross join guard`,
  json: (text) => sql`cast(${text} as json)`,
  each(list, columns) {
    const fields = Object.entries(columns).map(([name, type]) =>
      raw(`${name} ${type.startsWith('integer') ? 'bigint' : 'text'}`),
    );
    return sql`json_to_recordset(cast(${slot(list)} as json)) as r(${join(fields)})`;
  },
};

const migration: Migration = {
  dialect,
  types: {
    // Byte order, as in SQLite and in the sort keys of cursors, whatever the database's locale.
    text: 'text collate "C"',
    integer: 'bigint',
    // Not jsonb, which reorders members, rewrites numbers and refuses \u0000.
    json: 'json',
    counter: '',
    keyed: '',
  },
  // Not `to_regclass`, which may return a cached result after waiting for the lock.
  exists: sql`select 1 from pg_class where relname = 'hitl_schema' and pg_table_is_visible(oid)`,
  lock: [
    // Migrating a large database takes long, and so does waiting for the lock meanwhile.
    sql`set local statement_timeout = 0`,
    // An arbitrary key: "hitl" in ASCII.
    sql`select pg_advisory_xact_lock(${0x6869_746c})`,
  ],
};

/** Creates the SQL engine for a pool. The tables are created before the first statement. */
export function createPostgresEngine({
  pool,
  statementTimeoutMs,
  preparedStatements,
}: PostgresEngineOptions): SqlEngine {
  const limited = new WeakSet<PostgresClient>();
  let ready: Promise<void> | undefined;
  let closed = false;

  async function withClient<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    if (closed) throw new Error('the store is closed');
    return withConnection(pool, async (client) => {
      if (!limited.has(client)) {
        const timeout = String(Math.trunc(statementTimeoutMs));
        await client.query({
          text: `select set_config('statement_timeout', $1, false)`,
          values: [timeout],
        });
        limited.add(client);
      }
      return work(client);
    });
  }

  async function run<R>(client: PostgresClient, query: Sql<R>): Promise<readonly R[]> {
    const { text, parameters } = compile(query, '$1');
    const { rows } = await client.query({ text, values: [...parameters] });
    return rows as R[];
  }

  /** A statement that is compiled once; connections may keep its plan. */
  function writeOnce<R>(query: Sql<R>): (values: SlotValues) => Promise<readonly R[]> {
    const compiled = compile(query, '$1');
    const { text } = compiled;
    const name = preparedStatements ? nameOf(text) : undefined;
    return async (values) => {
      await prepared();
      return withClient(async (client) => {
        const { rows } = await client.query({
          text,
          values: fill(compiled, values),
          ...(name !== undefined && { name }),
        });
        return rows as R[];
      });
    };
  }

  async function transact<T>(script: () => Script<T>): Promise<T> {
    return withClient(async (client) => {
      await client.query({ text: 'begin' });
      const steps = script();
      let step = steps.next([]);
      while (step.done !== true) {
        step = steps.next(await run(client, step.value));
      }
      await client.query({ text: 'commit' });
      return step.value;
    });
  }

  function prepared(): Promise<void> {
    ready ??= transact(() => migrate(migration)).catch((error: unknown) => {
      // The next caller tries again, as the database may only have been unavailable.
      ready = undefined;
      throw error;
    });
    return ready;
  }

  return {
    ...dialect,
    async run(query) {
      await prepared();
      return withClient((client) => run(client, query));
    },
    prepare: writeOnce,
    prepareGuarded<R>({ guard, work, why }: Guarded<R>) {
      // One statement is one round trip and one transaction. It sees the rows as they were before
      // it, except the row that the guard locks, which is read again once it is locked.
      const steps = work.map(
        ({ statement }, index) => sql`${raw(`work_${index}`)} as (${statement})`,
      );
      const append = writeOnce(sql<R>`
        with guard as (${guard}), ${join(steps)}
        select why.* from (${why}) why where not exists (select 1 from guard)`);
      return async (values: SlotValues, lists: Lists): Promise<R | null> => {
        const texts = Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)]);
        const [refused = null] = await append({ ...values, ...Object.fromEntries(texts) });
        return refused;
      };
    },
    async transact(script) {
      await prepared();
      return transact(script);
    },
    async close() {
      closed = true;
    },
  };
}

const names = new Map<string, string>();

/**
 * The name of a prepared statement: a hash of its text, so that it does not conflict with those of
 * other users of the connection, such as another copy of this package.
 */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    const { createHash } = process.getBuiltinModule('node:crypto');
    name = `hitl_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
  }
  return name;
}
