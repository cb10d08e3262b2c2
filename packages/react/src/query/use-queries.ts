'use client';
import { followAudit, type ClientError } from '@hitl/client';
import type {
  AuditTrail,
  InteractionView,
  PermissionRule,
  Run,
  RunPage,
  SessionPage,
} from '@hitl/protocol';
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { inboxOf } from '../internal/inbox-of.ts';
import { hitlKeys, type Cursor, type RunFilter, type SessionFilter } from './keys.ts';
import {
  auditQuery,
  interactionQuery,
  rulesQuery,
  runQuery,
  runsQuery,
  sessionsQuery,
  type HitlPagesQuery,
  type HitlQuery,
} from './queries.ts';
import { useSource, type Source, type SourceOptions } from './use-source.ts';

/** Options of a query hook. Missing ones have the host's defaults. */
export interface QueryHookOptions extends SourceOptions {
  /** Whether to fetch. Default `true`. */
  enabled?: boolean | undefined;
  /** Milliseconds during which fetched data are not fetched again on mount. */
  staleTime?: number | undefined;
}

/** Errors of the connection, as opposed to refusals of the server. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'network',
  'timeout',
  'bad_reply',
  'internal',
  'unavailable',
  'rate_limited',
]);

/** Settings that a hook adds to a query; unless the host sets retries, refusals are not retried. */
function settingsOf(
  { queryClient }: Source,
  queryKey: QueryKey,
  { enabled, staleTime }: QueryHookOptions,
): {
  enabled?: boolean;
  staleTime?: number;
  retry?: (count: number, error: ClientError) => boolean;
} {
  const { retry } = queryClient.defaultQueryOptions({ queryKey });
  return {
    ...(enabled !== undefined && { enabled }),
    ...(staleTime !== undefined && { staleTime }),
    ...(retry === undefined && {
      retry: (count: number, error: ClientError) => count < 3 && TRANSIENT.has(error.code),
    }),
  };
}

function useHitlQuery<D>(
  source: Source,
  query: HitlQuery<D>,
  options: QueryHookOptions,
): UseQueryResult<D, ClientError> {
  return useQuery({ ...query, ...settingsOf(source, query.queryKey, options) }, source.queryClient);
}

function useHitlPages<P extends { next_cursor: Cursor }>(
  source: Source,
  query: HitlPagesQuery<P>,
  options: QueryHookOptions,
): UseInfiniteQueryResult<InfiniteData<P, Cursor>, ClientError> {
  const settings = settingsOf(source, query.queryKey, options);
  return useInfiniteQuery({ ...query, ...settings }, source.queryClient);
}

/** The rules of a user, fetched again when an answer saved one. */
export function useRulesQuery(
  userId: string,
  options: QueryHookOptions = {},
): UseQueryResult<readonly PermissionRule[], ClientError> {
  const source = useSource(options);
  return useHitlQuery(source, rulesQuery(source.client, userId), options);
}

/** The audit trail of a run, fetched again as it grows, at most each second, until the run has ended. */
export function useAuditQuery(
  runId: string,
  options: QueryHookOptions = {},
): UseQueryResult<AuditTrail, ClientError> {
  const source = useSource(options);
  const { client, queryClient } = source;
  const result = useHitlQuery(source, auditQuery(client, runId), options);
  const known = result.data !== undefined;
  useEffect(() => {
    // The current trail, not the rendered one: events are followed from its end.
    const trail = known ? queryClient.getQueryData(hitlKeys.audit(runId)) : undefined;
    const stream = trail && followAudit(client, trail, { onEvent() {} });
    return () => stream?.close();
  }, [client, queryClient, runId, known]);
  return result;
}

/** One interaction, in any state. */
export function useInteractionQuery(
  interactionId: string,
  options: QueryHookOptions = {},
): UseQueryResult<InteractionView, ClientError> {
  const source = useSource(options);
  const { client, queryClient } = source;
  const result = useHitlQuery(source, interactionQuery(client, interactionId), options);
  const session =
    result.data?.status === 'pending' ? result.data.interaction_request.session_id : undefined;
  useEffect(() => {
    if (session === undefined) return undefined;
    const inbox = inboxOf(client, { sessionId: session });
    return inbox.subscribe(() => {
      const { interactions, loaded } = inbox.getSnapshot();
      if (!loaded || interactions.some(({ id }) => id === interactionId)) return;
      const queryKey = hitlKeys.interaction(interactionId);
      // It was settled while there was no listener.
      if (queryClient.getQueryData(queryKey)?.status === 'pending') {
        void queryClient.invalidateQueries({ queryKey, exact: true });
      }
    });
  }, [client, queryClient, interactionId, session]);
  return result;
}

/** One run, fetched again when its state changes. For its live transcript see `useRun`. */
export function useRunQuery(
  runId: string,
  options: QueryHookOptions = {},
): UseQueryResult<Run, ClientError> {
  const source = useSource(options);
  return useHitlQuery(source, runQuery(source.client, runId), options);
}

/** Runs, newest first, in pages. */
export function useRunsQuery(
  filter: RunFilter = {},
  options: QueryHookOptions = {},
): UseInfiniteQueryResult<InfiniteData<RunPage, Cursor>, ClientError> {
  const source = useSource(options);
  return useHitlPages(source, runsQuery(source.client, filter), options);
}

/** Sessions, newest first, in pages. */
export function useSessionsQuery(
  filter: SessionFilter = {},
  options: QueryHookOptions = {},
): UseInfiniteQueryResult<InfiniteData<SessionPage, Cursor>, ClientError> {
  const source = useSource(options);
  return useHitlPages(source, sessionsQuery(source.client, filter), options);
}
