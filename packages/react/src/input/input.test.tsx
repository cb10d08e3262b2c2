import { createFakeClient } from '@hitl/client/testing';
import { inputRequest, combinedRequest, inputPart } from '@hitl/protocol/testing';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Combined } from '../combined/index.ts';
import { createDrafts } from '@hitl/client';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { Input } from './index.ts';

const send = () => screen.getByRole('button', { name: 'Send' });

test('labels its field with the question and describes it with the agent’s description', () => {
  const request = inputRequest({ description: 'It becomes the name of the folder.' });
  renderCard(<Input.Card request={request} onRespond={() => {}} />);
  const field = screen.getByRole('textbox', { name: 'What is the project called?' });
  expect(field).toHaveAccessibleDescription('It becomes the name of the folder.');
  expect(field).toBeRequired();
});

test('escapes invisible characters in its placeholder', () => {
  renderCard(
    <Input.Card request={inputRequest({ placeholder: 'a\u202Eb' })} onRespond={() => {}} />,
  );
  expect(screen.getByPlaceholderText(String.raw`a\u{202e}b`)).toBeVisible();
});

test('sends a line on Enter, and several lines on Control and Enter', async () => {
  const respond = vi.fn();
  const { unmount } = renderCard(<Input.Card request={inputRequest()} onRespond={respond} />);
  await userEvent.type(screen.getByRole('textbox'), 'apollo{Enter}');
  expect(respond.mock.lastCall?.[0]).toEqual({
    request_id: 'int_1',
    type: 'input',
    text: 'apollo',
  });
  unmount();
  renderCard(<Input.Card request={inputRequest({ multiline: true })} onRespond={respond} />);
  await userEvent.type(screen.getByRole('textbox'), 'one{Enter}two');
  expect(respond).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(respond.mock.lastCall?.[0]).toMatchObject({ text: 'one\ntwo' });
});

test.each([
  ['says that it is composing', { isComposing: true }],
  ['only has the key code of composing', { keyCode: 229 }],
])('sends nothing when the Enter that ends a composition %s', (_, init) => {
  renderCard(<Input.Card request={inputRequest()} onRespond={vi.fn()} />);
  const field = screen.getByRole('textbox');
  const enter = createEvent.keyDown(field, { key: 'Enter', ...init });
  fireEvent(field, enter);
  expect(enter.defaultPrevented).toBe(true);
});

test.each([
  [{}, '', 'Required.'],
  [{ min_length: 3 }, 'ab', 'Use at least 3 characters.'],
  [{ max_length: 3 }, 'abcd', 'Use at most 3 characters.'],
  [{ input_type: 'number' }, 'ten', 'Enter a number.'],
])('does not send the invalid answer %o', async (rules, text, problem) => {
  const respond = vi.fn();
  renderCard(<Input.Card request={inputRequest(rules)} onRespond={respond} />);
  const field = screen.getByRole('textbox');
  if (text !== '') await userEvent.type(field, text);
  await userEvent.click(send());
  expect(screen.getByText(problem)).toBeVisible();
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
  expect(respond).not.toHaveBeenCalled();
});

test('shows the server’s issues at its field', async () => {
  const client = createFakeClient();
  client.fail('respond', 'invalid_response', {
    errors: [{ path: 'text', message: 'is taken' }],
  });
  renderWithClient(client, <Input.Card request={inputRequest()} />);
  await userEvent.type(screen.getByRole('textbox'), 'apollo{Enter}');
  expect(await screen.findByText('is taken')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('apollo');
});

test('masks a secret and keeps it out of drafts, attributes and the receipt', async () => {
  const drafts = createDrafts();
  const set = vi.spyOn(drafts, 'set');
  const request = inputRequest({ title: 'Token', sensitive: true });
  const { container } = renderCard(<Input.Card request={request} onRespond={() => {}} />, {
    drafts,
  });
  const field = screen.getByLabelText('Token', { selector: 'input' });
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveAttribute('autocomplete', 'new-password');
  await userEvent.type(field, 'hunter2');
  expect(field).toHaveValue('hunter2');
  expect(container.innerHTML).not.toContain('hunter2');
  await userEvent.click(send());
  expect(screen.getByText('Answered')).toBeVisible();
  expect(container.innerHTML).not.toContain('hunter2');
  expect(JSON.stringify(set.mock.calls)).not.toContain('hunter2');
});

test('keeps the other parts of an answer across unmounting, but not the secret', async () => {
  const request = combinedRequest({
    id: 'int_mixed',
    interactions: [
      inputPart({ id: 'name', title: 'Name' }),
      inputPart({ id: 'key', title: 'Key', sensitive: true }),
    ],
  });
  function Page({ shown }: { shown: boolean }) {
    return shown ? <Combined.Card request={request} onRespond={() => {}} /> : null;
  }
  const { rerender } = renderCard(<Page shown />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await userEvent.type(screen.getByLabelText('Key', { selector: 'input' }), 'hunter2');
  rerender(<Page shown={false} />);
  rerender(<Page shown />);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
  expect(screen.getByLabelText('Key', { selector: 'input' })).toHaveValue('');
});

test('keeps the input when sending fails', async () => {
  renderCard(
    <Input.Card request={inputRequest()} onRespond={() => Promise.reject(new Error('down'))} />,
  );
  await userEvent.type(screen.getByRole('textbox'), 'apollo{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('down');
  expect(screen.getByRole('textbox')).toHaveValue('apollo');
  expect(send()).toBeEnabled();
});

test('declines only where that is possible', async () => {
  const respond = vi.fn();
  const { unmount } = renderCard(<Input.Card request={inputRequest()} onRespond={respond} />);
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  expect(respond.mock.lastCall?.[0]).toMatchObject({ action: 'deny' });
  unmount();
  renderCard(<Input.Card request={inputRequest({ allowed_actions: [] })} onRespond={respond} />);
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
});

test('warns about a field that seems to ask for a secret', () => {
  const { unmount } = renderCard(
    <Input.Card
      request={inputRequest({ title: 'Your database password?' })}
      onRespond={() => {}}
    />,
  );
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription(/looks like a secret/);
  unmount();
  renderCard(
    <Input.Card request={inputRequest({ title: 'Which tokens to count?' })} onRespond={() => {}} />,
  );
  expect(screen.queryByText(/looks like a secret/)).toBeNull();
});
