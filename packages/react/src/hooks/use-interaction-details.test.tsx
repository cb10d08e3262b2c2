import { createFakeClient } from '@hitl/client/testing';
import {
  authorizationRequest,
  confirmResponse,
  runStarted,
  sessionLog,
  settlement,
  suspension,
} from '@hitl/protocol/testing';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useInteractionDetails } from '../index.ts';
import { renderWithClient } from '../internal/testing.fixture.tsx';

const request = authorizationRequest();
const asked = sessionLog([runStarted(), ...suspension(request)]);

function Details({ id }: { id: string }) {
  const { details, error } = useInteractionDetails(id);
  return <output>{error?.code ?? details?.status ?? 'unknown'}</output>;
}

test('shows the outcome of a request as soon as it is known', async () => {
  const client = createFakeClient();
  client.emit(...asked);
  renderWithClient(client, <Details id={request.id} />);
  expect(screen.getByText('unknown')).toBeVisible();
  expect(await screen.findByText('pending')).toBeVisible();
  act(() => client.emit(...sessionLog(settlement(request, confirmResponse()), { after: asked })));
  expect(await screen.findByText('answered')).toBeVisible();
});

test('two components that show one request read it once', async () => {
  const client = createFakeClient();
  client.emit(...asked);
  renderWithClient(
    client,
    <>
      <Details id={request.id} />
      <Details id={request.id} />
    </>,
  );
  expect(await screen.findAllByText('pending')).toHaveLength(2);
  expect(client.calls.filter(({ name }) => name === 'get_interaction')).toHaveLength(1);
  expect(client.streams).toBe(1);
});

test('says why there is nothing to show', async () => {
  const client = createFakeClient();
  renderWithClient(client, <Details id="int_9" />);
  expect(await screen.findByText('interaction_not_found')).toBeVisible();
});
