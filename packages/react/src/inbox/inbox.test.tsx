import type { InteractionRequest } from '@hitl/protocol';
import { createFakeClient } from '@hitl/client/testing';
import {
  authorizationRequest,
  inputRequest,
  interactionRequest,
  interactionResolved,
  sessionLog,
} from '@hitl/protocol/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { Inbox } from './index.ts';

test('lists pending requests, and reports the selected one', async () => {
  const select = vi.fn();
  const client = createFakeClient({
    pending: [authorizationRequest({ id: 'a' }), inputRequest({ id: 'b' })],
  });
  renderWithClient(client, <Inbox.Panel onRequestSelect={select} />);
  await userEvent.click(await screen.findByRole('button', { name: /project called/ }));
  expect(select.mock.lastCall?.[0]).toMatchObject({ id: 'b' });
  expect(screen.getByRole('button', { name: /Run npm run lint/ })).toBeVisible();
});

test('follows new and settled requests', async () => {
  const client = createFakeClient();
  renderWithClient(client, <Inbox.Panel />);
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  const asked = sessionLog([interactionRequest(inputRequest())]);
  act(() => client.emit(...asked));
  expect(await screen.findByRole('button', { name: /project called/ })).toBeVisible();
  act(() =>
    client.emit(
      ...sessionLog([interactionResolved({ interaction_id: 'int_1' })], { after: asked }),
    ),
  );
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
});

test('says that its content may be outdated while offline', async () => {
  const client = createFakeClient({ pending: [inputRequest()] });
  renderWithClient(client, <Inbox.Panel />);
  await screen.findByRole('button', { name: /project called/ });
  act(() => client.setConnection({ status: 'offline' }));
  expect(screen.getByRole('status')).toHaveTextContent('Offline. What you see may be out of date.');
  expect(screen.getByRole('group', { name: 'Waiting for you' })).toHaveAttribute('data-offline');
});

test('lists an unreadable request', () => {
  renderCard(
    <Inbox.Root interactions={[{ id: 'broken' } as InteractionRequest]}>
      <Inbox.List />
    </Inbox.Root>,
  );
  expect(screen.getByRole('button', { name: /cannot be shown here/ })).toBeVisible();
});

test('shows no argument marked as secret by the schema', () => {
  const request = authorizationRequest({
    tool_args: { user: 'ada', password: 'hunter"2' },
    tool_schema: { properties: { password: { format: 'password' } } },
  });
  const { container } = renderCard(
    <Inbox.Root interactions={[request]}>
      <Inbox.List />
    </Inbox.Root>,
  );
  expect(screen.getByRole('button', { name: /Run/ })).toBeVisible();
  expect(container.innerHTML).not.toContain('hunter');
});

test('groups pending requests by root agent, which the rows do not repeat', () => {
  const asked = (id: string, agent_path: string[]) =>
    authorizationRequest({ id, agent_path, tool_args: { command: id } });
  renderCard(
    <Inbox.Root
      interactions={[
        asked('one', ['repairer']),
        asked('two', ['cleaner']),
        asked('three', ['repairer', 'linter']),
      ]}
    >
      <Inbox.Groups />
    </Inbox.Root>,
  );
  const repairer = screen.getByRole('list', { name: 'repairer 2' });
  expect(
    within(repairer)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Run one(?!.*repairer)/),
    expect.stringMatching(/^Run three.*linter/),
  ]);
  expect(within(screen.getByRole('list', { name: 'cleaner 1' })).getByText('two')).toBeVisible();
});

test('shows the first requests of a long group until all are requested', async () => {
  const interactions = Array.from({ length: 30 }, (_, n) => inputRequest({ id: `int_${n}` }));
  renderCard(
    <Inbox.Root interactions={interactions}>
      <Inbox.Groups limit={5} />
    </Inbox.Root>,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(30);
});
