import { formatTime, INITIAL_CONTROL, type ControlState } from '@hitl/protocol/fold';
import type { AuditLink, Run, RunEvent, SessionSummary } from '@hitl/protocol';
import {
  decodeCursor,
  encodeCursor,
  INTERACTION_ORDER,
  RUN_ORDER,
  SESSION_ORDER,
  type ListOrder,
  type SortValue,
} from './lists.ts';
import { newestErasedRun } from './erased-run.ts';
import type {
  AuditChain,
  Checkpoint,
  InteractionRecord,
  Page,
  PageQuery,
  RunRecord,
  SessionKey,
  SessionStore,
  StoredCommit,
  Tombstone,
  TrailLinks,
} from './store.ts';
import { DEFAULT_LEASE_MS } from './rows/lease.ts';
import { sessionText } from './session-text.ts';

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

/** One log with its projections. */
interface Log extends Pick<Checkpoint, 'nextDeadline' | 'owner' | 'runnable'> {
  readonly key: SessionKey;
  readonly commits: {
    readonly json: JsonOf<readonly RunEvent[]>;
    readonly spans: readonly Span[];
    readonly chapter: string | undefined;
  }[];
  state: JsonOf<ControlState>;
  chain: JsonOf<AuditChain>;
  ownerUntil: number;
  session: JsonOf<SessionSummary>;
  readonly runs: Map<string, JsonOf<Run>>;
  readonly interactions: Map<string, KeptInteraction>;
  /** By run, then by commit. */
  readonly trails: Map<string, { commit: number; json: JsonOf<readonly AuditLink[]> }[]>;
}

/** An interaction with the fields that lists filter by, since most are filtered out. */
interface KeptInteraction extends Pick<
  InteractionRecord,
  'status' | 'user_id' | 'run_id' | 'root_run_id' | 'tool_call_id'
> {
  readonly json: JsonOf<InteractionRecord>;
  readonly sort: readonly [string, number, string];
}

/** The part of a root run's numbering that is in a commit. */
interface Span {
  readonly rootRunId: string;
  readonly lastSeq: number;
}

