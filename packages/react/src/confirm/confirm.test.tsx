import { createDrafts } from '@hitl/client';
import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, confirmRequest, testTime } from '@hitl/protocol/testing';
import type { InteractionResponse } from '@hitl/protocol';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { HitlProvider } from '../provider.tsx';
import { Confirm } from './index.ts';

const button = (name: string) => screen.getByRole('button', { name });
const card = () => screen.getByRole('group', { name: 'Run this command?' });

test('sends one answer however fast it is clicked', async () => {
  const client = createFakeClient();
  const request = confirmRequest();
  renderWithClient(
    client,
    <Confirm.Root request={request}>
      <Confirm.Answer confirmed>Allow</Confirm.Answer>
    </Confirm.Root>,
  );
  await userEvent.dblClick(button('Allow'));
  expect(client.responses).toEqual([{ type: 'confirm', request_id: request.id, confirmed: true }]);
});

test('answers an authorization with the shown digest, and remembers nothing by default', async () => {
  const respond = vi.fn();
  const request = authorizationRequest();
  renderCard(<Confirm.Card request={request} onRespond={respond} />);
  await userEvent.click(button('Allow once'));
  expect(respond.mock.calls).toEqual([
    [
      {
        request_id: request.id,
        type: 'confirm',
        action: 'approve',
        confirmed: true,
        args_digest: request.args_digest,
        remember: { scope: 'once' },
      },
    ],
  ]);
  expect(card()).toHaveAttribute('data-state', 'settled');
  expect(card()).toHaveAttribute('data-outcome', 'approved');
});

test('keeps the card and the choices when sending fails, and sends the same again', async () => {
  const respond = vi
    .fn<(response: InteractionResponse) => Promise<void>>()
    .mockRejectedValueOnce(new Error('the gateway is down'))
    .mockResolvedValueOnce();
  renderCard(
    <Confirm.Card request={authorizationRequest({ risk_level: 'medium' })} onRespond={respond} />,
  );
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: /^Remember/ }),
    'This session',
  );
  await userEvent.click(button('Allow for this session'));
  expect(await screen.findByRole('alert')).toHaveTextContent('the gateway is down');
  expect(card()).toHaveAttribute('data-state', 'failed');
  expect(screen.getByRole('combobox', { name: /^Remember/ })).toHaveDisplayValue('This session');
  await userEvent.click(button('Try again'));
  expect(respond.mock.calls[1]).toEqual(respond.mock.calls[0]);
  expect(card()).toHaveAttribute('data-state', 'settled');
});

test('disables every answer while one is being sent', async () => {
  renderCard(
    <Confirm.Card request={authorizationRequest()} onRespond={() => new Promise(() => {})} />,
  );
  await userEvent.click(button('Deny'));
  expect(card()).toHaveAttribute('aria-busy', 'true');
  expect(button('Sending…')).toBeDisabled();
  expect(button('Allow once')).toBeDisabled();
  expect(button('Edit')).toBeDisabled();
  expect(button('More actions')).toBeDisabled();
});

test('saves the shown rule, and no other', async () => {
  const respond = vi.fn();
  renderCard(
    <Confirm.Card request={authorizationRequest({ risk_level: 'medium' })} onRespond={respond} />,
  );
  expect(screen.queryByText('bash(npm run:*)')).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Remember/ }), 'Always');
  expect(screen.getByText('bash(npm run lint)')).toBeVisible();
  await userEvent.click(button('Always allow'));
  expect(respond.mock.lastCall?.[0]).toMatchObject({
    remember: { scope: 'always', patterns: ['bash(npm run lint)'] },
  });
});

test('offers to remember nothing if nothing may be remembered', () => {
  const request = authorizationRequest({ metadata: { rememberable: false } });
  renderCard(<Confirm.Card request={request} onRespond={() => {}} />);
  expect(screen.queryByRole('radio')).toBeNull();
});

