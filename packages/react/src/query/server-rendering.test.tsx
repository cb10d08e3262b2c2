import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, permissionRule, run } from '@hitl/protocol/testing';
import {
  dehydrate,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  type DehydratedState,
} from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { StrictMode, type ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Grants } from '../grants/index.ts';
import { now } from '../internal/testing.fixture.tsx';
import { HitlTestProvider } from '../testing.tsx';
import {
  interactionQuery,
  rulesQuery,
  runsQuery,
  useGrantsQuery,
  useInteractionQuery,
  useRunsQuery,
} from './index.ts';

afterEach(() => document.body.replaceChildren());

function Page(): ReactElement {
  const details = useInteractionQuery('int_1', { staleTime: 60_000 });
  const runs = useRunsQuery({ sessionId: 'ses_1' }, { staleTime: 60_000 });
  return (
    <>
      <p>{details.data?.interaction_request.tool_name}</p>
      <p>{runs.data?.pages.flatMap((page) => page.runs.map(({ id }) => id))}</p>
      <Grants.Root {...useGrantsQuery('ada', { staleTime: 60_000 })}>
        <Grants.List />
      </Grants.Root>
    </>
  );
}

test('data fetched on a server is rendered there and hydrated without a call or a warning', async () => {
  const failed = vi.spyOn(console, 'error');
  const request = authorizationRequest();
  const server = createFakeClient({ pending: [request], rules: [permissionRule()] });
  server.reply('list_runs', { runs: [run()], next_cursor: null });
  const cache = new QueryClient();
  await cache.prefetchQuery(interactionQuery(server, 'int_1'));
  await cache.prefetchQuery(rulesQuery(server, 'ada'));
  await cache.prefetchInfiniteQuery(runsQuery(server, { sessionId: 'ses_1' }));
  const state: DehydratedState = JSON.parse(JSON.stringify(dehydrate(cache)));

  const page = (client: ReturnType<typeof createFakeClient>, queryClient: QueryClient) => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HydrationBoundary state={state}>
          <HitlTestProvider client={client} now={now} locale="en">
            <Page />
          </HitlTestProvider>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
  const html = renderToString(page(server, new QueryClient()));
  expect(html).toContain('bash(npm run lint)');
  expect(html).toContain('run_1');

  const browser = createFakeClient({ pending: [request] });
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  const hydrated = await act(async () => hydrateRoot(root, page(browser, new QueryClient())));
  expect(screen.getByText('run_1')).toBeVisible();
  expect(browser.calls.map(({ name }) => name)).toEqual(['interaction_events']);
  expect(failed).not.toHaveBeenCalled();
  failed.mockRestore();
  act(() => hydrated.unmount());
});
