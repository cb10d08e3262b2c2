import type { RunEvent } from '@hitl/protocol';
import { compareKeys, decodeCursor, keyOf, type Columns, type ListRows } from './lists.ts';
import { createLookups, type LogMethods, type RowReader } from './lookups.ts';
import { toInteractionRow } from './rows/interaction-row.ts';
import { DEFAULT_LEASE_MS } from './rows/lease.ts';
import { placeOf } from './rows/place.ts';
import { spanOf, toRunRows } from './rows/run-row.ts';
import { toDueSession, toLoaded, toSessionRow, writeChain } from './rows/session-row.ts';
import type { Row } from './rows/tables.ts';
import { sessionText } from './session-text.ts';
import type {
  AuditChain,
  SessionKey,
  SessionStore,
  StoredCommit,
  Tombstone,
  TrailLinks,
} from './store.ts';

/** Options of the stores in memory. */
export interface MemoryOptions {
  /** The store's clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Values are kept as JSON, so callers never share an object with the store, and get the same values
 * as from other stores.
 */
type JsonOf<T> = string & { readonly '~is'?: T };

type SessionRow = Row<'sessions'>;

/** One log with its projections, which are the rows of the other stores. */
interface Log {
  readonly commits: KeptCommit[];
  readonly session: SessionRow;
  /** By their id. */
  readonly rows: { readonly [Table in keyof ListRows]: Map<string, ListRows[Table]> };
}

type KeptCommit = ReturnType<typeof spanOf> & {
  readonly events: JsonOf<readonly RunEvent[]>;
  readonly trails: JsonOf<readonly TrailLinks[]>;
  readonly chapter: string | undefined;
};

/** The columns with the ids of rows. */
const ID_COLUMN = {
  sessions: 'session_id',
  runs: 'run_id',
  interactions: 'interaction_id',
} as const satisfies Readonly<Record<keyof ListRows, string>>;

/** Creates a store in memory, for tests and pages; a restart loses everything. */
export function createMemoryStore(options: MemoryOptions = {}): SessionStore {
  const { reader, log } = createMemoryLogs(options);
  return { isLocal: true, ...log, ...createLookups(reader) };
}

/** Creates logs in memory, and the access to their rows. */
export function createMemoryLogs({ now = Date.now }: MemoryOptions): {
  readonly log: LogMethods;
  readonly reader: RowReader;
} {
  const logs = new Map<string, Log>();
  const tombstones = new Map<string, { tenantId: string; json: JsonOf<Tombstone> }>();
  const find = (key: SessionKey): Log | undefined => logs.get(sessionText(key));
  const commitsOf = (key: SessionKey): readonly KeptCommit[] => find(key)?.commits ?? [];

  const sessions = (): SessionRow[] => [...logs.values()].map(({ session }) => session);

  function rowsWith<Table extends keyof ListRows>(
    table: Table,
    columns: Columns,
  ): ListRows[Table][] {
    return [...logs.values()]
      .flatMap(({ rows }) => [...rows[table].values()])
      .filter((row) => hasColumns(row, columns));
  }

  function read(key: SessionKey, after: number, limit = Infinity): StoredCommit[] {
    return commitsOf(key)
      .slice(after, after + limit)
      .map(({ events }, index) => ({ commit: after + index + 1, events: copy(events) }));
  }

  const reader: RowReader = {
    async get(table, columns) {
      const id = columns[ID_COLUMN[table]] ?? '';
      for (const { rows } of logs.values()) {
        const row = rows[table].get(id);
        if (row !== undefined && hasColumns(row, columns)) return row;
      }
      return null;
    },

    async page(order, { columns, treeOf, cursor, limit }) {
      const after = cursor === undefined ? undefined : decodeCursor(order, cursor);
      return rowsWith(order.list, columns)
        .filter((row) => treeOf === undefined || isOfTree(row, treeOf))
        .map((row) => ({ row, key: keyOf(order, row) }))
        .filter(({ key }) => after === undefined || compareKeys(order, key, after) > 0)
        .toSorted((left, right) => compareKeys(order, left.key, right.key))
        .slice(0, limit + 1)
        .map(({ row }) => row);
    },

    // Each row has its request.
    readEvents: async () => [],

    async readTrails(key) {
      return commitsOf(key)
        .map(({ trails }, index) => ({ commit: index + 1, trails: copy(trails) }))
        .filter(({ trails }) => trails.length > 0);
    },

    async readTombstones(tenantId) {
      return [...tombstones.values()]
        .filter((one) => one.tenantId === tenantId)
        .map(({ json }) => copy(json));
    },
  };

  const log: LogMethods = {
    load: async (key) => toLoaded(find(key)?.session ?? null, now()),

    async append(key, expectedCommit, commit, options = {}) {
      const before = find(key);
      if (!isAt(before, expectedCommit, options.chain)) return 'conflict';
      const time = now();
      if (options.notAfter !== undefined && time >= Date.parse(options.notAfter)) {
        return 'too_late';
      }
      const { checkpoint, projection, audit, chapter } = commit;
      const place = placeOf(key);
      const events = write(commit.events);
      const session = {
        ...place,
        ...toSessionRow(commit),
        state: write(checkpoint.state),
        commits: expectedCommit + 1,
        claimed_until: time + (options.leaseMs ?? DEFAULT_LEASE_MS),
        bytes: Number(before?.session.bytes ?? 0) + events.length,
      };
      const { commits, rows }: Omit<Log, 'session'> = before ?? {
        commits: [],
        rows: { sessions: new Map(), runs: new Map(), interactions: new Map() },
      };
      commits.push({ ...spanOf(commit.events), events, trails: write(audit.trails), chapter });
      rows.sessions.set(key.sessionId, session);
      for (const row of toRunRows(commit)) {
        const head = row.audit_head ?? rows.runs.get(row.run_id)?.audit_head ?? null;
        rows.runs.set(row.run_id, { ...place, ...row, audit_head: head });
      }
      for (const record of projection.interactions) {
        const row = toInteractionRow(record, expectedCommit + 1, commit.events);
        const request = write(record.interaction_request);
        rows.interactions.set(row.interaction_id, { ...place, ...row, asked_in: null, request });
      }
      logs.set(sessionText(key), { commits, session, rows });
      return 'appended';
    },

    async read(key, afterCommit, limit) {
      return read(key, afterCommit, limit);
    },

    async readChapters(key) {
      const chapters = commitsOf(key).flatMap(({ chapter }, index) =>
        chapter === undefined ? [] : [{ commit: index + 1, json: chapter }],
      );
      return { chapters, commits: read(key, chapters.at(-1)?.commit ?? 0) };
    },

    async readRun(key, rootRunId, afterSeq, limit) {
      const events: RunEvent[] = [];
      for (const { root_run_id: root, last_seq: last, events: json } of commitsOf(key)) {
        if (events.length >= limit) break;
        if (root !== null && (root !== rootRunId || Number(last) <= afterSeq)) continue;
        for (const event of copy(json)) {
          if (event.root_run_id === rootRunId && event.seq > afterSeq) events.push(event);
        }
      }
      return events.slice(0, limit);
    },

    async renew(key, owner, leaseMs) {
      const found = find(key);
      if (found?.session.owner !== owner) return false;
      const session = { ...found.session, claimed_until: now() + leaseMs };
      logs.set(sessionText(key), { ...found, session });
      return true;
    },

    async due(limit, ownedBy) {
      const time = now();
      const isDue = ({ next_deadline: deadline, runnable, owner, claimed_until }: SessionRow) =>
        (deadline !== null && Number(deadline) <= time) ||
        (runnable === 1 && (owner === null || Number(claimed_until) <= time)) ||
        (runnable === 1 && ownedBy !== undefined && owner?.startsWith(ownedBy) === true);
      return sessions().filter(isDue).slice(0, limit).map(toDueSession);
    },

    async countPending(tenantId, userId) {
      const pending = { tenant_id: tenantId, user_id: userId, status: 'pending' };
      return rowsWith('interactions', pending).length;
    },

    async storedBytes(tenantId, userId) {
      return sessions()
        .filter(({ tenant_id, user_id }) => tenant_id === tenantId && user_id === userId)
        .reduce((sum, { bytes }) => sum + Number(bytes), 0);
    },

    async remove(key, expectedCommit, tombstone, chain) {
      const found = find(key);
      if (found === undefined || !isAt(found, expectedCommit, chain)) return 'conflict';
      logs.delete(sessionText(key));
      tombstones.set(sessionText(key), { tenantId: key.tenantId, json: write(tombstone) });
      return 'appended';
    },

    async findTombstone(key) {
      const found = tombstones.get(sessionText(key));
      return found === undefined ? null : copy(found.json);
    },

    async close() {},
  };

  return { reader, log };
}

/** Whether a log is the one that a caller has loaded. */
function isAt(log: Log | undefined, commit: number, chain: AuditChain | undefined): boolean {
  const before = writeChain(chain);
  const isSame = before === undefined || log?.session.chain === before;
  return isSame && (log?.commits.length ?? 0) === commit;
}

function hasColumns(row: object, columns: Columns): boolean {
  return Object.entries(columns).every(([name, value]) => Reflect.get(row, name) === value);
}

/** Whether a row belongs to a run, or to one of the runs below it. */
function isOfTree(row: object, runId: string): boolean {
  return [Reflect.get(row, 'run_id'), Reflect.get(row, 'root_run_id')].includes(runId);
}

function write<T>(value: T): JsonOf<T> {
  return JSON.stringify(value);
}

function copy<T>(json: JsonOf<T>): T {
  return JSON.parse(json) as T;
}
