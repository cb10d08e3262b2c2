import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, confirmResponse, permissionRule } from '@hitl/protocol/testing';
import { act, waitFor } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { useInteractionQuery, useRespond, useRulesQuery } from './index.ts';
import { callsOf, renderQuery } from './testing.fixture.tsx';

const yes = confirmResponse({ request_id: 'int_1' });

async function answering(queryClient?: QueryClient) {
  const client = createFakeClient({
    pending: [authorizationRequest()],
    rules: [permissionRule()],
  });
  const rendered = renderQuery(
    client,
    () => ({
      details: useInteractionQuery('int_1'),
      rules: useRulesQuery('ada'),
      respond: useRespond(),
    }),
    queryClient,
  );
  const { result } = rendered;
  await waitFor(() => expect(result.current.details.isSuccess).toBe(true));
  await waitFor(() => expect(result.current.rules.isSuccess).toBe(true));
  return { client, result };
}

test('an answer is sent to the server, and its request is fetched again', async () => {
  const { client, result } = await answering();
  await act(() => result.current.respond.mutateAsync(yes));
  expect(client.responses).toEqual([yes]);
  expect(callsOf(client, 'get_interaction')).toBe(2);
  expect(callsOf(client, 'list_rules')).toBe(1);
});

test('an answer that saves a rule fetches the rules again', async () => {
  const { client, result } = await answering();
  const always = confirmResponse({
    request_id: 'int_1',
    remember: { scope: 'always', patterns: ['bash(npm run lint)'] },
  });
  await act(() => result.current.respond.mutateAsync(always));
  await waitFor(() => expect(callsOf(client, 'list_rules')).toBe(2));
});

test('a retried answer counts once', async () => {
  const { client, result } = await answering(
    new QueryClient({ defaultOptions: { mutations: { retry: 1, retryDelay: 0 } } }),
  );
  client.fail('respond', 'network');
  await act(() => result.current.respond.mutateAsync(yes));
  const sent = client.calls.filter(({ name }) => name === 'respond');
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ options }) => options?.idempotencyKey)).size).toBe(1);
});

test('a refusal of the server is shown, and the state is fetched', async () => {
  const { client, result } = await answering();
  client.fail('respond', 'already_resolved');
  act(() => result.current.respond.mutate(yes));
  await waitFor(() => expect(result.current.respond.error?.code).toBe('already_resolved'));
  await waitFor(() => expect(callsOf(client, 'get_interaction')).toBe(2));
});