test('denies with a reason, which never allows anything', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await userEvent.click(button('Reason…'));
  await userEvent.type(screen.getByRole('textbox'), 'Not on Fridays{Enter}');
  expect(respond).not.toHaveBeenCalled();
  await userEvent.click(button('Deny'));
  expect(respond.mock.lastCall?.[0]).toMatchObject({
    action: 'deny',
    confirmed: false,
    note: 'Not on Fridays',
    remember: { scope: 'once' },
  });
});

test('pauses and resumes without settling', async () => {
  const client = createFakeClient();
  renderWithClient(client, <Confirm.Card request={authorizationRequest()} />);
  await userEvent.click(button('More actions'));
  await userEvent.click(screen.getByRole('button', { name: 'Stop the countdown' }));
  await waitFor(() => expect(card()).toHaveAttribute('data-state', 'paused'));
  expect(screen.getByText('Paused')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Resume the countdown' }));
  await waitFor(() => expect(card()).toHaveAttribute('data-state', 'pending'));
  expect(client.responses.map(({ action }) => action)).toEqual(['pause', 'resume']);
});

test('hides more actions on Escape without deciding', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await userEvent.click(button('More actions'));
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Stop the run' })).toBeNull();
  expect(button('More actions')).toHaveFocus();
  await userEvent.keyboard('{Escape}{Escape}');
  expect(respond).not.toHaveBeenCalled();
  expect(card()).toHaveAttribute('data-state', 'pending');
});