/** Creates a store in memory, for tests and pages; a restart loses everything. */
export function createMemoryStore({ now = Date.now }: MemoryOptions = {}): SessionStore {
  const logs = new Map<string, Log>();
  const tombstones = new Map<string, { tenantId: string; json: JsonOf<Tombstone> }>();
  const find = (key: SessionKey): Log | undefined => logs.get(sessionText(key));
  const logsOf = (tenantId: string): Log[] =>
    [...logs.values()].filter(({ key }) => key.tenantId === tenantId);
  const runsOf = (log: Log): Run[] => [...log.runs.values()].map((json) => copy(json));

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
      const changed: Log = {
        key: { tenantId: key.tenantId, sessionId: key.sessionId },
        commits: log?.commits ?? [],
        runs: log?.runs ?? new Map(),
        interactions: log?.interactions ?? new Map(),
        trails: log?.trails ?? new Map(),
        state: write(checkpoint.state),
        chain: write(audit.chain),
        nextDeadline: checkpoint.nextDeadline,
        owner: checkpoint.owner,
        ownerUntil: time + (options.leaseMs ?? DEFAULT_LEASE_MS),
        runnable: checkpoint.runnable,
        session: write(projection.session),
      };
      changed.commits.push({ json: write(events), spans: spansOf(events), chapter });
      for (const run of projection.runs) changed.runs.set(run.id, write(run));
      for (const record of projection.interactions) {
        changed.interactions.set(record.interaction_request.id, kept(record));
      }
      for (const { run_id: runId, links } of audit.trails) {
        const trail = changed.trails.get(runId) ?? [];
        trail.push({ commit: changed.commits.length, json: write(links) });
        changed.trails.set(runId, trail);
      }
      logs.set(sessionText(key), changed);
      return 'appended';
    },

    async read(key, afterCommit, limit) {
      return commitsOf(find(key), afterCommit, limit);
    },

    async readChapters(key) {
      const log = find(key);
      const chapters = (log?.commits ?? []).flatMap(({ chapter }, index) =>
        chapter === undefined ? [] : [{ commit: index + 1, json: chapter }],
      );
      return { chapters, commits: commitsOf(log, chapters.at(-1)?.commit ?? 0) };
    },

    async readRun(key, rootRunId, afterSeq, limit) {
      const events: RunEvent[] = [];
      for (const { json, spans } of find(key)?.commits ?? []) {
        if (events.length >= limit) break;
        if (!spans.some((span) => span.rootRunId === rootRunId && span.lastSeq > afterSeq)) {
          continue;
        }
        for (const event of copy(json)) {
          if (event.root_run_id === rootRunId && event.seq > afterSeq) events.push(event);
        }
      }
      return events.slice(0, limit);
    },

    async readAudit(key, runId) {
      const links = (find(key)?.trails.get(runId) ?? []).flatMap(({ json }) => copy(json));
      return { head: links.at(-1)?.hash ?? null, links };
    },

    async readTrails(key) {
      const commits = new Map<number, TrailLinks[]>();
      for (const [runId, added] of find(key)?.trails ?? []) {
        for (const { commit, json } of added) {
          const trails = commits.get(commit) ?? [];
          trails.push({ run_id: runId, links: copy(json) });
          commits.set(commit, trails);
        }
      }
      return [...commits]
        .map(([commit, trails]) => ({ commit, trails }))
        .toSorted((left, right) => left.commit - right.commit);
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
        .map((log) => ({
          key: { ...log.key },
          owner: log.owner,
          ownerUntil: log.owner === null ? null : formatTime(log.ownerUntil),
          nextDeadline: log.nextDeadline,
          runnable: log.runnable,
        }));
    },

    async findRun(tenantId, runId) {
      const found = logsOf(tenantId)
        .map((log): RunRecord | undefined => {
          const json = log.runs.get(runId);
          return json === undefined ? undefined : { sessionId: log.key.sessionId, run: copy(json) };
        })
        .find((record) => record !== undefined);
      return found ?? null;
    },

    async listRuns(query) {
      const runs = logsOf(query.tenantId)
        .filter(({ key }) => fits(query.sessionId, key.sessionId))
        .flatMap(runsOf)
        .filter((run) => fits(query.userId, run.user_id) && fits(query.status, run.status));
      return page(RUN_ORDER, runs, query, (run) => [run.created_at, run.id]);
    },

    async findSession(key) {
      const log = find(key);
      return log === undefined ? null : copy(log.session);
    },

    async listSessions(query) {
      const sessions = logsOf(query.tenantId)
        .map((log) => copy(log.session))
        .filter((session) => fits(query.userId, session.user_id));
      return page(SESSION_ORDER, sessions, query, (session) => [
        session.updated_at,
        session.session_id,
      ]);
    },

    async findInteraction(tenantId, interactionId) {
      const found = logsOf(tenantId)
        .map((log) => log.interactions.get(interactionId))
        .find((interaction) => interaction !== undefined);
      return found === undefined ? null : copy(found.json);
    },

    async findInteractionsOfCall(tenantId, toolCallId) {
      return logsOf(tenantId)
        .flatMap(({ interactions }) => [...interactions.values()])
        .filter((found) => found.tool_call_id === toolCallId)
        .toSorted((left, right) => compare(left.sort, right.sort))
        .map(({ json }) => copy(json));
    },

    async listInteractions(query) {
      const found = logsOf(query.tenantId)
        .filter(({ key }) => fits(query.sessionId, key.sessionId))
        .flatMap(({ interactions }) => [...interactions.values()])
        .filter(
          ({ status, user_id, run_id, root_run_id, tool_call_id }) =>
            fits(query.status, status) &&
            fits(query.userId, user_id) &&
            fits(query.toolCallId, tool_call_id) &&
            (fits(query.runId, run_id) || fits(query.runId, root_run_id)),
        );
      const { items, nextCursor } = page(INTERACTION_ORDER, found, query, ({ sort }) => sort);
      return { items: items.map(({ json }) => copy(json)), nextCursor };
    },

    async countPending(tenantId, userId) {
      return logsOf(tenantId)
        .flatMap(({ interactions }) => [...interactions.values()])
        .filter(({ status, user_id }) => status === 'pending' && user_id === userId).length;
    },

    async storedBytes(tenantId, userId) {
      return logsOf(tenantId)
        .filter(({ session }) => copy(session).user_id === userId)
        .flatMap(({ commits }) => commits)
        .reduce((sum, { json }) => sum + json.length, 0);
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

function commitsOf(log: Log | undefined, after: number, limit?: number): StoredCommit[] {
  const end = limit === undefined ? undefined : after + limit;
  const commits = log?.commits.slice(after, end) ?? [];
  return commits.map(({ json }, index) => ({ commit: after + index + 1, events: copy(json) }));
}

function spansOf(events: readonly RunEvent[]): Span[] {
  const last = new Map<string, number>();
  for (const { root_run_id: root, seq } of events) last.set(root, seq);
  return [...last].map(([root, seq]) => ({ rootRunId: root, lastSeq: seq }));
}

function fits<T>(wanted: T | undefined, value: T | null): boolean {
  return wanted === undefined || wanted === value;
}

function kept(record: InteractionRecord): KeptInteraction {
  const { status, user_id, run_id, root_run_id, tool_call_id, seq } = record;
  const { created_at: createdAt, id } = record.interaction_request;
  const sort = [createdAt, seq, id] as const;
  return { status, user_id, run_id, root_run_id, tool_call_id, sort, json: write(record) };
}

function compare(left: readonly SortValue[], right: readonly SortValue[]): number {
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? '';
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

function page<T>(
  order: ListOrder,
  items: readonly T[],
  { cursor, limit }: PageQuery,
  keyOfItem: (item: T) => readonly SortValue[],
): Page<T> {
  const direction = order.newestFirst ? -1 : 1;
  const after = cursor === undefined ? undefined : decodeCursor(order, cursor);
  const rest = items
    .map((item) => ({ item, key: keyOfItem(item) }))
    .filter(({ key }) => after === undefined || direction * compare(key, after) > 0)
    .toSorted((left, right) => direction * compare(left.key, right.key));
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ item }) => item),
    nextCursor: last === undefined ? null : encodeCursor(order, last.key),
  };
}
