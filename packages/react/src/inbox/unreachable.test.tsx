import { createHitlClient } from '@hitl/client';
import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest } from '@hitl/protocol/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderWithClient } from '../internal/testing.fixture.tsx';
import { Inbox } from './index.ts';

test.each([
  ['a page of cards', <Inbox.Cards key="cards" />],
  ['a list', <Inbox.Panel key="list" />],
])('%s says that the server cannot be reached, and at which address', async (_, page) => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const client = createHitlClient({ baseUrl: 'http://localhost:1/hitl', fetch });
  const { unmount } = renderWithClient(client, page);
  const status = await screen.findByText(/The server cannot be reached/);
  expect(status.closest('[role=status]')).toHaveTextContent('http://localhost:1/hitl');
  expect(screen.queryByText('Nothing is waiting for you.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Connect again' }));
  await waitFor(() => expect(fetch.mock.calls.length).toBeGreaterThan(1));
  unmount();
});

test('shows the server’s reason for a refusal', async () => {
  const detail =
    'Pages of http://localhost:5173 may not call this server. Add the origin to its allowed_origins.';
  const client = createHitlClient({
    baseUrl: 'http://localhost:1',
    fetch: async () =>
      Response.json(
        { type: 'about:blank', title: 'Forbidden', status: 403, code: 'forbidden', detail },
        { status: 403, headers: { 'content-type': 'application/problem+json' } },
      ),
  });
  const { unmount } = renderWithClient(client, <Inbox.Cards />);
  expect(
    await screen.findByText(/may not call this server. Add the origin to its allowed_origins/),
  ).toBeVisible();
  unmount();
});

test('says that another kind of server replied, and what to check', async () => {
  const client = createHitlClient({
    baseUrl: 'http://localhost:1/wrong',
    fetch: async () =>
      new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  });
  const { unmount } = renderWithClient(client, <Inbox.Cards />);
  expect(await screen.findByText(/answered 200 with text\/html.*baseUrl/)).toBeVisible();
  unmount();
});

test('shows the known requests while the connection is lost, as possibly outdated', async () => {
  const client = createFakeClient({ pending: [authorizationRequest()] });
  renderWithClient(client, <Inbox.Cards />);
  expect(await screen.findByRole('group', { name: 'Run this command?' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Connect again' })).toBeNull();
  client.setConnection({ status: 'offline', retryInMs: 1000 });
  expect(await screen.findByText('Offline. What you see may be out of date.')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Run this command?' })).toBeVisible();
});

test('a provider that gets an address instead of a client says what it expects', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const address = JSON.parse('"/hitl"');
  expect(() => renderWithClient(address, <Inbox.Cards />, { now: Date.now })).toThrow(
    'HitlProvider expects as client the result of createHitlClient({ baseUrl: "/hitl" }), not "/hitl".',
  );
  error.mockRestore();
});
