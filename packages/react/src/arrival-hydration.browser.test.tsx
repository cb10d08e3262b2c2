import {
  authorizationRequest,
  inputRequest,
  permissionRule,
  TEST_TIME,
} from '@hitl/protocol/testing';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Batch, Confirm, Grants, Inbox, Interaction, RunControls } from './index.ts';
import { HitlTestProvider } from './testing.tsx';

const end = new Date(TEST_TIME + 600_000).toISOString();
const call = (id: string, index = 0, size = 1) =>
  authorizationRequest({
    id,
    message_id: `msg_${size}`,
    batch: { index, size },
    risk_level: 'low',
    expires_at: end,
  });
const unreadable = JSON.parse(JSON.stringify({ ...call('u'), type: 'hologram' }));

// The only test of this file: what is loaded later is loaded once for a page, and each file is a page.
test('what a server sent keeps its elements and its focus while it is hydrated and the rest arrives', async () => {
  const respond = vi.fn();
  const app = (
    <StrictMode>
      <HitlTestProvider now={() => TEST_TIME} locale="en">
        <Confirm.Card request={call('a')} onRespond={respond} />
        <Batch.Panel requests={[call('b', 0, 2), call('c', 1, 2)]} onRespond={respond} />
        <Interaction.Auto request={inputRequest()} onRespond={respond} />
        <Interaction.Auto request={unreadable} onRespond={respond} />
        <Inbox.Root interactions={[call('a'), inputRequest()]}>
          <Inbox.List />
        </Inbox.Root>
        <Grants.Root rules={[permissionRule()]} onRevoke={() => {}}>
          <Grants.List />
        </Grants.Root>
        <RunControls.Bar run={{ id: 'run_1', status: 'suspended' }} onControl={() => {}} />
      </HitlTestProvider>
    </StrictMode>
  );
  const root = document.body.appendChild(document.createElement('main'));
  root.innerHTML = renderToString(app);
  const buttons = [...root.querySelectorAll('button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Deny',
    'Allow',
    'Deny all (2)',
    'Allow all (2)',
    'Deny',
    'Allow',
    'Deny',
    'Allow',
    expect.stringContaining('bash'),
    expect.any(String),
    'Revoke',
    'Pause',
    'Stop the run',
  ]);
  const allowAll = buttons[3];
  allowAll?.focus();
  hydrateRoot(root, app);

  await expect.element(page.getByRole('button', { name: 'Edit' })).toHaveLength(3);
  await expect.element(page.getByRole('button', { name: 'Reason for all…' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Data of the request' })).toBeVisible();
  await expect.element(page.getByText('10 min left').first()).toBeVisible();
  expect(buttons.filter(({ isConnected }) => !isConnected)).toEqual([]);
  expect(allowAll).toHaveFocus();
});
