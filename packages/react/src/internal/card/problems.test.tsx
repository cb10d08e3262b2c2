import { createFakeClient } from '@hitl/client/testing';
import { problem, PROBLEMS, type ProblemCode } from '@hitl/protocol/endpoints';
import { authorizationRequest, inputRequest, testTime } from '@hitl/protocol/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Batch, Confirm, Input } from '../../index.ts';
import { pseudo } from '../../messages/pseudo.ts';
import { renderWithClient } from '../testing.fixture.tsx';

const ended: Partial<Record<ProblemCode, string>> = {
  interaction_expired: 'expired',
  already_resolved: 'settled',
};

/** Codes after which the outcome is unknown, so that the server is asked. */
const uncertain = new Set<ProblemCode>(['internal', 'unavailable']);

/** Codes of claims and their outcomes, which only hosts use. */
const ofHosts = new Set<ProblemCode>(['not_claimable', 'not_claimed']);

const codes = (Object.keys(PROBLEMS) as ProblemCode[]).filter(
  (code) => !uncertain.has(code) && !ofHosts.has(code),
);

test.each(codes)('%s leads to its own state, in the language of the page', async (code) => {
  const client = createFakeClient({ pending: [authorizationRequest()] });
  client.fail('respond', code, { detail: 'server words' });
  renderWithClient(client, <Confirm.Card request={authorizationRequest()} />, {
    messages: pseudo,
  });
  const card = screen.getByRole('group');
  await userEvent.click(screen.getByRole('button', { name: pseudo.allow.once }));
  await waitFor(() => expect(card).toHaveAttribute('data-state', ended[code] ?? 'failed'));
  if (ended[code] !== undefined) return;
  const alert = screen.getByRole('alert');
  // Only the server can say what is invalid, such as a rule against the answer.
  if (code === 'invalid_response')
    expect(alert).toHaveTextContent(pseudo.answerFailedWith('server words'));
  else expect(alert).toHaveTextContent(pseudo.errors[code] ?? 'has no words');
  expect(screen.getByRole('button', { name: pseudo.allow.once })).toBeEnabled();
});

test.each([...uncertain])(
  'after %s it checks the state, and sends the same answer with its key',
  async (code) => {
    const client = createFakeClient({ pending: [authorizationRequest()] });
    client.fail('respond', code);
    renderWithClient(client, <Confirm.Card request={authorizationRequest()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Allow once' }));
    await waitFor(() => expect(screen.getByRole('group')).toHaveAttribute('data-state', 'settled'));
    expect(client.calls.map(({ name }) => name)).toEqual(['respond', 'get_interaction', 'respond']);
  },
);

test('shows issues without a field', async () => {
  const client = createFakeClient();
  client.fail('respond', 'invalid_response', {
    detail: 'The response does not fit.',
    errors: [
      { path: 'remember.patterns.0', message: 'was not offered for this call' },
      { path: 'modified_args.n', message: 'is shown in the form' },
    ],
  });
  renderWithClient(client, <Confirm.Card request={authorizationRequest()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Allow once' }));
  const alert = await screen.findByRole('alert');
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['remember.patterns.0 was not offered for this call']);
});

test('shows issues at their fields', async () => {
  const client = createFakeClient();
  client.fail('respond', 'invalid_response', {
    errors: [{ path: 'text', message: 'is a name that is taken' }],
  });
  renderWithClient(client, <Input.Card request={inputRequest()} />);
  const field = screen.getByRole('textbox');
  await userEvent.type(field, 'hitl{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('is a name that is taken'));
  expect(within(screen.getByRole('alert')).queryByRole('listitem')).toBeNull();
});

test('each row of a batch shows the outcome of its own answer, and who was first', async () => {
  const requests = ['a', 'b', 'c', 'd'].map((id, index) =>
    authorizationRequest({ id, risk_level: 'low', batch: { index, size: 4 } }),
  );
  const client = createFakeClient({ pending: requests });
  const resolved = {
    interaction: {
      status: 'answered',
      resolved_by: 'grace',
      resolved_at: testTime(20),
      response: { request_id: 'b', type: 'confirm', action: 'deny' },
    },
  };
  client.reply('respond_batch', {
    results: [
      { request_id: 'a', ok: true },
      { request_id: 'b', ok: false, problem: problem('already_resolved', 'late', resolved) },
      { request_id: 'c', ok: false, problem: problem('stale_approval', 'changed') },
      { request_id: 'd', ok: false, problem: problem('interaction_expired', 'over') },
    ],
  });
  renderWithClient(client, <Batch.Panel requests={requests} />);
  await userEvent.click(screen.getByRole('button', { name: 'Allow 4 once' }));
  const rows = screen.getAllByRole('listitem');
  const states = () =>
    rows.map((row) =>
      row.querySelector('[data-hitl-part="batch-state"]')?.getAttribute('data-state'),
    );
  await waitFor(() => expect(states()).toEqual(['settled', 'settled', 'failed', 'expired']));
  await userEvent.click(within(rows[1] as HTMLElement).getByRole('button', { name: /Denied/ }));
  expect(within(rows[1] as HTMLElement).getByText('by grace')).toBeVisible();
  await userEvent.click(within(rows[2] as HTMLElement).getByRole('button', { name: /Not sent/ }));
  expect(within(rows[2] as HTMLElement).getByRole('alert')).toHaveTextContent(
    'The call has changed since it was shown.',
  );
});
