import { createFakeClient } from '@hitl/client/testing';
import { permissionRule, testTime } from '@hitl/protocol/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderWithClient } from '../internal/testing.fixture.tsx';
import { Grants } from './index.ts';

const rule = permissionRule({
  id: 'r1',
  pattern: 'bash(npm run test:*)',
  last_used_at: testTime(20),
  expires_at: testTime(86_400),
});

test('lists each rule as written, with origin, last use and expiry', async () => {
  renderWithClient(createFakeClient({ rules: [rule] }), <Grants.Panel userId="ada" />);
  expect(await screen.findByText('bash(npm run test:*)')).toBeVisible();
  expect(screen.getByText(/all sessions · saved .* · used .* · until /)).toBeVisible();
});

test('revokes a rule, and undoes it', async () => {
  const client = createFakeClient({ rules: [rule] });
  renderWithClient(client, <Grants.Panel userId="ada" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke bash(npm run test:*)' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Revoke bash(npm run test:*)' })).toBeEnabled();
  // The server has not seen the new rule used.
  expect(screen.getByText(/saved .* · used .* · until /)).toBeVisible();
  const changes = client.calls.filter(({ name }) => name === 'revoke' || name === 'allow');
  expect(changes.map(({ name, body }) => [name, body])).toEqual([
    ['revoke', { resource: 'bash(npm run test:*)' }],
    ['allow', { resource: 'bash(npm run test:*)', expires_at: testTime(86_400) }],
  ]);
});

test('only the last revoked rule can be restored', async () => {
  const other = permissionRule({ id: 'r2', pattern: 'bash(rm:*)', effect: 'deny' });
  const client = createFakeClient({ rules: [rule, other] });
  renderWithClient(client, <Grants.Panel userId="ada" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke bash(rm:*)' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke bash(npm run test:*)' }));
  await waitFor(() => expect(screen.queryByText('bash(rm:*)')).toBeNull());
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  expect(screen.getByText('bash(npm run test:*)')).toBeVisible();
});

test('keeps a rule that could not be revoked', async () => {
  const client = createFakeClient({ rules: [rule] });
  client.fail('revoke', 'internal');
  renderWithClient(client, <Grants.Panel userId="ada" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke bash(npm run test:*)' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByText('bash(npm run test:*)')).toBeVisible();
});

test('says that there are no rules, or that they could not be loaded', async () => {
  const { unmount } = renderWithClient(createFakeClient(), <Grants.Panel userId="ada" />);
  expect(await screen.findByText(/No rules are saved/)).toBeVisible();
  unmount();
  const client = createFakeClient();
  client.fail('list_rules', 'internal');
  renderWithClient(client, <Grants.Panel userId="bob" />);
  expect(await screen.findByText('This could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/No rules are saved/)).toBeVisible();
});

test('a revoked rule leaves after a while, and does not come back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const other = permissionRule({ id: 'r2', pattern: 'bash(rm:*)', effect: 'deny' });
  const client = createFakeClient({ rules: [rule, other] });
  renderWithClient(client, <Grants.Panel userId="ada" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke bash(rm:*)' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(undo).toBeEnabled());
  await userEvent.click(screen.getByRole('group', { name: 'Permissions' }));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByText('bash(rm:*)')).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
});

test('the selected rule gets the focus', async () => {
  const other = permissionRule({ id: 'r2', pattern: 'bash(rm:*)', effect: 'deny' });
  const client = createFakeClient({ rules: [rule, other] });
  renderWithClient(client, <Grants.Panel userId="ada" selected="bash(rm:*)" />);
  const item = (await screen.findByText('bash(rm:*)')).closest('li');
  expect(item).toHaveFocus();
  expect(item).toHaveAttribute('aria-current', 'true');
});
