import { createFakeClient } from '@hitl/client/testing';
import {
  auditEntry,
  authorizationRequest,
  confirmResponse,
  interactionView,
  run,
  runStarted,
  sessionLog,
  sessionSummary,
  settlement,
  suspension,
} from '@hitl/protocol/testing';
import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  useAuditQuery,
  useInteractionQuery,
  useRulesQuery,
  useRunQuery,
  useRunsQuery,
  useSessionsQuery,
} from './index.ts';
import { callsOf, queryCache, renderQuery } from './testing.fixture.tsx';

const request = authorizationRequest();
const asked = sessionLog([runStarted(), ...suspension(request)]);
const answered = sessionLog(settlement(request, confirmResponse()), { after: asked });
const trail = (...entries: object[]) => ({ run_id: 'run_1', head: null, entries });

test('a trail grows with the events of its run', async () => {
  const client = createFakeClient();
  client.reply('run_audit', trail(auditEntry({ seq: 2 })));
  const { result, unmount } = renderQuery(client, () => useAuditQuery('run_1'));
  await waitFor(() => expect(result.current.data?.entries).toHaveLength(1));
  await waitFor(() => expect(client.streams).toBe(1));
  client.reply('run_audit', trail(auditEntry({ seq: 2 }), auditEntry({ seq: 5 })));
  act(() => client.emit(...asked, ...answered));
  await waitFor(() => expect(result.current.data?.entries).toHaveLength(2));
  unmount();
  expect(client.streams).toBe(0);
});

test('the trail of an ended run opens no stream', async () => {
  const client = createFakeClient();
  client.reply('run_audit', trail(auditEntry({ kind: 'run_completed' })));
  const { result } = renderQuery(client, () => useAuditQuery('run_1'));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(client.streams).toBe(0);
});

test('details are settled by the inbox of their session, which is then closed', async () => {
  const client = createFakeClient();
  client.emit(...asked);
  const { result } = renderQuery(client, () => useInteractionQuery(request.id));
  await waitFor(() => expect(result.current.data?.status).toBe('pending'));
  await waitFor(() => expect(client.streams).toBe(1));
  act(() => client.emit(...answered));
  await waitFor(() => expect(result.current.data?.response).toBeDefined());
  act(() => client.clock.advance(0));
  expect(client.streams).toBe(0);
});

test('details that were settled without a listener are fetched again', async () => {
  const client = createFakeClient();
  client.reply('get_interaction', () => {
    client.reply('get_interaction', interactionView({ status: 'cancelled' }));
    return interactionView();
  });
  const { result } = renderQuery(client, () => useInteractionQuery(request.id));
  await waitFor(() => expect(result.current.data?.status).toBe('cancelled'));
});

test('works with a client and a QueryClient as arguments and no provider above', async () => {
  const client = createFakeClient();
  client.reply('get_run', run({ status: 'completed' }));
  const options = { client, queryClient: queryCache() };
  const { result } = renderHook(() => useRunQuery('run_1', options));
  await waitFor(() => expect(result.current.data?.status).toBe('completed'));
});

test('says what is missing without a client or a QueryClient', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => renderHook(() => useRulesQuery('ada', { queryClient: queryCache() }))).toThrow(
    /Pass \{ client \}/,
  );
  error.mockRestore();
});

test('reads lists in pages', async () => {
  const client = createFakeClient();
  client.reply('list_runs', ({ query }: { query?: { cursor?: string } }) =>
    query?.cursor === 'c2'
      ? { runs: [run({ id: 'run_1' })], next_cursor: null }
      : { runs: [run({ id: 'run_2' })], next_cursor: 'c2' },
  );
  client.reply('list_sessions', { sessions: [sessionSummary()], next_cursor: null });
  const { result } = renderQuery(client, () => ({
    runs: useRunsQuery({ sessionId: 'ses_1' }),
    sessions: useSessionsQuery(),
  }));
  await waitFor(() => expect(result.current.runs.hasNextPage).toBe(true));
  await act(() => result.current.runs.fetchNextPage());
  await waitFor(() => expect(result.current.runs.hasNextPage).toBe(false));
  const ids = result.current.runs.data?.pages.flatMap(({ runs }) => runs.map(({ id }) => id));
  expect(ids).toEqual(['run_2', 'run_1']);
  expect(result.current.sessions.data?.pages[0]?.sessions).toEqual([sessionSummary()]);
});

test('fetches only if enabled', async () => {
  const client = createFakeClient();
  const { result } = renderQuery(client, () => useRulesQuery('ada', { enabled: false }));
  expect(result.current.fetchStatus).toBe('idle');
  expect(callsOf(client, 'list_rules')).toBe(0);
});

test('does not retry a refusal unless the host says so', async () => {
  const client = createFakeClient();
  client.fail('get_run', 'run_not_found');
  const { result } = renderQuery(client, () => useRunQuery('run_1'), new QueryClient());
  await waitFor(() => expect(result.current.error?.code).toBe('run_not_found'));
  expect(callsOf(client, 'get_run')).toBe(1);
});

test('retries network errors as often as the host says', async () => {
  const client = createFakeClient();
  client.reply('get_run', run());
  client.fail('get_run', 'network');
  const host = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 0 } } });
  const { result } = renderQuery(client, () => useRunQuery('run_1'), host);
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(callsOf(client, 'get_run')).toBe(2);
});
