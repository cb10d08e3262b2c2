import { formatTime, INITIAL_CONTROL, type ControlState } from '@hitl/protocol/fold';
import type { RunEvent } from '@hitl/protocol';
import { newestErasedRun } from './erased-run.ts';
import {
  columnsOf,
  compareKeys,
  decodeCursor,
  CALL_ORDER,
  INTERACTION_ORDER,
  keyOf,
  pageOf,
  RUN_ORDER,
  SESSION_ORDER,
  type ListOrder,
  type ListQuery,
} from './lists.ts';
import { fromInteractionRow, toInteractionRow } from './rows/interaction-row.ts';
import { DEFAULT_LEASE_MS } from './rows/lease.ts';
import { placeOf, type Place } from './rows/place.ts';
import {
  spanOf,
  toRun,
  toRunRow,
  toSummary,
  toSummaryRow,
  type RunRow,
  type SummaryRow,
} from './rows/run-row.ts';
import type { InteractionTable } from './rows/tables.ts';
import { linksOf } from './rows/trails-row.ts';
import { sessionText } from './session-text.ts';
import type {
  AuditChain,
  Checkpoint,
  InteractionRecord,
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

/** One log with its projections, which are the rows of the other stores. */
interface Log extends Pick<Checkpoint, 'nextDeadline' | 'owner' | 'runnable'> {
  readonly key: SessionKey;
  readonly commits: KeptCommit[];
  readonly state: JsonOf<ControlState>;
  readonly chain: JsonOf<AuditChain>;
  ownerUntil: number;
  readonly session: Readonly<SummaryRow> & Place;
  readonly runs: Map<string, Readonly<RunRow> & Place>;
  readonly interactions: Map<string, Readonly<InteractionTable>>;
}

type KeptCommit = ReturnType<typeof spanOf> & {
  readonly events: JsonOf<readonly RunEvent[]>;
  readonly trails: JsonOf<readonly TrailLinks[]>;
  readonly chapter: string | undefined;
};

/** Creates a store in memory, for tests and pages; a restart loses everything. */
export function createMemoryStore({ now = Date.now }: MemoryOptions = {}): SessionStore {
  const logs = new Map<string, Log>();
  const tombstones = new Map<string, { tenantId: string; json: JsonOf<Tombstone> }>();
  const find = (key: SessionKey): Log | undefined => logs.get(sessionText(key));
  const commitsOf = (key: SessionKey): readonly KeptCommit[] => find(key)?.commits ?? [];
  const all = <Row>(rowsOf: (log: Log) => Iterable<Row>): Row[] =>
    [...logs.values()].flatMap((log) => [...rowsOf(log)]);
  const interactions = () => all((log) => log.interactions.values());

  function read(key: SessionKey, after: number, limit = Infinity): StoredCommit[] {
    return commitsOf(key)
      .slice(after, after + limit)
      .map(({ events }, index) => ({ commit: after + index + 1, events: copy(events) }));
  }

  return {
    async load(key) {
      const log = find(key);
      const time = formatTime(now());
      if (log === undefined) return { commit: 0, state: INITIAL_CONTROL, now: time, chain: {} };
      return {
        commit: log.commits.length,
        state: copy(log.state),
        now: time,
        chain: copy(log.chain),
        ...(log.owner !== null && { ownerUntil: formatTime(log.ownerUntil) }),
      };
    },

    async append(key, expectedCommit, commit, options = {}) {
      const log = find(key);
      if ((log?.commits.length ?? 0) !== expectedCommit) return 'conflict';
      const time = now();
      if (options.notAfter !== undefined && time >= Date.parse(options.notAfter)) {
        return 'too_late';
      }
      const { checkpoint, projection, events, audit, chapter } = commit;
      const { nextDeadline, owner, runnable } = checkpoint;
      const place = placeOf(key);
      const changed: Log = {
        key: { tenantId: key.tenantId, sessionId: key.sessionId },
        commits: log?.commits ?? [],
        runs: log?.runs ?? new Map(),
        interactions: log?.interactions ?? new Map(),
        state: write(checkpoint.state),
        chain: write(audit.chain),
        nextDeadline,
        owner,
        ownerUntil: time + (options.leaseMs ?? DEFAULT_LEASE_MS),
        runnable,
        session: { ...place, ...toSummaryRow(projection.session) },
      };
      const trails = write(audit.trails);
      changed.commits.push({ ...spanOf(events), events: write(events), trails, chapter });
      for (const run of projection.runs) changed.runs.set(run.id, { ...place, ...toRunRow(run) });
      for (const record of projection.interactions) {
        const row = { ...place, ...toInteractionRow(record, expectedCommit + 1, events) };
        const request = write(record.interaction_request);
        changed.interactions.set(row.interaction_id, { ...row, request });
      }
      logs.set(sessionText(key), changed);
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

    async readAudit(key, runId) {
      const links = commitsOf(key).flatMap(({ trails }) => linksOf(runId, copy(trails)));
      return { head: links.at(-1)?.hash ?? null, links };
    },

    async readTrails(key) {
      return commitsOf(key)
        .map(({ trails }, index) => ({ commit: index + 1, trails: copy(trails) }))
        .filter(({ trails }) => trails.length > 0);
    },

    async renew(key, owner, leaseMs) {
      const log = find(key);
      if (log === undefined || log.owner !== owner) return false;
      log.ownerUntil = now() + leaseMs;
      return true;
    },

    async due(limit, ownedBy) {
      const time = now();
      const overdue = ({ nextDeadline: deadline, runnable, owner, ownerUntil }: Log): boolean =>
        (deadline !== null && Date.parse(deadline) <= time) ||
        (runnable && (owner === null || ownerUntil <= time)) ||
        (runnable && ownedBy !== undefined && owner !== null && owner.startsWith(ownedBy));
      return [...logs.values()]
        .filter(overdue)
        .slice(0, limit)
        .map(({ key, owner, ownerUntil, nextDeadline, runnable }) => ({
          key: { ...key },
          owner,
          ownerUntil: owner === null ? null : formatTime(ownerUntil),
          nextDeadline,
          runnable,
        }));
    },

    async findRun(tenantId, runId) {
      for (const { runs } of logs.values()) {
        const row = runs.get(runId);
        if (row?.tenant_id === tenantId) return { sessionId: row.session_id, run: toRun(row) };
      }
      return null;
    },

    async listRuns(query) {
      const rows = all((log) => log.runs.values());
      return pageOf(RUN_ORDER, selectPage(RUN_ORDER, rows, query), query.limit, toRun);
    },

    async findSession(key) {
      const log = find(key);
      return log === undefined ? null : toSummary(log.session);
    },

    async listSessions(query) {
      const rows = all((log) => [log.session]);
      return pageOf(SESSION_ORDER, selectPage(SESSION_ORDER, rows, query), query.limit, toSummary);
    },

    async findInteraction(tenantId, interactionId) {
      for (const log of logs.values()) {
        const row = log.interactions.get(interactionId);
        if (row?.tenant_id === tenantId) return toRecord(row);
      }
      return null;
    },

    async findInteractionsOfCall({ runId, ...query }) {
      const rows = interactions().filter(({ run_id: id }) => runId === undefined || id === runId);
      return selectPage(CALL_ORDER, rows, query).slice(0, query.limit).map(toRecord);
    },

    async listInteractions(query) {
      const { runId, limit } = query;
      const rows = interactions().filter(
        ({ run_id, root_run_id }) =>
          runId === undefined || run_id === runId || root_run_id === runId,
      );
      const found = selectPage(INTERACTION_ORDER, rows, query);
      return pageOf(INTERACTION_ORDER, found, limit, toRecord);
    },

    async countPending(tenantId, userId) {
      return matching(interactions(), { tenantId, userId, status: 'pending' }).length;
    },

    async storedBytes(tenantId, userId) {
      const mine = [...logs.values()].filter(
        ({ session }) => session.tenant_id === tenantId && session.user_id === userId,
      );
      return mine
        .flatMap(({ commits }) => commits)
        .reduce((sum, { events }) => sum + events.length, 0);
    },

    async remove(key, expectedCommit, tombstone) {
      const log = find(key);
      if (log === undefined || log.commits.length !== expectedCommit) return 'conflict';
      logs.delete(sessionText(key));
      tombstones.set(sessionText(key), { tenantId: key.tenantId, json: write(tombstone) });
      return 'appended';
    },

    async findTombstone(key) {
      const found = tombstones.get(sessionText(key));
      return found === undefined ? null : copy(found.json);
    },

    async findErasedRun(tenantId, runId) {
      const mine = [...tombstones.values()].filter(({ tenantId: tenant }) => tenant === tenantId);
      return newestErasedRun(
        mine.map(({ json }) => copy(json)),
        runId,
      );
    },

    async close() {},
  };
}

function write<T>(value: T): JsonOf<T> {
  return JSON.stringify(value);
}

function copy<T>(json: JsonOf<T>): T {
  return JSON.parse(json) as T;
}

/** The record of a row, which has the whole request. */
function toRecord(row: InteractionTable): InteractionRecord {
  return fromInteractionRow(row, []);
}

/** The rows with the columns of a query. */
function matching<Row extends object>(
  rows: readonly Row[],
  query: Omit<ListQuery, 'limit'>,
): readonly Row[] {
  const columns = Object.entries(columnsOf(query));
  return rows.filter((row) => columns.every(([name, value]) => Reflect.get(row, name) === value));
}

/** Selects a page of a list, for `pageOf`. */
function selectPage<Row extends object>(
  order: ListOrder,
  rows: readonly Row[],
  query: ListQuery,
): readonly Row[] {
  const { cursor, limit } = query;
  const after = cursor === undefined ? undefined : decodeCursor(order, cursor);
  return matching(rows, query)
    .map((row) => ({ row, key: keyOf(order, row) }))
    .filter(({ key }) => after === undefined || compareKeys(order, key, after) > 0)
    .toSorted((left, right) => compareKeys(order, left.key, right.key))
    .slice(0, limit + 1)
    .map(({ row }) => row);
}
