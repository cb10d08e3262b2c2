import type { ClientError } from '@hitl/client';
import type {
  AuditTrail,
  InteractionView,
  PermissionRule,
  Run,
  RunPage,
  RunStatus,
  SessionPage,
} from '@hitl/protocol';
import type { DataTag, InfiniteData, QueryKey } from '@tanstack/react-query';

/** Filter of a list of runs. Empty: all visible to the caller. */
export interface RunFilter {
  sessionId?: string;
  status?: RunStatus;
}

/** Filter of a list of sessions. Empty: all visible to the caller. */
export interface SessionFilter {
  userId?: string;
}

/** The `next_cursor` of the previous page; `null` for the first page. */
export type Cursor = string | null;

/** A key of the query cache, typed with its data. */
export type HitlKey<D> = DataTag<QueryKey, D, ClientError>;

/** The keys of our data in the query cache. */
export interface HitlKeys {
  /** All of our data: to invalidate or remove them, for example at sign-out. */
  readonly all: QueryKey;
  /** The rules of a user. */
  rules(userId: string): HitlKey<readonly PermissionRule[]>;
  /** The audit trail of a run. */
  audit(runId: string): HitlKey<AuditTrail>;
  /** An interaction: the request and its outcome. */
  interaction(interactionId: string): HitlKey<InteractionView>;
  run(runId: string): HitlKey<Run>;
  /** A list of runs, in pages. */
  runs(filter?: RunFilter): HitlKey<InfiniteData<RunPage, Cursor>>;
  /** A list of sessions, in pages. */
  sessions(filter?: SessionFilter): HitlKey<InfiniteData<SessionPage, Cursor>>;
}

function key<D>(...path: readonly unknown[]): HitlKey<D> {
  const whole: QueryKey = ['hitl', ...path];
  return whole as HitlKey<D>;
}

/**
 * The keys of fetched data in the query cache. They do not name a server: a page that uses two
 * servers needs a `QueryClient` for each.
 */
export const hitlKeys: HitlKeys = {
  all: ['hitl'],
  rules: (userId) => key('rules', userId),
  audit: (runId) => key('audit', runId),
  interaction: (interactionId) => key('interaction', interactionId),
  run: (runId) => key('run', runId),
  runs: (filter = {}) => key('runs', filter),
  sessions: (filter = {}) => key('sessions', filter),
};
