'use client';
import type { HitlClient } from '@hitl/client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSettings } from '../internal/settings.ts';
import { keepInStep } from './keep-in-step.ts';

/** Where a hook reads from and where it keeps what it read. */
export interface SourceOptions {
  /** Default: the one of the `HitlProvider` above. Given, no provider of ours is needed. */
  client?: HitlClient | undefined;
  /** Default: the one of the host's `QueryClientProvider`. */
  queryClient?: QueryClient | undefined;
}

export interface Source {
  readonly client: HitlClient;
  readonly queryClient: QueryClient;
}

/**
 * The client and the query cache of a hook; while it is mounted they are kept in step.
 * @throws Error where there is no client, or no `QueryClient`.
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
  useEffect(() => keepInStep(client, queryClient), [client, queryClient]);
  return { client, queryClient };
}
