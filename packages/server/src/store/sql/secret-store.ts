import { placeOf } from '../rows/place.ts';
import type { SecretStore } from '../secret-store.ts';
import type { SqlEngine } from './engine.ts';
import { insertInto, slot, sql } from './statement.ts';
import { TABLES, type Row } from '../rows/tables.ts';

/** Creates the secret store for a SQL engine. Closing it closes the engine. */
export function createSqlSecretStore(engine: SqlEngine): SecretStore {
  const here = sql`tenant_id = ${slot('tenant_id')} and session_id = ${slot('session_id')}`;

  const columns = Object.keys(TABLES.secrets).map((name) => [name, slot(name)]);
  const insert = engine.prepare(insertInto('secrets', Object.fromEntries(columns)));
  const select = engine.prepare(sql<Pick<Row<'secrets'>, 'secret_id' | 'sealed'>>`
    select secret_id, sealed from hitl_secrets where ${here} order by secret_id`);
  const remove = engine.prepare(sql`delete from hitl_secrets where ${here}`);

  return {
    async put(key, { id, sealed }) {
      await insert({ ...placeOf(key), secret_id: id, sealed });
    },
    async list(key) {
      const rows = await select(placeOf(key));
      return rows.map(({ secret_id: id, sealed }) => ({ id, sealed }));
    },
    async remove(key) {
      await remove(placeOf(key));
    },
    close: () => engine.close(),
  };
}
