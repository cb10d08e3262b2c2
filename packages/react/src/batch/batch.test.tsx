import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, confirmRequest, inputRequest } from '@hitl/protocol/testing';
import type { ConfirmRequest, InteractionRequest } from '@hitl/protocol';
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
const line = (index: number) => row(index).getAllByRole('button')[0] as HTMLElement;
/** Opens the row of a call, unless it is open. */
async function opened(index: number) {
  if (line(index).ariaExpanded !== 'true') await userEvent.click(line(index));
  return row(index);
}
const leftOut = () =>
  [...document.querySelectorAll('[data-hitl-part="batch-left-out-one"]')].map(
    ({ textContent }) => textContent,
  );
const progress = () => screen.getByRole('status').textContent;

test('shows the calls in their order, however they arrived', () => {
  renderCard(<Batch.Panel requests={[call(2), call(0), call(1)]} onRespond={() => {}} />);
  expect([0, 1, 2].map((index) => line(index).textContent)).toEqual([
    'Run step 0Waiting',
    'Run step 1Waiting',
    'Run step 2Waiting',
  ]);
});

test('decides each call separately, and keeps decided ones in their places', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1), call(2)]} onRespond={respond} />);
  expect(progress()).toBe('3 need your decision');
  await userEvent.click((await opened(2)).getByRole('button', { name: 'Deny' }));
  await userEvent.click((await opened(0)).getByRole('button', { name: 'Allow once' }));
  expect(progress()).toBe('1 of 3 needs your decision');
  expect(rows()).toHaveLength(3);
  expect(line(0).textContent).toMatch(/Allowed$/);
  expect(line(2).textContent).toMatch(/Denied$/);
  expect(respond.mock.calls.map(([answer]) => [answer.request_id, answer.action])).toEqual([
    ['int_2', 'deny'],
    ['int_0', 'approve'],
  ]);
});

test('allows the calls that were pending when pressed, and none that arrive later', async () => {
  const client = createFakeClient();
  const release = client.hold('respond_batch');
  const { rerender } = renderWithClient(client, <Batch.Panel requests={[call(0), call(1)]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Allow 2 once' }));
  rerender(<Batch.Panel requests={[call(0), call(1), call(2)]} />);
  release();
  await waitFor(() => expect(progress()).toBe('1 of 3 needs your decision'));
  expect((await opened(2)).getByRole('button', { name: 'Allow once' })).toBeEnabled();
  expect(client.responses.map(({ request_id }) => request_id)).toEqual(['int_0', 'int_1']);
});

test('leaves out of "allow all" what is high risk, too long for a glance, a question or being edited', async () => {
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
  await userEvent.click((await opened(2)).getByRole('button', { name: 'Edit' }));
  expect(leftOut()).toEqual([
    'step 2 you are working on it',
    'step 3 high risk',
    `${'x'.repeat(5000)} too long for a glance`,
    `${inputRequest().title} needs an answer`,
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Allow 2 once' }));
  expect(respond.mock.calls.map(([answer]) => answer.request_id)).toEqual(['int_0', 'int_1']);
});

test('denies all pending requests', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1), call(2)]} onRespond={respond} />);
  await userEvent.click((await opened(1)).getByRole('button', { name: 'Allow once' }));
  await userEvent.click(screen.getByRole('button', { name: 'Deny 2' }));
  expect(progress()).toBe('All 3 decided');
  expect(respond.mock.calls.map(([answer]) => answer.action)).toEqual(['approve', 'deny', 'deny']);
  expect(screen.getByRole('group', { name: 'Calls waiting for you' })).toHaveAttribute(
    'data-state',
    'settled',
  );
});

test('keeps a reason being written while one request is left to deny', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1)]} onRespond={respond} />);
  await userEvent.click(screen.getByRole('button', { name: 'Reason for all…' }));
  await userEvent.keyboard('Not today.');
  await userEvent.click((await opened(0)).getByRole('button', { name: 'Allow once' }));
  expect(screen.getByRole('textbox')).toHaveValue('Not today.');
  await userEvent.click(screen.getByRole('button', { name: 'Deny 1' }));
  expect(respond.mock.lastCall?.[0]).toMatchObject({ action: 'deny', note: 'Not today.' });
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('keeps the row and its answers when one of them fails', async () => {
  const respond = vi.fn(async ({ request_id }: { request_id: string }) => {
    if (request_id === 'int_1') throw new Error('down');
  });
  renderCard(<Batch.Panel requests={[call(0), call(1)]} onRespond={respond} />);
  await userEvent.click(screen.getByRole('button', { name: 'Allow 2 once' }));
  await waitFor(() => expect(line(1).textContent).toMatch(/Not sent$/));
  expect(await (await opened(1)).findByRole('alert')).toHaveTextContent('down');
  expect(progress()).toBe('1 of 2 needs your decision');
  expect(row(1).getByRole('button', { name: 'Allow once' })).toBeEnabled();
});

