import type { ClientError, HitlClient } from '@hitl/client';
import type {
  AuditTrail,
  InteractionView,
  PermissionRule,
  Run,
  RunPage,
  SessionPage,
} from '@hitl/protocol';
import type { DataTag, InfiniteData, QueryFunction, QueryKey } from '@tanstack/react-query';
import { hitlKeys, type Cursor, type HitlKey, type RunFilter, type SessionFilter } from './keys.ts';

/**
 * Options of a single query: for `useQuery`, `useSuspenseQuery`, `prefetchQuery`, `ensureQueryData`
 * and the like. Freshness and retries are left to the host.
 */
export interface HitlQuery<D> {
  queryKey: HitlKey<D>;
  queryFn: QueryFunction<D>;
}

/** Options of a paged query: for `useInfiniteQuery`, `prefetchInfiniteQuery` and the like. */
export interface HitlPagesQuery<P extends { next_cursor: Cursor }> {
  queryKey: DataTag<QueryKey, InfiniteData<P, Cursor>, ClientError>;
  queryFn: QueryFunction<P, QueryKey, Cursor>;
  initialPageParam: Cursor;
  getNextPageParam: (last: P) => Cursor;
}

/** The rules of a user. */
export function rulesQuery(
  client: HitlClient,
  userId: string,
): HitlQuery<readonly PermissionRule[]> {
  return {
    queryKey: hitlKeys.rules(userId),
    queryFn: async ({ signal }) => (await client.listRules(userId, { signal })).rules,
  };
}

/** The audit trail of a run. */
export function auditQuery(client: HitlClient, runId: string): HitlQuery<AuditTrail> {
  return {
    queryKey: hitlKeys.audit(runId),
    queryFn: ({ signal }) => client.audit(runId, { signal }),
  };
}

/** An interaction: the request and its outcome. */
export function interactionQuery(
  client: HitlClient,
  interactionId: string,
): HitlQuery<InteractionView> {
  return {
    queryKey: hitlKeys.interaction(interactionId),
    queryFn: ({ signal }) => client.getInteraction(interactionId, { signal }),
  };
}

/** One run: its state and its pending requests. */
export function runQuery(client: HitlClient, runId: string): HitlQuery<Run> {
  return {
    queryKey: hitlKeys.run(runId),
    queryFn: ({ signal }) => client.getRun(runId, { signal }),
  };
}

function pagesOf<P extends { next_cursor: Cursor }>(
  queryKey: HitlPagesQuery<P>['queryKey'],
  list: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
): HitlPagesQuery<P> {
  return {
    queryKey,
    queryFn: ({ signal, pageParam }) => list(pageParam ?? undefined, signal),
    initialPageParam: null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  };
}

/** Runs, newest first, in pages. */
export function runsQuery(client: HitlClient, filter: RunFilter = {}): HitlPagesQuery<RunPage> {
  return pagesOf(hitlKeys.runs(filter), (cursor, signal) =>
    client.listRuns({ ...filter, cursor }, { signal }),
  );
}

/** Sessions, newest first, in pages. */
export function sessionsQuery(
  client: HitlClient,
  filter: SessionFilter = {},
): HitlPagesQuery<SessionPage> {
  return pagesOf(hitlKeys.sessions(filter), (cursor, signal) =>
    client.listSessions({ ...filter, cursor }, { signal }),
  );
}
