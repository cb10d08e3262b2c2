import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, inputRequest } from '@hitl/protocol/testing';
import type { InteractionRequest } from '@hitl/protocol';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { Batch } from './index.ts';

const call = (index: number, overrides: Partial<InteractionRequest> = {}): InteractionRequest =>
  authorizationRequest({
    id: `int_${index}`,
    tool_call_id: `call_${index}`,
    risk_level: 'low',
    tool_args: { command: `step ${index}` },
    batch: { index, size: 3 },
    ...(overrides as object),
  });

const rows = () => screen.getAllByRole('listitem');
const row = (index: number) => within(rows()[index] as HTMLElement);
const progress = () => screen.getByRole('status').textContent;

test('shows the calls in their order, however they arrived', () => {
  renderCard(<Batch.Panel requests={[call(2), call(0), call(1)]} onRespond={() => {}} />);
  expect(rows().map((each) => each.textContent?.match(/step \d/)?.[0])).toEqual([
    'step 0',
    'step 1',
    'step 2',
  ]);
});

test('decides each call by itself, and keeps decided ones in their places', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1), call(2)]} onRespond={respond} />);
  expect(progress()).toBe('3 need your decision');
  await userEvent.click(row(2).getByRole('button', { name: 'Deny' }));
  await userEvent.click(row(0).getByRole('button', { name: 'Allow once' }));
  expect(progress()).toBe('1 of 3 needs your decision');
  expect(rows()).toHaveLength(3);
  expect(row(0).getByText('Allowed')).toBeVisible();
  expect(row(2).getByText('Denied')).toBeVisible();
  expect(respond.mock.calls.map(([answer]) => [answer.request_id, answer.action])).toEqual([
    ['int_2', 'deny'],
    ['int_0', 'approve'],
  ]);
});

test('allows what waited when it was pressed, and nothing that arrives later', async () => {
  const client = createFakeClient();
  const release = client.hold('respond_batch');
  const { rerender } = renderWithClient(client, <Batch.Panel requests={[call(0), call(1)]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Allow all (2)' }));
  rerender(<Batch.Panel requests={[call(0), call(1), call(2)]} />);
  release();
  await waitFor(() => expect(progress()).toBe('1 of 3 needs your decision'));
  expect(row(2).getByRole('button', { name: 'Allow once' })).toBeEnabled();
  expect(client.responses.map(({ request_id }) => request_id)).toEqual(['int_0', 'int_1']);
});

test('leaves out of "allow all" what is of high risk, too long for a glance, a question or being edited', async () => {
  const respond = vi.fn();
  const requests = [
    call(0),
    call(1),
    call(2),
    call(3, { risk_level: 'high' }),
    call(4, { tool_args: { command: 'x'.repeat(5000) } }),
    { ...inputRequest(), id: 'int_5', message_id: 'msg_1', batch: { index: 5, size: 6 } },
  ];
  renderCard(<Batch.Panel requests={requests} onRespond={respond} />);
  await userEvent.click(row(2).getByRole('button', { name: 'Edit' }));
  await userEvent.click(screen.getByRole('button', { name: 'Allow all (2)' }));
  expect(respond.mock.calls.map(([answer]) => answer.request_id)).toEqual(['int_0', 'int_1']);
});

test('denies everything that waits', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1), call(2)]} onRespond={respond} />);
  await userEvent.click(row(1).getByRole('button', { name: 'Allow once' }));
  await userEvent.click(screen.getByRole('button', { name: 'Deny all (2)' }));
  expect(progress()).toBe('All 3 decided');
  expect(respond.mock.calls.map(([answer]) => answer.action)).toEqual(['approve', 'deny', 'deny']);
  expect(screen.getByRole('group', { name: 'Calls waiting for you' })).toHaveAttribute(
    'data-state',
    'settled',
  );
});

