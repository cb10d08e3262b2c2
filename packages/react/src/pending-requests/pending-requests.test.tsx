import type { InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  confirmResponse,
  inputRequest,
  sessionLog,
  settlement,
  testTime,
} from '@hitl/protocol/testing';
import { createFakeClient } from '@hitl/client/testing';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useInbox } from '../hooks/use-inbox.ts';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { PendingRequests } from './pending-requests.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const single = inputRequest({ id: 'q', message_id: 'm0' });
const pair = [0, 1].map((index) =>
  authorizationRequest({ id: `p${index}`, message_id: 'm1', batch: { index, size: 2 } }),
);

test('shows a single request as its card, and several of one message as a panel', () => {
  renderCard(<PendingRequests requests={[single, ...pair]} onRespond={() => {}} />);
  expect(screen.getByRole('textbox')).toBeVisible();
  expect(screen.getByText('2 need your decision')).toBeVisible();
});

test('stays a panel when only one of its calls is still pending', () => {
  const { rerender } = renderCard(<PendingRequests requests={pair} onRespond={() => {}} />);
  rerender(<PendingRequests requests={pair.slice(1)} onRespond={() => {}} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('keeps ended requests for a moment, then removes them', () => {
  vi.useFakeTimers();
  const { rerender } = renderCard(
    <PendingRequests requests={[single, ...pair]} onRespond={() => {}} lingerMs={1000} />,
  );
  rerender(<PendingRequests requests={pair} onRespond={() => {}} lingerMs={1000} />);
  act(() => void vi.advanceTimersByTime(999));
  expect(screen.getByRole('textbox')).toBeVisible();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('2 need your decision')).toBeVisible();
});

test('keeps expired requests longer, so that they can be asked again', () => {
  vi.useFakeTimers();
  const expired = { ...single, expires_at: testTime(10) };
  const later = { ...single, id: 'l', message_id: 'l', title: 'Later', expires_at: testTime(90) };
  const waiting = (requests: readonly InteractionRequest[]) => (
    <PendingRequests requests={requests} onRespond={() => {}} lingerMs={1000} />
  );
  const { rerender } = renderCard(waiting([expired, later]));
  rerender(waiting([]));
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.queryByText('Later')).toBeNull();
  expect(screen.getByText('Expired')).toBeVisible();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByText('Expired')).toBeNull();
});

test('keeps a request that comes back', () => {
  vi.useFakeTimers();
  const { rerender } = renderCard(
    <PendingRequests requests={[single]} onRespond={() => {}} lingerMs={1000} />,
  );
  rerender(<PendingRequests requests={[]} onRespond={() => {}} lingerMs={1000} />);
  rerender(<PendingRequests requests={[single]} onRespond={() => {}} lingerMs={1000} />);
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.getByRole('textbox')).toBeVisible();
});

test('shows an unreadable request with the others, and never allows it', async () => {
  const broken = { id: 'broken', type: 'confirm' } as InteractionRequest;
  const torn = {
    ...pair[1],
    tool_args: null,
    allowed_actions: null,
  } as object as InteractionRequest;
  renderCard(
    <PendingRequests
      requests={[broken, pair[0] as InteractionRequest, torn]}
      onRespond={() => {}}
    />,
  );
  expect(screen.getAllByRole('region', { name: 'Data of the request', hidden: true })).toHaveLength(
    2,
  );
  expect(screen.getAllByRole('button', { name: 'Allow once', hidden: true })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^Allow \d/ })).toBeNull();
});

test('keeps ended requests for the configured time, possibly forever', () => {
  vi.useFakeTimers();
  const waiting = (requests: readonly InteractionRequest[]) => (
    <PendingRequests requests={requests} onRespond={() => {}} lingerMs={Infinity} />
  );
  const { rerender } = renderCard(waiting([single]));
  rerender(waiting([]));
  // Longer than a timer that overflows, which fires after one millisecond.
  act(() => void vi.advanceTimersByTime(20));
  expect(screen.getByRole('textbox')).toBeVisible();
});

test('an answer of somebody else ends a card whose answers the page takes', async () => {
  const request = authorizationRequest();
  const client = createFakeClient({ pending: [request] });
  const Inbox = () => (
    <PendingRequests requests={useInbox().interactions} onRespond={() => {}} lingerMs={Infinity} />
  );
  renderWithClient(client, <Inbox />);
  const card = await screen.findByRole('group', { name: 'Run this command?' });
  const denial = confirmResponse({ confirmed: false, action: 'deny' });
  act(() => client.emit(...sessionLog(settlement(request, denial, { resolvedBy: 'ada' }))));
  expect(card).toHaveAttribute('data-state', 'settled');
  expect(screen.getByText('by ada')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow once' })).toBeNull();
});
