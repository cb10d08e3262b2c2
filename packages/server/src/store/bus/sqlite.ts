import type { SqliteDatabase } from '../sqlite-database.ts';
import type { Bus, Change } from './bus.ts';
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

/** The last known position in the file. */
interface Seen {
  readonly version: number;
  readonly position: number;
  readonly change: number;
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
  let seen: Seen | undefined;
  let stop: (() => void) | undefined;
  const local = createHookedBus({
    onFirst() {
      seen = undefined;
      look();
      stop = every(intervalMs, look);
    },
    onLast: () => stop?.(),
  });

  const read = (sql: string, ...parameters: number[]): Row[] =>
    database.prepare(sql).all(...parameters) as Row[];
  const version = (): number => numberOf(read('pragma data_version'), 'data_version');

  function now(): Seen {
    // The version is read first, so that later commits change it again.
    const before = version();
    return {
      version: before,
      position: numberOf(read('select max(position) as top from hitl_commits'), 'top'),
      change: numberOf(read('select max(change_number) as top from hitl_rule_owners'), 'top'),
    };
  }

  function look(): void {
    try {
      if (seen !== undefined && version() === seen.version) return;
      const next = now();
      const { position, change: last } = seen ?? next;
      const changes = [
        ...read(
          'select distinct tenant_id, session_id from hitl_commits where position > ?',
          position,
        ).map((row): Change => ({
          kind: 'session',
          key: { tenantId: textOf(row, 'tenant_id'), sessionId: textOf(row, 'session_id') },
        })),
        ...read(
          'select tenant_id, user_id from hitl_rule_owners where change_number > ?',
          last,
        ).map((row): Change => ({
          kind: 'rules',
          tenantId: textOf(row, 'tenant_id'),
          userId: textOf(row, 'user_id'),
        })),
      ];
      seen = next;
      for (const change of changes) local.publish(change);
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

type Row = Readonly<Record<string, unknown>>;

/** The value of a single row; 0 if there is none. */
function numberOf([row]: readonly Row[], column: string): number {
  return Number(row?.[column] ?? 0);
}

function textOf(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}
