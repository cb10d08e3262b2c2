import type { SqliteDatabase } from '../sqlite-database.ts';
import type { Place } from '../rows/place.ts';
import type { Bus } from './bus.ts';
import { systemEvery, type Every } from '../../base/every.ts';
import { createHookedBus } from './local.ts';

/** Options of a bus over a SQLite file. */
export interface SqliteBusOptions {
  /** The connection of the store, which has created the tables. The caller has to close it. */
  readonly database: SqliteDatabase;
  /** Interval of the polls while there are listeners, in milliseconds. Default 250. */
  readonly intervalMs?: number;
  /** Clock of the polls. Default: that of this machine. */
  readonly every?: Every;
  /** Called with the error of a failed poll; the next poll finds its changes. Default: not called. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Creates a bus that calls the listeners of this process immediately; other processes find changes
 * by polling the file. SQLite counts the changes of other connections, so a poll without changes
 * reads nothing.
 */
export function createSqliteBus({
  database,
  intervalMs = 250,
  every = systemEvery,
  onError,
}: SqliteBusOptions): Bus {
  /** The last known position in the file. */
  let seen: ReturnType<typeof now> | undefined;
  let stop: (() => void) | undefined;
  const local = createHookedBus({
    onFirst() {
      seen = undefined;
      look();
      stop = every(intervalMs, look);
    },
    onLast: () => stop?.(),
  });

  const read = <Row>(sql: string, ...parameters: number[]): Row[] =>
    database.prepare(sql).all(...parameters) as Row[];

  function now() {
    // The version is read first, so that later commits change it again.
    const version = readVersion();
    const [tops] = read<{ position: number | null; change: number | null }>(`
      select (select max(position) from hitl_commits) as position,
        (select max(change_number) from hitl_rule_owners) as change`);
    return { version, position: tops?.position ?? 0, change: tops?.change ?? 0 };
  }

  function readVersion(): number | undefined {
    return read<{ data_version: number }>('pragma data_version')[0]?.data_version;
  }

  function look(): void {
    try {
      if (seen !== undefined && readVersion() === seen.version) return;
      const next = now();
      const { position, change: last } = seen ?? next;
      const sessions = read<Place>(
        'select distinct tenant_id, session_id from hitl_commits where position > ?',
        position,
      );
      const owners = read<{ tenant_id: string; user_id: string }>(
        'select tenant_id, user_id from hitl_rule_owners where change_number > ?',
        last,
      );
      seen = next;
      for (const { tenant_id: tenantId, session_id: sessionId } of sessions) {
        local.publish({ kind: 'session', key: { tenantId, sessionId } });
      }
      for (const { tenant_id: tenantId, user_id: userId } of owners) {
        local.publish({ kind: 'rules', tenantId, userId });
      }
    } catch (error) {
      onError?.(error);
    }
  }

  return {
    ...local,
    async close() {
      stop?.();
      await local.close();
    },
  };
}
