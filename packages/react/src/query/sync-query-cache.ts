import { foldInteraction, queriesAffectedBy, type HitlClient, type InboxEvent } from '@hitl/client';
import type { RunEvent, RunPage, SessionPage } from '@hitl/protocol';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { hitlKeys, type Cursor, type RunFilter } from './keys.ts';

type ObservedEvent = RunEvent | InboxEvent;
/** Whether cached data lack the change of an event; the data are `undefined` if never read. */
type IsNews = (data: unknown) => boolean;

/** A trail or a list is sent as a whole, so it is not read for each event. */
const AT_MOST_EVERY_MS = 1000;

const followed = new WeakMap<QueryClient, Map<HitlClient, { count: number; stop: () => void }>>();

/**
 * Keeps our entries of a query cache in sync with the events of a client's streams: an event
 * updates or invalidates exactly the affected keys, each at most once a second, and never while it
 * is being fetched. Events older than the cached data, as after a reconnect, change nothing. Our
 * query hooks do this while they are mounted; call it once next to your own queries. Returns a
 * function that stops it; several callers for the same client share one observer.
 */
export function syncQueryCache(client: HitlClient, queryClient: QueryClient): () => void {
  const clients = followed.get(queryClient) ?? new Map<HitlClient, never>();
  followed.set(queryClient, clients);
  const following = clients.get(client) ?? { count: 0, stop: follow(client, queryClient) };
  clients.set(client, following);
  following.count += 1;
  let left = false;
  return () => {
    if (left) return;
    left = true;
    following.count -= 1;
    if (following.count > 0) return;
    clients.delete(client);
    following.stop();
  };
}

function follow(client: HitlClient, queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  /** The user whose rules a run saves, if its start was seen. */
  const owners = new Map<string, string>();
  const outdated = new Map<string, { readonly query: Query; readonly isNews: IsNews }>();
  const resting = new Map<string, () => void>();

  /** Invalidates a query at the end of this chunk of events, or of the second. */
  function outdate(query: Query, isNews: IsNews): void {
    const { queryHash } = query;
    outdated.set(queryHash, { query, isNews });
    if (resting.has(queryHash)) return;
    resting.set(queryHash, () => {});
    queueMicrotask(() => refetch(queryHash));
  }

  function refetch(queryHash: string): void {
    if (!resting.has(queryHash)) return;
    const { query, isNews } = outdated.get(queryHash) ?? {};
    // The response in progress may include the change, so check again after it.
    const waits = query?.state.fetchStatus === 'fetching';
    if (!waits) outdated.delete(queryHash);
    if (query === undefined || isNews === undefined || (!waits && !isNews(query.state.data))) {
      resting.delete(queryHash);
      return;
    }
    const cancel = client.clock.after(AT_MOST_EVERY_MS, () => refetch(queryHash));
    resting.set(queryHash, cancel);
    const { queryKey } = query;
    if (!waits) void queryClient.invalidateQueries({ queryKey, exact: true });
  }

  function outdateExactly(queryKey: QueryKey, isNews: IsNews): void {
    const query = cache.find({ queryKey, exact: true });
    if (query !== undefined) outdate(query, isNews);
  }

  const changes = {
    audit({ run_id, root_run_id, seq }: ObservedEvent): void {
      for (const id of new Set([run_id, root_run_id])) {
        const key = hitlKeys.audit(id);
        outdateExactly(key, () => {
          const last = queryClient.getQueryData(key)?.entries.at(-1);
          return last === undefined || last.seq < seq;
        });
      }
    },
    interaction(event: ObservedEvent): void {
      const { data } = event;
      const id = 'interaction_request' in data ? data.interaction_request.id : idOf(data);
      if (id === undefined) return;
      const key = hitlKeys.interaction(id);
      const details = queryClient.getQueryData(key);
      const next = details && foldInteraction(details, event);
      if (next !== details) queryClient.setQueryData(key, next);
      // The inbox stream does not contain the answer, and a response in progress may be older.
      outdateExactly(key, () => {
        const now = queryClient.getQueryData(key);
        return (
          now === undefined ||
          (now.status === 'answered' && now.response === undefined) ||
          (now.status === 'pending' && event.type === 'interaction_resolved')
        );
      });
    },
    rules({ run_id }: ObservedEvent): void {
      const owner = owners.get(run_id);
      if (owner !== undefined) {
        outdateExactly(hitlKeys.rules(owner), () => true);
        return;
      }
      const queryKey = hitlKeys.rules('').slice(0, -1);
      for (const query of cache.findAll({ queryKey })) outdate(query, () => true);
    },
    run({ run_id, root_run_id, session_id, seq }: ObservedEvent): void {
      // Nested runs have no numbering of their own.
      const has = (last: number | undefined): boolean =>
        run_id === root_run_id && last !== undefined && last >= seq;
      const key = hitlKeys.run(run_id);
      outdateExactly(key, () => !has(queryClient.getQueryData(key)?.last_seq));
      for (const query of cache.findAll({ queryKey: hitlKeys.runs().slice(0, -1) })) {
        const { sessionId: wanted } = query.queryKey.at(-1) as RunFilter;
        if (wanted !== undefined && wanted !== session_id) continue;
        outdate(query, (data) => {
          const { pages } = (data ?? { pages: [] }) as InfiniteData<RunPage, Cursor>;
          const runs = pages.flatMap((page) => page.runs);
          return !has(runs.find(({ id }) => id === run_id)?.last_seq);
        });
      }
    },
    session({ session_id, timestamp }: ObservedEvent): void {
      for (const query of cache.findAll({ queryKey: hitlKeys.sessions().slice(0, -1) })) {
        outdate(query, (data) => {
          const { pages } = (data ?? { pages: [] }) as InfiniteData<SessionPage, Cursor>;
          const sessions = pages.flatMap((page) => page.sessions);
          const known = sessions.find((session) => session.session_id === session_id);
          return known === undefined || Date.parse(known.updated_at) < Date.parse(timestamp);
        });
      }
    },
  };

  const stop = client.observe((event) => {
    if (event.type === 'run_started' && event.data.user_id !== null) {
      owners.set(event.run_id, event.data.user_id);
    }
    for (const what of queriesAffectedBy(event.type)) changes[what](event);
  });
  return () => {
    stop();
    for (const cancel of resting.values()) cancel();
    resting.clear();
  };
}

function idOf(data: ObservedEvent['data']): string | undefined {
  return 'interaction_id' in data ? data.interaction_id : undefined;
}