test('keeps a reason that is being written while one is left to deny', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1)]} onRespond={respond} />);
  await userEvent.click(screen.getByRole('button', { name: 'Reason for all…' }));
  await userEvent.keyboard('Not today.');
  await userEvent.click(row(0).getByRole('button', { name: 'Allow once' }));
  expect(screen.getByRole('textbox')).toHaveValue('Not today.');
  await userEvent.click(screen.getByRole('button', { name: 'Deny all (1)' }));
  expect(respond.mock.lastCall?.[0]).toMatchObject({ action: 'deny', note: 'Not today.' });
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('keeps the row and its answers when one of them fails', async () => {
  const respond = vi.fn(async ({ request_id }: { request_id: string }) => {
    if (request_id === 'int_1') throw new Error('down');
  });
  renderCard(<Batch.Panel requests={[call(0), call(1)]} onRespond={respond} />);
  await userEvent.click(screen.getByRole('button', { name: 'Allow all (2)' }));
  expect(await row(1).findByRole('alert')).toHaveTextContent('down');
  expect(progress()).toBe('1 of 2 needs your decision');
  expect(row(1).getByRole('button', { name: 'Allow once' })).toBeEnabled();
});

test('counts what people decide, not the calls of the message that need nobody', async () => {
  const requests = [call(0), call(2)].map((request) => ({
    ...request,
    batch: { index: 0, size: 5 },
  }));
  renderCard(<Batch.Panel requests={requests} onRespond={vi.fn()} />);
  expect(progress()).toBe('2 need your decision');
  await userEvent.click(screen.getByRole('button', { name: 'Allow all (2)' }));
  await waitFor(() => expect(progress()).toBe('All 2 decided'));
});

test('edits one call without touching the others', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1)]} onRespond={respond} />);
  await userEvent.click(row(1).getByRole('button', { name: 'Edit' }));
  const command = row(1).getByRole('textbox', { name: 'command' });
  await userEvent.type(command, ' --dry-run');
  await userEvent.click(row(1).getByRole('button', { name: 'Allow edited' }));
  expect(respond.mock.calls.map(([answer]) => [answer.request_id, answer.modified_args])).toEqual([
    ['int_1', { command: 'step 1 --dry-run' }],
  ]);
});

test('is reviewed without a pointer, and allows nothing of high risk by a letter', async () => {
  const respond = vi.fn();
  const requests = Array.from({ length: 20 }, (_, index) =>
    call(index, index === 7 ? { risk_level: 'high' } : {}),
  );
  renderCard(<Batch.Panel requests={requests} onRespond={respond} />);
  row(0).getByRole('group', { name: 'Run this command?' }).focus();
  for (let index = 0; index < 20; index += 1) {
    await userEvent.keyboard(index % 2 === 0 ? 'd' : 'a');
    await userEvent.keyboard('{ArrowDown}');
  }
  expect(respond).toHaveBeenCalledTimes(19);
  expect(progress()).toBe('1 of 20 needs your decision');
  expect(row(7).getByRole('button', { name: 'Allow once' })).toBeEnabled();
});

test('allows by the dozen nothing that has a rule chosen against it, a result or a reason of its own', async () => {
  const respond = vi.fn();
  const requests = [0, 1, 2, 3, 4].map((index) => call(index));
  renderCard(<Batch.Panel requests={requests} onRespond={respond} />);
  const choose = async (index: number, entry: string): Promise<void> => {
    await userEvent.click(row(index).getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await choose(0, 'Always deny…');
  await choose(1, 'Provide the result myself…');
  await userEvent.click(row(4).getByRole('button', { name: 'Reason…' }));
  await userEvent.keyboard('Only on a copy.');
  expect(screen.getByText('3 calls need their own answer.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Allow all (2)' }));
  const answered = respond.mock.calls.map(([{ request_id }]) => request_id);
  expect(answered).toEqual(['int_2', 'int_3']);
});

test('takes no letter for an answer that is typed into a field', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1)]} onRespond={respond} />);
  await userEvent.click(row(0).getByRole('button', { name: 'Reason…' }));
  await userEvent.keyboard('dad{ArrowDown}');
  expect(row(0).getByRole('textbox')).toHaveValue('dad');
  expect(respond).not.toHaveBeenCalled();
});
