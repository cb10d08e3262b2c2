/** "countdown on server time, `expired` distinct from `denied`, 'ask again'". */
import { createFakeClock } from '@hitl/client/testing';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Interaction } from '../src/index.ts';
import { bash, createWorld, open } from './world.fixture.tsx';

const card = page.getByRole('group', { name: 'Run this command?' });
const allow = page.getByRole('button', { name: 'Allow once', exact: true });

test('the countdown uses the server’s clock, however wrong the page’s is', async () => {
  const world = createWorld([[bash('npm test')], 'Done.'], {
    agent: { consentTimeoutMs: 600_000 },
  });
  // The clock of this page is three hours slow.
  const clock = createFakeClock(Date.now() - 3 * 3_600_000);
  await world.begin();
  open(world, undefined, { client: world.connect({ clock }) });
  await expect.element(card.getByText('10 min left')).toBeVisible();
});

test('the countdown has the role timer, and is silent while it runs', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  open(world);
  await expect.element(card.getByRole('timer')).toBeVisible();
  const timer = card.getByRole('timer').element();
  expect(timer.closest('[aria-live="polite"], [aria-live="assertive"], [role="status"]')).toBe(
    null,
  );
});

test('a card whose deadline has passed shows expired by itself, offers no answer, and names no person', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const [request] = await world.waiting();
  if (request === undefined) throw new Error('nothing waits');
  const clock = createFakeClock(Date.now());
  // There is no stream: only the time makes it expire.
  open(world, <Interaction.Auto request={request} />, { client: world.connect({ clock }) });
  await expect.element(allow).toBeEnabled();
  clock.advance(299_000);
  await expect.element(allow).toBeEnabled();
  clock.advance(2000);
  await expect.element(card).toHaveAttribute('data-state', 'expired');
  await expect.element(card).toHaveAttribute('data-outcome', 'expired');
  await expect.element(card.getByText('Expired')).toBeVisible();
  await expect.element(card.getByText('Denied')).not.toBeInTheDocument();
  await expect.element(card.getByText(/^by /)).not.toBeInTheDocument();
  await expect.element(allow).not.toBeInTheDocument();
});

test('the server records expiry as expiry, and the agent learns that no person answered', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  const run = await world.begin();
  open(world);
  await expect.element(allow).toBeEnabled();
  world.advance(600_000);
  await expect.element(page.getByText('assistant: Done.')).toBeVisible();
  await expect.element(card).toHaveAttribute('data-state', 'expired');
  expect(world.ledger).toEqual([]);
  expect(JSON.stringify(world.heard[1])).toContain('User consent request timed out');
  const audit = await (await world.call('GET', `/runs/${run.id}/audit`)).json();
  expect(audit).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ kind: 'expired' })]),
  });
  expect(JSON.stringify(audit)).not.toContain('"approval_decision"');
});

test('a denied card says denied, and differs from an expired one by more than its text', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.element(card).toHaveAttribute('data-outcome', 'denied');
  await expect.element(card).toHaveAttribute('data-state', 'settled');
  await expect.element(card.getByText('Denied')).toBeVisible();
});

test('the session is not stuck after an expiry: the next message is answered', async () => {
  const world = createWorld([[bash('npm test')], 'Too late.', 'Here again.']);
  await world.begin();
  open(world);
  await expect.element(allow).toBeEnabled();
  world.advance(600_000);
  await expect.element(page.getByText('assistant: Too late.')).toBeVisible();
  await world.begin('And now?');
  await expect.element(page.getByText('assistant: Here again.')).toBeVisible();
});

test('an expired request can be asked again: the agent gets a message, and opens a new request', async () => {
  const world = createWorld([[bash('npm test')], 'Too late.', [bash('npm test')], 'Done.']);
  await world.begin();
  open(world);
  await expect.element(allow).toBeEnabled();
  world.advance(600_000);
  await expect.element(page.getByText('assistant: Too late.')).toBeVisible();
  await expect.element(allow).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await allow.click();
  await expect.element(page.getByText('assistant: Done.')).toBeVisible();
  expect(JSON.stringify(world.heard[2])).toContain('I did not answer “bash” in time.');
  expect(world.ledger).toHaveLength(1);
});
