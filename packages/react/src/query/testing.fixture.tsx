import type { FakeClient } from '@hitl/client/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, type RenderHookResult } from '@testing-library/react';
import { HitlTestProvider } from '../testing.tsx';

/** A query cache as in a host's tests. */
export function queryCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } });
}

/** Renders a hook inside the host's provider and ours. */
export function renderQuery<T>(
  client: FakeClient,
  hook: () => T,
  queryClient: QueryClient = queryCache(),
): RenderHookResult<T, unknown> & { queryClient: QueryClient } {
  const rendered = renderHook(hook, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <HitlTestProvider client={client}>{children}</HitlTestProvider>
      </QueryClientProvider>
    ),
  });
  return { ...rendered, queryClient };
}

/** How often an endpoint was called. */
export function callsOf(client: FakeClient, name: string): number {
  return client.calls.filter((call) => call.name === name).length;
}
