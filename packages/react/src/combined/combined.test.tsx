import { combinedPart, combinedRequest, confirmPart, inputPart } from '@hitl/protocol/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { Combined } from './index.ts';

const nested = combinedRequest({
  interactions: [
    inputPart({ id: 'one', title: 'One' }),
    combinedPart({
      id: 'two',
      title: 'Two',
      interactions: [
        confirmPart({ id: 'three', title: 'Three', confirm_text: 'Aye', cancel_text: 'Nay' }),
        inputPart({ id: 'four', title: 'Four', required: false }),
      ],
    }),
  ],
});

test('sends the answers of all parts, at any depth, with one press', async () => {
  const respond = vi.fn();
  renderCard(<Combined.Card request={nested} onRespond={respond} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'One' }), '1');
  await userEvent.click(screen.getByRole('radio', { name: 'Nay' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(respond.mock.calls).toEqual([
    [
      {
        request_id: 'int_1',
        type: 'combined',
        responses: [
          { request_id: 'one', type: 'input', text: '1' },
          {
            request_id: 'two',
            type: 'combined',
            responses: [
              { request_id: 'three', type: 'confirm', confirmed: false },
              { request_id: 'four', type: 'input', text: '' },
            ],
          },
        ],
      },
    ],
  ]);
});

test('leaves parts without an answer out of its receipt', async () => {
  renderCard(<Combined.Card request={nested} onRespond={() => {}} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'One' }), '1');
  await userEvent.click(screen.getByRole('radio', { name: 'Nay' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('1 · Nay')).toBeVisible();
});

test('shows at each part what is missing, and requires no optional answer', async () => {
  const respond = vi.fn();
  renderCard(<Combined.Card request={nested} onRespond={respond} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'One' }), '1');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(respond).not.toHaveBeenCalled();
  expect(screen.getByRole('radiogroup', { name: 'Three' })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'One' })).toBeValid();
  expect(screen.getByRole('radio', { name: 'Aye' })).toHaveFocus();
});

test('names nested parts as groups', () => {
  renderCard(<Combined.Card request={nested} onRespond={() => {}} />);
  expect(screen.getByRole('group', { name: 'Two' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Four (optional)' })).not.toBeRequired();
});
