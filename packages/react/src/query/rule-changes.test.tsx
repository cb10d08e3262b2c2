import { createFakeClient } from '@hitl/client/testing';
import { permissionRule, testTime } from '@hitl/protocol/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Grants } from '../grants/index.ts';
import { renderCard } from '../internal/testing.fixture.tsx';
import { hitlKeys, useGrantsQuery, useRevokeRule, useRulesQuery, useSaveRule } from './index.ts';
import { callsOf, queryCache, renderQuery } from './testing.fixture.tsx';

const lint = permissionRule({ id: 'r1', pattern: 'bash(npm run lint)' });
const list = permissionRule({ id: 'r2', pattern: 'bash(ls)' });
const rm = permissionRule({ id: 'r3', pattern: 'bash(rm:*)', effect: 'deny' });

async function changing(...rules: (typeof lint)[]) {
  const client = createFakeClient({ rules });
  const rendered = renderQuery(client, () => ({
    rules: useRulesQuery('ada'),
    revoke: useRevokeRule('ada'),
    save: useSaveRule('ada'),
  }));
  await waitFor(() => expect(rendered.result.current.rules.isSuccess).toBe(true));
  const cached = () =>
    rendered.queryClient
      .getQueryData(hitlKeys.rules('ada'))
      ?.map(({ effect, pattern }) => `${effect} ${pattern}`);
  return { client, cached, ...rendered };
}

test('a revoked rule disappears immediately', async () => {
  const { client, cached, result } = await changing(lint, list);
  const release = client.hold('revoke');
  act(() => result.current.revoke.mutate(lint.pattern));
  await waitFor(() => expect(cached()).toEqual(['allow bash(ls)']));
  release();
  await waitFor(() => expect(result.current.revoke.isSuccess).toBe(true));
  expect(cached()).toEqual(['allow bash(ls)']);
});

test('a rule that could not be revoked is restored in its place', async () => {
  const { client, cached, result } = await changing(lint, list, rm);
  client.fail('revoke', 'forbidden');
  const release = client.hold('revoke');
  const fresh = client.hold('list_rules');
  act(() => result.current.revoke.mutate(list.pattern));
  await waitFor(() => expect(cached()).toHaveLength(2));
  release();
  await waitFor(() => expect(cached()).toHaveLength(3));
  expect(cached()).toEqual(['allow bash(npm run lint)', 'allow bash(ls)', 'deny bash(rm:*)']);
  fresh();
  await waitFor(() => expect(result.current.revoke.error?.code).toBe('forbidden'));
});

test('a missing rule is not an error', async () => {
  const { cached, result } = await changing(lint);
  await act(() => result.current.revoke.mutateAsync('bash(unknown)'));
  expect(cached()).toEqual(['allow bash(npm run lint)']);
});

test('a saved rule appears immediately, and is the server’s in the end', async () => {
  const { client, cached, result } = await changing(lint);
  const release = client.hold('deny');
  const rule = { resource: 'bash(rm:*)', session_id: 'ses_1', expires_at: testTime(60) };
  act(() => result.current.save.mutate({ effect: 'deny', rule }));
  await waitFor(() => expect(cached()).toEqual(['allow bash(npm run lint)', 'deny bash(rm:*)']));
  expect(result.current.rules.data?.[1]).toMatchObject({
    scope: 'session',
    session_id: 'ses_1',
    expires_at: testTime(60),
  });
  release();
  await waitFor(() => expect(result.current.rules.data?.[1]?.id).toBe('rule_bash(rm:*)'));
});

test('a rule whose replacement failed is restored', async () => {
  const { client, cached, result } = await changing(lint, list);
  client.fail('ask', 'internal');
  const release = client.hold('ask');
  const fresh = client.hold('list_rules');
  act(() => result.current.save.mutate({ effect: 'ask', rule: { resource: lint.pattern } }));
  await waitFor(() => expect(cached()?.[0]).toBe('ask bash(npm run lint)'));
  release();
  await waitFor(() => expect(cached()).toEqual(['allow bash(npm run lint)', 'allow bash(ls)']));
  fresh();
});

test('after several concurrent changes the last one reads the current state', async () => {
  const { client, cached, result } = await changing(lint, list, rm);
  client.fail('revoke', 'internal');
  const release = client.hold('revoke');
  act(() => {
    result.current.revoke.mutate(lint.pattern);
    result.current.revoke.mutate(rm.pattern);
  });
  await waitFor(() => expect(cached()).toEqual(['allow bash(ls)']));
  release();
  await waitFor(() => expect(callsOf(client, 'list_rules')).toBe(2));
  expect(cached()).toEqual(['allow bash(npm run lint)', 'allow bash(ls)']);
});

function Panel() {
  return (
    <Grants.Root {...useGrantsQuery('ada')}>
      <Grants.Status />
      <Grants.List />
    </Grants.Root>
  );
}

function panel(client: ReturnType<typeof createFakeClient>) {
  return renderCard(
    <QueryClientProvider client={queryCache()}>
      <Panel />
    </QueryClientProvider>,
    { client },
  );
}

test('the panel of rules works with the query cache: revoke and undo', async () => {
  const client = createFakeClient({ rules: [lint] });
  panel(client);
  const release = client.hold('revoke');
  await userEvent.click(await screen.findByRole('button', { name: `Revoke ${lint.pattern}` }));
  // It stays visible, with the focus, while the change is in progress.
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeDisabled();
  release();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: `Revoke ${lint.pattern}` })).toBeEnabled();
  expect(callsOf(client, 'allow')).toBe(1);
});

test('the panel keeps a rule that could not be revoked, and says why', async () => {
  const client = createFakeClient({ rules: [lint] });
  client.fail('revoke', 'forbidden');
  panel(client);
  await userEvent.click(await screen.findByRole('button', { name: `Revoke ${lint.pattern}` }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: `Revoke ${lint.pattern}` })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
