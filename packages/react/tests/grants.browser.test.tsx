/** "grants panel: list, origin, last use, expiry, revoke, undo". */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Grants } from '../src/index.ts';
import { bash, Chat, createWorld, open, type World } from './world.fixture.tsx';

const panel = page.getByRole('group', { name: 'Permissions' });
const allow = page.getByRole('button', { name: 'Allow once', exact: true });
const revoke = page.getByRole('button', { name: 'Revoke bash(npm run lint)' });

const both = (
  <>
    <Chat />
    <Grants.Panel userId="ada" />
  </>
);

async function patterns(world: World): Promise<unknown> {
  return (await world.call('GET', '/permissions/ada')).json();
}

async function rulesOf(world: World): Promise<unknown> {
  return (await world.call('GET', '/permissions/ada/rules')).json();
}

async function withRule(rule: Record<string, unknown> = {}): Promise<World> {
  const world = createWorld([[bash('npm run lint')], 'Done.', [bash('npm run lint')], 'Again.']);
  await world.call('POST', '/permissions/ada/allow', { resource: 'bash(npm run lint)', ...rule });
  return world;
}

test('a saved rule appears immediately, with its origin and last use', async () => {
  const world = createWorld([[bash('npm run lint')], [bash('npm run lint')], 'Done.']);
  await world.begin();
  open(world, both);
  await expect.element(panel.getByText(/No rules are saved/)).toBeVisible();
  await page.getByRole('combobox', { name: /^Remember/ }).selectOptions('Always');
  await page.getByRole('button', { name: 'Always allow' }).click();
  await expect.element(panel.getByText('bash(npm run lint)')).toBeVisible();
  await expect.element(panel.getByText(/all sessions · saved /)).toBeVisible();
  await expect.element(page.getByText('assistant: Done.')).toBeVisible();
  // It allowed the second call. The server writes last uses in batches; the panel shows them when
  // opened.
  await expect.poll(async () => JSON.stringify(await rulesOf(world))).toContain('last_used_at');
  open(world, <Grants.Panel userId="ada" aria-label="Later" />);
  await expect
    .element(page.getByRole('group', { name: 'Later' }).getByText(/ · used /))
    .toBeVisible();
});

test('a rule that was never used says so, and one that expires says when', async () => {
  const world = await withRule({ expires_at: '2099-05-04T10:00:00.000Z' });
  open(world, both);
  await expect.element(panel.getByText(/never used/)).toBeVisible();
  await expect.element(panel.getByText(/until May 4, 2099/)).toBeVisible();
});

test('a rule for one session is distinguished from one for all sessions', async () => {
  const world = await withRule({ session_id: 'ses' });
  open(world, both);
  await expect.element(panel.getByText(/one session/)).toBeVisible();
});

test('after a revocation the next call needs approval again', async () => {
  const world = await withRule();
  // A page does not notice a session that another client creates after it was opened.
  await world.begin();
  open(world, both);
  await expect.element(page.getByText('assistant: Done.')).toBeVisible();
  expect(world.ledger).toHaveLength(1);
  await revoke.click();
  await expect.element(revoke).not.toBeInTheDocument();
  expect(await patterns(world)).toEqual({ allow: [], deny: [] });
  await world.begin('Again');
  await expect.element(allow).toBeEnabled();
  expect(world.ledger).toHaveLength(1);
});

test('a revoked rule stays visible with an undo button, which restores it unchanged', async () => {
  const world = await withRule({ expires_at: '2099-05-04T10:00:00.000Z' });
  open(world, both);
  await revoke.click();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect.element(panel.getByText(/until May 4, 2099/)).toBeVisible();
  expect(await patterns(world)).toEqual({ allow: ['bash(npm run lint)'], deny: [] });
});

test('a rule that could not be revoked stays, and the panel says why', async () => {
  const world = await withRule();
  open(world, both);
  await expect.element(revoke).toBeEnabled();
  world.line.failNext('/revoke', 500);
  await revoke.click();
  await expect.element(panel.getByRole('alert')).toBeVisible();
  await expect.element(revoke).toBeEnabled();
  expect(await patterns(world)).toMatchObject({ allow: ['bash(npm run lint)'] });
});
