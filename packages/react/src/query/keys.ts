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

/** Which runs a list has. Nothing set: all that the caller may see. */
export interface RunFilter {
  sessionId?: string;
  status?: RunStatus;
}

/** Whose sessions a list has. Nothing set: all that the caller may see. */
export interface SessionFilter {
  userId?: string;
}

/** The `next_cursor` of the page before; `null` for the first page. */
export type Cursor = string | null;

/** A key of the query cache that knows what is kept under it. */
export type HitlKey<D> = DataTag<QueryKey, D, ClientError>;

/** What lies in the query cache, and where. */
export interface HitlKeys {
  /** Everything of ours: to invalidate or remove it all, when a person signs out. */
  readonly all: QueryKey;
  /** The rules of a user. */
  rules(userId: string): HitlKey<readonly PermissionRule[]>;
  /** The audit trail of a run. */
  audit(runId: string): HitlKey<AuditTrail>;
  /** An interaction: what was asked, and what became of it. */
  interaction(interactionId: string): HitlKey<InteractionView>;
  run(runId: string): HitlKey<Run>;
  /** A list of runs, page by page. */
  runs(filter?: RunFilter): HitlKey<InfiniteData<RunPage, Cursor>>;
  /** A list of sessions, page by page. */
  sessions(filter?: SessionFilter): HitlKey<InfiniteData<SessionPage, Cursor>>;
}

function key<D>(...path: readonly unknown[]): HitlKey<D> {
  const whole: QueryKey = ['hitl', ...path];
  return whole as HitlKey<D>;
}

/**
 * The keys under which the query cache has what was fetched. They name no server: pages that speak to
 * two give each its own `QueryClient`.
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