test('asks the server if it is unknown whether an answer arrived, and does not send it twice', async () => {
  const client = createFakeClient({ pending: [authorizationRequest()] });
  client.fail('respond', 'network');
  client.fail('get_interaction', 'network');
  renderWithClient(client, <Confirm.Card request={authorizationRequest()} />);
  await userEvent.click(button('Allow once'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your answer may not have arrived.');
  expect(card()).toHaveAttribute('data-state', 'unknown');
  await userEvent.click(button('Send again'));
  await waitFor(() => expect(card()).toHaveAttribute('data-state', 'settled'));
  expect(client.responses).toHaveLength(1);
});

test('names the person who answered first', async () => {
  const client = createFakeClient();
  client.fail('respond', 'already_resolved', {
    interaction: {
      status: 'answered',
      resolved_by: 'grace',
      resolved_at: testTime(20),
      response: { request_id: 'int_1', type: 'confirm', action: 'deny' },
    },
  });
  renderWithClient(client, <Confirm.Card request={authorizationRequest()} />);
  await userEvent.click(button('Allow once'));
  expect(await screen.findByText('Denied')).toBeVisible();
  expect(screen.getByText('by grace')).toBeVisible();
  expect(card()).toHaveAttribute('data-elsewhere', 'true');
  expect(screen.queryByRole('button')).toBeNull();
});

test('cannot be answered after its deadline, and names no person', () => {
  renderCard(
    <Confirm.Card
      request={authorizationRequest({ expires_at: testTime(10) })}
      onRespond={vi.fn()}
    />,
  );
  expect(card()).toHaveAttribute('data-state', 'expired');
  expect(screen.getByText('Expired')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('runs the caller’s handler first, which can prevent the answer', async () => {
  const respond = vi.fn();
  renderCard(
    <Confirm.Root request={confirmRequest()} onRespond={respond}>
      <Confirm.Answer confirmed onClick={(event) => event.preventDefault()}>
        Prevented
      </Confirm.Answer>
      <Confirm.Answer confirmed asChild>
        <button type="button" onClick={(event) => event.preventDefault()}>
          Prevented too
        </button>
      </Confirm.Answer>
    </Confirm.Root>,
  );
  await userEvent.click(button('Prevented'));
  await userEvent.click(button('Prevented too'));
  expect(respond).not.toHaveBeenCalled();
});

test('keeps the input across unmounting, and drops it once it is settled', async () => {
  const request = authorizationRequest({ id: 'int_drafts' });
  function Page({ shown }: { shown: boolean }) {
    return shown ? <Confirm.Card request={request} onRespond={() => {}} /> : null;
  }
  const { rerender } = renderCard(<Page shown />);
  await userEvent.click(button('Reason…'));
  await userEvent.type(screen.getByRole('textbox'), 'Later');
  rerender(<Page shown={false} />);
  rerender(<Page shown />);
  expect(screen.getByRole('textbox')).toHaveValue('Later');
  await userEvent.click(button('Deny'));
  rerender(<Page shown={false} />);
  rerender(<Page shown />);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('sends a replaced secret, and keeps it, like the proposed one, out of every draft', async () => {
  const drafts = createDrafts();
  const kept = vi.spyOn(drafts, 'set');
  const respond = vi.fn();
  const request = authorizationRequest({
    tool_args: { user: 'ada', password: 'hunter2!' },
    tool_schema: {
      type: 'object',
      properties: { user: { type: 'string' }, password: { type: 'string', writeOnly: true } },
    },
  });
  renderCard(<Confirm.Card request={request} onRespond={respond} />, { drafts });
  expect(document.body.innerHTML).not.toContain('hunter2!');
  await userEvent.click(button('Edit'));
  await userEvent.type(screen.getByRole('textbox', { name: 'user' }), ' l.');
  await userEvent.click(button('password'));
  await userEvent.type(screen.getByLabelText('password'), 'correct horse');
  await userEvent.click(button('Allow edited'));
  expect(respond.mock.lastCall?.[0]).toMatchObject({
    action: 'modify_args',
    modified_args: { user: 'ada l.', password: 'correct horse' },
  });
  expect(JSON.stringify(kept.mock.calls)).toContain('ada l.');
  for (const secret of ['hunter2!', 'correct horse']) {
    expect(JSON.stringify(kept.mock.calls)).not.toContain(secret);
    expect(document.body.innerHTML).not.toContain(secret);
  }
});

test('offers no answer without a handler for it', () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => renderCard(<Confirm.Card request={authorizationRequest()} />)).toThrow(
    /Pass onRespond to its Root, or place it inside <HitlProvider/,
  );
  silenced.mockRestore();
});

test('names the missing parent of a part outside of a card', () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => renderCard(<Confirm.Answer confirmed />)).toThrow(/Place it inside/);
  silenced.mockRestore();
});

test('shows a specific reason, but not that a call needs a person', () => {
  const shown = (reason: string) =>
    renderCard(<Confirm.Card request={authorizationRequest({ reason })} onRespond={() => {}} />);
  shown('Tool requires user consent').unmount();
  expect(screen.queryByText('Reason:')).toBeNull();
  shown('It changes what customers see.');
  expect(screen.getByText('It changes what customers see.')).toBeVisible();
});

/** A request to edit a file. */
const editOf = (path: string) =>
  authorizationRequest({
    tool_name: 'file_edit',
    tool_args: { path, old_text: 'a', new_text: 'b' },
  });

test('names the file of an edit once, in the title', () => {
  renderCard(<Confirm.Card request={editOf('src/cart.js')} onRespond={vi.fn()} />);
  expect(screen.getByText('Edit src/cart.js?')).toBeVisible();
  expect(screen.queryByText('path')).toBeNull();
});

test.each(['src/\u202Egpj.js', 'my file.js', 'a'.repeat(100), 'src/аpp.js'])(
  'shows the path %j among the arguments, because the title could hide something of it',
  (path) => {
    renderCard(<Confirm.Card request={editOf(path)} onRespond={vi.fn()} />);
    expect(screen.getByText('path')).toBeVisible();
  },
);

test('shows the path where the title does not: in another layout, or with other texts', () => {
  const request = editOf('file');
  renderCard(
    <>
      <Confirm.Root request={request} onRespond={vi.fn()}>
        <Confirm.Args />
      </Confirm.Root>
      <HitlProvider messages={{ toolTitles: { file_edit: () => 'Edit a file?' } }}>
        <Confirm.Card request={request} onRespond={vi.fn()} />
      </HitlProvider>
    </>,
  );
  expect(screen.getAllByText('path')).toHaveLength(2);
});
