import { selectRequest } from '@hitl/protocol/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { Select } from './index.ts';

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

const several = selectRequest({
  multiple: true,
  allow_other: true,
  options: [
    { value: 'a', label: 'Apple' },
    { value: 'b', label: 'Banana' },
    { value: 'c', label: 'Cherry' },
  ],
});

test('groups its options under the question, each with its description', () => {
  renderCard(<Select.Card request={selectRequest()} onRespond={() => {}} />);
  expect(screen.getByRole('radiogroup', { name: 'Which environment?' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Staging' })).toHaveAccessibleDescription(
    'Only we see it',
  );
});

test('sends several values in the order of the options, together with a free text', async () => {
  const respond = vi.fn();
  renderCard(<Select.Card request={several} onRespond={respond} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Cherry' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Apple' }));
  await userEvent.type(screen.getByRole('textbox'), 'Durian');
  await send();
  expect(respond.mock.lastCall?.[0]).toEqual({
    request_id: 'int_1',
    type: 'select',
    selected_values: ['a', 'c'],
    other: 'Durian',
  });
});

test('accepts a free text instead of a single choice', async () => {
  const respond = vi.fn();
  renderCard(<Select.Card request={selectRequest({ allow_other: true })} onRespond={respond} />);
  await userEvent.click(screen.getByRole('radio', { name: 'Staging' }));
  await userEvent.type(screen.getByRole('textbox'), 'preview');
  expect(screen.getByRole('radio', { name: 'Staging' })).not.toBeChecked();
  await send();
  expect(respond.mock.lastCall?.[0]).toMatchObject({ selected_values: [], other: 'preview' });
});

test('drops the free text when "other" is deselected', async () => {
  const respond = vi.fn();
  renderCard(<Select.Card request={several} onRespond={respond} />);
  await userEvent.type(screen.getByRole('textbox'), 'Durian');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Apple' }));
  await send();
  expect(respond.mock.lastCall?.[0]).toEqual({
    request_id: 'int_1',
    type: 'select',
    selected_values: ['a'],
  });
});

test('starts with the defaults that are options, and only one for a single choice', () => {
  const request = { ...several, default_values: ['b', 'gone', 'c'] };
  const { unmount } = renderCard(<Select.Card request={request} onRespond={() => {}} />);
  expect(
    screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('value')),
  ).toEqual(['b', 'c']);
  unmount();
  renderCard(
    <Select.Card
      request={{ ...request, multiple: false, allow_other: false }}
      onRespond={() => {}}
    />,
  );
  expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1);
});

test.each([
  [{ min_selected: 2 }, 1, 'Choose at least 2.'],
  [{ max_selected: 1 }, 2, 'Choose at most 1.'],
])('does not send the invalid choice %o', async (rules, clicks, problem) => {
  const respond = vi.fn();
  renderCard(<Select.Card request={{ ...several, ...rules }} onRespond={respond} />);
  const boxes = screen.getAllByRole('checkbox');
  for (const box of boxes.slice(0, clicks)) await userEvent.click(box);
  await send();
  expect(screen.getByText(problem)).toBeVisible();
  expect(respond).not.toHaveBeenCalled();
});