test('counts decisions of people, not calls of the message without a decision', async () => {
  const requests = [call(0), call(2)].map((request) => ({
    ...request,
    batch: { index: 0, size: 5 },
  }));
  renderCard(<Batch.Panel requests={requests} onRespond={vi.fn()} />);
  expect(progress()).toBe('2 need your decision');
  await userEvent.click(screen.getByRole('button', { name: 'Allow 2 once' }));
  await waitFor(() => expect(progress()).toBe('Both decided'));
});

test('edits one call without touching the others', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1)]} onRespond={respond} />);
  await userEvent.click((await opened(1)).getByRole('button', { name: 'Edit' }));
  const command = row(1).getByRole('textbox', { name: 'command' });
  await userEvent.type(command, ' --dry-run');
  await userEvent.click((await opened(1)).getByRole('button', { name: 'Allow edited' }));
  expect(respond.mock.calls.map(([answer]) => [answer.request_id, answer.modified_args])).toEqual([
    ['int_1', { command: 'step 1 --dry-run' }],
  ]);
});

test('is reviewed by keyboard, and allows no high-risk call by a letter', async () => {
  const respond = vi.fn();
  const requests = Array.from({ length: 20 }, (_, index) =>
    call(index, index === 7 ? { risk_level: 'high' } : {}),
  );
  renderCard(<Batch.Panel requests={requests} onRespond={respond} />);
  line(0).focus();
  for (let index = 0; index < 20; index += 1) {
    expect(line(index)).toHaveFocus();
    await userEvent.keyboard(index % 2 === 0 ? 'd' : 'a');
    if (index !== 7) continue;
    // The key A only focuses the button.
    expect(row(7).getByRole('button', { name: 'Allow once' })).toHaveFocus();
    line(7).focus();
    await userEvent.keyboard('{ArrowDown}');
  }
  expect(respond).toHaveBeenCalledTimes(19);
  expect(progress()).toBe('1 of 20 needs your decision');
  expect(line(7)).toHaveFocus();
});

test('does not allow together with others what has a rule against it, a result or its own reason', async () => {
  const respond = vi.fn();
  const requests = [0, 1, 2, 3, 4].map((index) => call(index));
  renderCard(<Batch.Panel requests={requests} onRespond={respond} />);
  const choose = async (index: number, entry: string): Promise<void> => {
    await userEvent.click((await opened(index)).getByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('button', { name: entry }));
  };
  await choose(0, 'Always deny…');
  await choose(1, 'Provide the result myself…');
  await userEvent.click((await opened(4)).getByRole('button', { name: 'Reason…' }));
  await userEvent.keyboard('Only on a copy.');
  expect(leftOut()).toEqual([
    'step 0 you are working on it',
    'step 1 you are working on it',
    'step 4 you are working on it',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Allow 2 once' }));
  const answered = respond.mock.calls.map(([{ request_id }]) => request_id);
  expect(answered).toEqual(['int_2', 'int_3']);
});

test('ignores letters typed into a field', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[call(0), call(1)]} onRespond={respond} />);
  await userEvent.click((await opened(0)).getByRole('button', { name: 'Reason…' }));
  await userEvent.keyboard('dad{ArrowDown}');
  expect(row(0).getByRole('textbox')).toHaveValue('dad');
  expect(respond).not.toHaveBeenCalled();
});

test('opens the first pending row, and the next one when it is decided; never two at once', async () => {
  renderCard(<Batch.Panel requests={[call(0), call(1), call(2)]} onRespond={vi.fn()} />);
  const openRows = () => [0, 1, 2].filter((index) => line(index).ariaExpanded === 'true');
  expect(openRows()).toEqual([0]);
  await userEvent.click(line(2));
  expect(openRows()).toEqual([2]);
  await userEvent.click(row(2).getByRole('button', { name: 'Deny' }));
  expect(openRows()).toEqual([0]);
  expect(line(0)).toHaveFocus();
  await userEvent.click(line(0));
  expect(openRows()).toEqual([]);
  await userEvent.click(line(2));
  expect(openRows()).toEqual([2]);
});

