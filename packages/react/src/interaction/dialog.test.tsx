import { authorizationRequest } from '@hitl/protocol/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderCard } from '../internal/testing.fixture.tsx';
import { Interaction } from './index.ts';

const request = authorizationRequest({ tool_args: { command: 'npm run lint' } });

function open(onRespond = vi.fn()): typeof onRespond {
  renderCard(
    <Interaction.Dialog request={request} onRespond={onRespond}>
      <button type="button">Review</button>
    </Interaction.Dialog>,
  );
  return onRespond;
}

test('a request is answered in a dialog, which then shows its receipt until it is closed', async () => {
  const onRespond = open();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Run this command?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Allow once' }));
  expect(onRespond.mock.lastCall?.[0]).toMatchObject({ action: 'approve' });
  expect(await dialog.findByText('Allowed')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Review' })).toHaveFocus();
});

test('opening a dialog focuses no button, and closing it answers nothing', async () => {
  const onRespond = open();
  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(screen.getByRole('dialog')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onRespond).not.toHaveBeenCalled();
});
