import { approvalOf, denialOf } from '@hitl/client';
import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, inputRequest, interactionView } from '@hitl/protocol/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Input } from '../input/index.ts';
import { renderWithClient } from '../internal/testing.fixture.tsx';
import { Confirm } from './index.ts';

const request = authorizationRequest();

function lost(interaction: Parameters<typeof interactionView>[0]) {
  const client = createFakeClient();
  client.fail('respond', 'already_resolved', { interaction: interactionView(interaction) });
  return client;
}

test('a Deny that lost says that it came too late, and shows the winning answer and its author', async () => {
  const client = lost({
    status: 'answered',
    resolved_by: 'grace',
    response: approvalOf(request),
  });
  renderWithClient(client, <Confirm.Card request={request} />);
  await userEvent.click(screen.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByText('Your Deny came too late: Allowed by grace.')).toBeVisible();
  expect(screen.getByRole('group')).toHaveAttribute('data-outcome', 'approved');
});

test('an Allow after the deadline says so', async () => {
  const client = lost({ status: 'expired' });
  renderWithClient(client, <Confirm.Card request={request} />);
  await userEvent.click(screen.getByRole('button', { name: 'Allow once' }));
  expect(await screen.findByText('Your Allow came too late: Expired.')).toBeVisible();
});

test('ours does not count as the winner if the recorded answer is unknown', async () => {
  const client = lost({ status: 'answered', resolved_by: 'grace' });
  renderWithClient(client, <Confirm.Card request={request} />);
  await userEvent.click(screen.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByText('Your Deny came too late: Answered by grace.')).toBeVisible();
});

test('a late answer to a question says so', async () => {
  const asked = inputRequest();
  const client = lost({ status: 'answered', resolved_by: 'grace', response: denialOf(asked) });
  renderWithClient(client, <Input.Card request={asked} />);
  await userEvent.type(screen.getByRole('textbox'), 'apollo');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Your answer came too late: Declined by grace.')).toBeVisible();
});

test('a recorded answer shows no such message', async () => {
  renderWithClient(createFakeClient(), <Confirm.Card request={request} />);
  await userEvent.click(screen.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByText('Denied')).toBeVisible();
  expect(screen.getByRole('group')).not.toHaveTextContent('too late');
});