test('does not allow together with others what was never fully shown', async () => {
  const respond = vi.fn();
  const write = (index: number) =>
    call(index, { tool_name: 'file_write', tool_args: { path: 'a.md', content: `text ${index}` } });
  renderCard(<Batch.Panel requests={[call(0), write(1), write(2), call(3)]} onRespond={respond} />);
  expect(leftOut()).toEqual(['a.md not opened yet', 'a.md not opened yet']);
  await opened(1);
  expect(leftOut()).toEqual(['a.md not opened yet']);
  await userEvent.click(screen.getByRole('button', { name: 'Allow 3 once' }));
  expect(respond.mock.calls.map(([answer]) => answer.request_id)).toEqual([
    'int_0',
    'int_1',
    'int_3',
  ]);
  // The remaining row is open and has the focus.
  expect(line(2)).toHaveFocus();
});

test('shows a single request as its card, without a panel', () => {
  renderCard(<Batch.Panel requests={[call(0)]} onRespond={vi.fn()} />);
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.queryByText(/need/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Allow once' })).toBeEnabled();
});

test('shows no secret argument in a line', () => {
  const secret = authorizationRequest({
    id: 'int_1',
    batch: { index: 1, size: 2 },
    tool_args: { password: 'hunter2!' },
    tool_schema: { properties: { password: { type: 'string', format: 'password' } } },
  });
  renderCard(<Batch.Panel requests={[call(0), secret]} onRespond={vi.fn()} />);
  expect(document.body.innerHTML).not.toContain('hunter2!');
});

const keys = () =>
  [...document.querySelectorAll('[data-hitl-part="batch-keys"] kbd')].map(
    ({ textContent }) => textContent,
  );
const question = (index: number): InteractionRequest => ({
  ...inputRequest(),
  id: `int_${index}`,
  message_id: 'msg_1',
  batch: { index, size: 2 },
});

test('a question is declined, not denied, by its key and with the others', async () => {
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[question(0), question(1)]} onRespond={respond} />);
  const hints = document.querySelector('[data-hitl-part="batch-keys"]');
  expect(hints?.textContent).toMatch(/D decline$/);
  await userEvent.click(screen.getByRole('button', { name: 'Decline 2' }));
  expect(respond.mock.calls.map(([answer]) => answer.action)).toEqual(['deny', 'deny']);
});

test('shows only keys that work on the open row', async () => {
  renderCard(<Batch.Panel requests={[call(0), question(1)]} onRespond={vi.fn()} />);
  expect(keys()).toEqual(['↑↓', '⏎', 'A', 'D', 'E']);
  await userEvent.click((await opened(0)).getByRole('button', { name: 'Allow once' }));
  expect(keys()).toEqual(['↑↓', '⏎', 'D']);
});

test('the keys of a yes-or-no question have the words of its buttons', async () => {
  const asked = (index: number, more: Partial<ConfirmRequest> = {}): InteractionRequest =>
    confirmRequest({ id: `int_${index}`, message_id: 'msg_1', batch: { index, size: 3 }, ...more });
  const own = { confirm_text: 'Publish', cancel_text: 'Keep the draft' };
  const respond = vi.fn();
  renderCard(<Batch.Panel requests={[asked(0), asked(1, own), call(2)]} onRespond={respond} />);
  const hints = document.querySelector('[data-hitl-part="batch-keys"]');
  expect(hints?.textContent).toMatch(/A YesD No$/);
  await opened(1);
  expect(hints?.textContent).toMatch(/A PublishD Keep the draft$/);
  line(1).focus();
  await userEvent.keyboard('d');
  expect(respond.mock.lastCall?.[0]).toMatchObject({ request_id: 'int_1', confirmed: false });
});

test('shows the description of a call once, in its line or, if open, in its card', async () => {
  const said = call(0, { tool_args: { command: 'npm test', description: 'Run the tests' } });
  renderCard(<Batch.Panel requests={[said, call(1)]} onRespond={vi.fn()} />);
  expect(row(0).getAllByText('Run the tests')).toHaveLength(1);
  expect(line(0)).not.toHaveTextContent('Run the tests');
  await opened(1);
  expect(line(0)).toHaveTextContent('Run the tests');
});

test('shows the risk of a call once, in its line or, if open, in its card', async () => {
  const risky = call(0, { risk_level: 'high' });
  renderCard(<Batch.Panel requests={[risky, call(1)]} onRespond={vi.fn()} />);
  expect(row(0).getAllByText('High risk')).toHaveLength(1);
  expect(line(0)).not.toHaveTextContent('High risk');
  await opened(1);
  expect(line(0)).toHaveTextContent('High risk');
});

test('an open row shows the path of an edit among the arguments, because its line may be clamped', async () => {
  const edit = call(0, {
    tool_name: 'file_edit',
    tool_args: { path: 'src/cart.js', old_text: 'a', new_text: 'b' },
  });
  renderCard(<Batch.Panel requests={[edit, call(1)]} onRespond={vi.fn()} />);
  expect((await opened(0)).getByText('path')).toBeVisible();
});
