import type { HitlClient } from '@hitl/client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSettings } from '../internal/settings.ts';
import { syncQueryCache } from './sync-query-cache.ts';

/** The client and the cache of a hook. */
export interface SourceOptions {
  /** Default: the client of the `HitlProvider` above. If set, no provider of ours is needed. */
  client?: HitlClient | undefined;
  /** Default: that of the host's `QueryClientProvider`. */
  queryClient?: QueryClient | undefined;
}

export interface Source {
  readonly client: HitlClient;
  readonly queryClient: QueryClient;
}

/**
 * The client and the query cache of a hook, kept in sync while it is mounted.
 * @throws Error without a client or a `QueryClient`.
 */
export function useSource({ client: given, queryClient: cache }: SourceOptions): Source {
  const above = useSettings();
  const queryClient = useQueryClient(cache);
  const client = given ?? above.client;
  if (client === undefined) {
    throw new Error(
      'There is no client to fetch with. Pass { client }, or place this inside <HitlProvider client={createHitlClient()}>.',
    );
  }
  useEffect(() => syncQueryCache(client, queryClient), [client, queryClient]);
  return { client, queryClient };
}
