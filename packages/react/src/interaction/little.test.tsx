import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createRequest, Interaction, type InteractionRequest } from '../index.ts';
import { renderCard } from '../internal/testing.fixture.tsx';

test('a card is made from a tool and its arguments', async () => {
  const warn = vi.spyOn(console, 'warn');
  const respond = vi.fn();
  const request = createRequest({ toolName: 'bash', toolArgs: { command: 'npm run lint' } });
  renderCard(<Interaction.Auto request={request} onRespond={respond} />);
  expect(screen.getByRole('group', { name: 'Run this command?' })).toHaveTextContent(
    'npm run lint',
  );
  expect(screen.queryByRole('radio')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Allow once' }));
  expect(respond.mock.lastCall?.[0]).toMatchObject({ request_id: request.id, action: 'approve' });
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('the console says once what an incomplete request lacks, and the card can only be denied', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const little: InteractionRequest = JSON.parse(
    '{"id":"int_little","type":"confirm","title":"Run it?","tool_name":"bash","tool_args":{}}',
  );
  const { rerender } = renderCard(<Interaction.Auto request={little} onRespond={() => {}} />);
  rerender(<Interaction.Auto request={{ ...little }} onRespond={() => {}} />);
  expect(screen.queryByRole('button', { name: 'Allow once' })).toBeNull();
  expect(warn.mock.calls).toEqual([
    [
      'The request int_little lacks metadata, allowed_actions, agent_path, purpose, created_at, or has them with other types. createRequest({ toolName, toolArgs }) of @hitl/react fills in missing members.',
    ],
  ]);
  warn.mockRestore();
});
