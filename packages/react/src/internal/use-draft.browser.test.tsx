import { createDrafts } from '@hitl/client';
import {
  authorizationRequest,
  combinedRequest,
  inputPart,
  inputRequest,
} from '@hitl/protocol/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Confirm, Interaction } from '../index.ts';
import { renderCard } from './testing.fixture.tsx';

/** For a busy machine: nothing here is timed, only awaited. */
const PATIENTLY = { timeout: 60_000 };

afterEach(() => sessionStorage.clear());

/** The state after a reload: the same tab, and an empty memory. */
const reloaded = () => ({ drafts: createDrafts() });

const stored = (): string => JSON.stringify(sessionStorage);

test('input is restored after unmounting, and after a reload of the page', async () => {
  const request = inputRequest({ id: 'int_draft' });
  const card = <Interaction.Auto request={request} onRespond={() => {}} />;
  const first = reloaded();
  const { unmount } = renderCard(card, first);
  await userEvent.type(page.getByRole('textbox'), 'Half a sen');
  unmount();
  const again = renderCard(card, first);
  await expect.element(page.getByRole('textbox')).toHaveValue('Half a sen');
  again.unmount();
  renderCard(card, reloaded());
  await expect.element(page.getByRole('textbox')).toHaveValue('Half a sen');
});

test('edited arguments and a reason survive a reload, and are removed by the answer', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const request = authorizationRequest({ id: 'int_edited', expires_at });
  const respond = vi.fn();
  const card = <Confirm.Card request={request} onRespond={respond} />;
  const { unmount } = renderCard(card, reloaded());
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'command' }).fill('npm run lint -- --fix');
  await expect.poll(stored, PATIENTLY).toContain('--fix');
  unmount();
  renderCard(card, reloaded());
  await expect
    .element(page.getByRole('textbox', { name: 'command' }))
    .toHaveValue('npm run lint -- --fix');
  await page.getByRole('button', { name: 'Allow edited' }).click();
  expect(respond.mock.lastCall?.[0]).toMatchObject({
    action: 'modify_args',
    modified_args: { command: 'npm run lint -- --fix' },
  });
  await expect.poll(stored, PATIENTLY).toBe('{}');
});

test('no declared or suspected secret is stored in the tab', async () => {
  const request = combinedRequest({
    id: 'int_secret',
    interactions: [
      inputPart({ id: 'p1', title: 'Word', sensitive: true }),
      inputPart({ id: 'p2', title: 'Your API key' }),
    ],
  });
  renderCard(<Interaction.Auto request={request} onRespond={() => {}} />, reloaded());
  await page.getByLabelText('Word').fill('canary-1');
  await page.getByRole('textbox', { name: 'Your API key' }).fill('canary-2');
  await expect.element(page.getByRole('textbox', { name: 'Your API key' })).toHaveValue('canary-2');
  expect(stored()).not.toContain('canary');
});
