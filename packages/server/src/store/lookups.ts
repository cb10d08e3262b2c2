import type { RunEvent } from '@hitl/protocol';
import {
  CALL_ORDER,
  INTERACTION_ORDER,
  pageOf,
  RUN_ORDER,
  rowQuery,
  SESSION_ORDER,
  type Columns,
  type ListOrder,
  type ListRows,
  type RowQuery,
} from './lists.ts';
import { toEvents } from './rows/events-row.ts';
import { fromInteractionRow, hasRequest } from './rows/interaction-row.ts';
import { placeOf, type Place } from './rows/place.ts';
import { toRun } from './rows/run-row.ts';
import { toSummary } from './rows/session-row.ts';
import type { InteractionRow } from './rows/tables.ts';
import type {
  AuditRecord,
  InteractionRecord,
  SessionKey,
  SessionStore,
  StoredTrails,
  Tombstone,
} from './store.ts';

/** The place of a commit with requests. */
export type CommitPlace = Place & { readonly commit: number };

/** Reads the rows of a store. */
export interface RowReader {
  /** The row with these values, which identify it. */
  get<Table extends keyof ListRows>(
    table: Table,
    columns: Columns,
  ): Promise<ListRows[Table] | null>;
  /** The rows of a page and, if there are more, the next one. */
  page<Table extends keyof ListRows>(
    order: ListOrder<Table>,
    query: RowQuery,
  ): Promise<readonly ListRows[Table][]>;
  /** The events of commits of one tenant; without those that do not exist any more. */
  readEvents(
    places: readonly CommitPlace[],
  ): Promise<readonly (CommitPlace & { readonly events: readonly RunEvent[] })[]>;
  /** The audit trails of a session or, of these, at least those of a root run and its nested runs. */
  readTrails(key: SessionKey, rootRunId?: string): Promise<readonly StoredTrails[]>;
  /** Tombstones of a tenant, at least those with this run. */
  readTombstones(tenantId: string, runId: string): Promise<readonly Tombstone[]>;
}

/** The other methods of a store: logs, with their checkpoints and owners. */
export type LogMethods = Omit<SessionStore, keyof ReturnType<typeof createLookups>>;

/** Creates the methods of a store that look up runs, sessions, interactions and audit trails. */
export function createLookups(rows: RowReader) {
  /** Reads the events of the commits that contain the requests of rows, each commit once. */
  async function readAsked(
    found: readonly InteractionRow[],
  ): Promise<(row: InteractionRow) => readonly RunEvent[]> {
    const places = new Map<string, CommitPlace>();
    for (const { tenant_id, session_id, asked_in } of found) {
      if (asked_in === null) continue;
      const place = { tenant_id, session_id, commit: Number(asked_in) };
      places.set(commitId(place), place);
    }
    const commits = places.size === 0 ? [] : await rows.readEvents([...places.values()]);
    const events = new Map(commits.map((commit) => [commitId(commit), commit.events]));
    return ({ session_id, asked_in }) =>
      events.get(commitId({ session_id, commit: Number(asked_in) })) ?? [];
  }

  async function toRecords(found: readonly InteractionRow[]): Promise<InteractionRecord[]> {
    const eventsOf = await readAsked(found);
    const records = found.map(async (row) => {
      const events = eventsOf(row);
      // Its session was removed between the two reads, unless the row is damaged.
      if (!hasRequest(row, events)) return findInteraction(row.tenant_id, row.interaction_id, row);
      // Siblings share a commit, but callers must not share an object.
      return structuredClone(fromInteractionRow(row, events));
    });
    return (await Promise.all(records)).filter((record) => record !== null);
  }

  /** `lacking`: the row as it was read before, when the commit that it names did not exist. */
  async function findInteraction(
    tenantId: string,
    interactionId: string,
    lacking?: InteractionRow,
  ): Promise<InteractionRecord | null> {
    const row = await rows.get('interactions', {
      tenant_id: tenantId,
      interaction_id: interactionId,
    });
    if (row === null) return null;
    const events = row.events == null ? (await readAsked([row]))(row) : toEvents(row);
    const isDamaged = lacking?.rest === row.rest && lacking.asked_in === row.asked_in;
    // A damaged row throws.
    if (isDamaged || hasRequest(row, events)) return fromInteractionRow(row, events);
    return findInteraction(tenantId, interactionId, row);
  }

  async function readAudit(key: SessionKey, runId: string): Promise<AuditRecord> {
    const read = async () => rows.get('runs', { ...placeOf(key), run_id: runId });
    for (let row = await read(); row !== null;) {
      const trails = await rows.readTrails(key, row.root_run_id);
      const links = trails
        .flatMap((commit) => commit.trails)
        .flatMap(({ run_id: id, links: added }) => (id === runId ? added : []));
      const head = row.audit_head ?? null;
      if (head === (links.at(-1)?.hash ?? null)) return { head, links };
      // Something was committed or removed between the two reads, unless one of them is damaged.
      const next = await read();
      if (next !== null && (next.audit_head ?? null) === head) return { head, links };
      row = next;
    }
    return { head: null, links: [] };
  }

  return {
    async findRun(tenantId, runId) {
      const row = await rows.get('runs', { tenant_id: tenantId, run_id: runId });
      return row === null ? null : { sessionId: row.session_id, run: toRun(row) };
    },

    async listRuns(query) {
      return pageOf(RUN_ORDER, await rows.page(RUN_ORDER, rowQuery(query)), query.limit, toRun);
    },

    async findSession(key) {
      const row = await rows.get('sessions', placeOf(key));
      return row === null ? null : toSummary(row);
    },

    async listSessions(query) {
      const found = await rows.page(SESSION_ORDER, rowQuery(query));
      return pageOf(SESSION_ORDER, found, query.limit, toSummary);
    },

    findInteraction: (tenantId, interactionId) => findInteraction(tenantId, interactionId),

    async findInteractionsOfCall(query) {
      const found = await rows.page(CALL_ORDER, rowQuery(query));
      return toRecords(found.slice(0, query.limit));
    },

    async listInteractions({ runId, ...query }) {
      let selected = rowQuery(query);
      if (runId !== undefined) {
        const run = await rows.get('runs', { tenant_id: query.tenantId, run_id: runId });
        const sessionId = run?.session_id;
        if (sessionId === undefined || (query.sessionId ?? sessionId) !== sessionId) {
          return { items: [], nextCursor: null };
        }
        selected = { ...rowQuery({ ...query, sessionId }), treeOf: runId };
      }
      const found = await rows.page(INTERACTION_ORDER, selected);
      const { items, nextCursor } = pageOf(INTERACTION_ORDER, found, query.limit, (row) => row);
      return { items: await toRecords(items), nextCursor };
    },

    readAudit,

    readTrails: (key) => rows.readTrails(key),

    /**
     * A run id can be deleted more than once: the ids of external calls and of runs with an
     * idempotency key are reused if the same request is sent again after its session was deleted.
     */
    async findErasedRun(tenantId, runId) {
      const found = await rows.readTombstones(tenantId, runId);
      return (
        found
          .toSorted((left, right) => Date.parse(left.deleted_at) - Date.parse(right.deleted_at))
          .flatMap((tombstone) => tombstone.runs)
          .findLast(({ run_id: id }) => id === runId) ?? null
      );
    },
  } satisfies Partial<SessionStore>;
}

function commitId({ session_id, commit }: Omit<CommitPlace, 'tenant_id'>): string {
  return JSON.stringify([session_id, commit]);
}
