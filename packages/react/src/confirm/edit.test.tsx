import { authorizationRequest } from '@hitl/protocol/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { Confirm } from './index.ts';

const nameOf = (element: Element | null): string | null =>
  element?.getAttribute('aria-label') ?? element?.textContent ?? null;

test('editing starts in the first field, and Tab leads to the buttons that allow and discard', async () => {
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(screen.getByRole('textbox', { name: 'command' })).toHaveFocus();
  await userEvent.keyboard(' --fix');
  const reached: (string | null)[] = [];
  while (nameOf(document.activeElement) !== 'Deny' && reached.length < 20) {
    await userEvent.tab();
    reached.push(nameOf(document.activeElement));
  }
  expect(reached.slice(reached.indexOf('Allow edited'))).toEqual([
    'Allow edited',
    'Discard edits',
    'More actions',
    'Reason…',
    'Deny',
  ]);
});

test('discarding keeps the focus on the button that edits', async () => {
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await userEvent.click(screen.getByRole('button', { name: 'Discard edits' }));
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
});

test('the agent’s description of its call is a subtitle, and can still be edited', async () => {
  const { container } = renderCard(
    <Confirm.Card
      request={authorizationRequest({
        tool_args: { command: 'npm run lint', description: 'Check the style' },
      })}
      onRespond={() => {}}
    />,
  );
  const rows = [...container.querySelectorAll<HTMLElement>('[data-hitl-part="arg"]')];
  expect(rows.map((row) => row.dataset['kind'])).toEqual(['subtitle', 'command']);
  expect(rows[0]).toHaveTextContent('Check the style');
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(screen.getByRole('textbox', { name: 'description' })).toHaveValue('Check the style');
});

test.each([
  ['a long one', 'x'.repeat(201)],
  ['several lines', 'one\ntwo'],
])('a description of more than one line stays among the arguments: %s', (_, description) => {
  const { container } = renderCard(
    <Confirm.Card
      request={authorizationRequest({ tool_args: { command: 'ls', description } })}
      onRespond={() => {}}
    />,
  );
  expect(container.querySelector('[data-kind="subtitle"]')).toBeNull();
  expect(container).toHaveTextContent(description.split('\n')[0] ?? '');
});
