/**
 * "answered elsewhere: tabs agree in under 500 ms, focus does not jump". The speed is shown without
 * measuring time: the clock of the other tab is stopped, so nothing that waits can have happened.
 */
import { createFakeClock } from '@hitl/client/testing';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { PendingBadge } from '../src/index.ts';
import { bash, Chat, createWorld, open, openRow, rowIn, type World } from './world.fixture.tsx';

function tab(world: World, name: string): Locator {
  open(
    world,
    <section aria-label={name}>
      <PendingBadge />
      <Chat />
    </section>,
    { client: world.connect({ clock: createFakeClock(Date.now()) }) },
  );
  return page.getByRole('region', { name, exact: true });
}

const button = (place: Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });
const cardOf = (place: Locator): Locator => place.getByRole('group', { name: 'Run this command?' });

test('an answer in one tab is shown in the other with its content, by a pushed event alone', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const here = tab(world, 'Here');
  const there = tab(world, 'There');
  await expect.element(button(there, 'Allow once')).toBeEnabled();
  const calls: string[] = [];
  world.intercept((request, forward) => {
    calls.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
    return forward(request);
  });
  await button(here, 'Deny').click();
  await expect.element(cardOf(there)).toHaveAttribute('data-state', 'settled');
  await expect.element(cardOf(there)).toHaveAttribute('data-elsewhere', 'true');
  await expect.element(cardOf(there).getByText('Denied')).toBeVisible();
  await expect.element(there.getByText('assistant: Done.')).toBeVisible();
  expect(calls).toEqual(['respond']);
  expect(world.ledger).toEqual([]);
});

test('the focus of the other tab stays where a person is typing, and the text is kept', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const here = tab(world, 'Here');
  const there = tab(world, 'There');
  await expect.element(button(here, 'Allow once')).toBeEnabled();
  const composer = there.getByRole('textbox', { name: 'Message' });
  await composer.click();
  await userEvent.keyboard('half a sen');
  // Pressed by script: a real click would move the focus of this page, which contains both tabs.
  (button(here, 'Allow once').element() as HTMLElement).click();
  await expect.element(cardOf(there)).toHaveAttribute('data-state', 'settled');
  expect(document.activeElement).toBe(composer.element());
  await userEvent.keyboard('tence');
  await expect.element(composer).toHaveValue('half a sentence');
});

test('the focus on a card answered elsewhere stays on its receipt', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const here = tab(world, 'Here');
  const there = tab(world, 'There');
  const allow = button(there, 'Allow once');
  await expect.element(allow).toBeEnabled();
  (allow.element() as HTMLElement).focus();
  (button(here, 'Deny').element() as HTMLElement).click();
  await expect.element(cardOf(there)).toHaveAttribute('data-state', 'settled');
  expect(document.activeElement).not.toBe(document.body);
  expect(there.element().contains(document.activeElement)).toBe(true);
});

test('a batch that is half answered elsewhere shows which half', async () => {
  const world = createWorld([[bash('a'), bash('b')], 'Done.']);
  await world.begin();
  const here = tab(world, 'Here');
  const there = tab(world, 'There');
  await expect.element(there.getByText('2 need your decision')).toBeVisible();
  await button(await openRow(rowIn(here, 1)), 'Allow once').click();
  await expect.element(there.getByText('1 of 2 needs your decision')).toBeVisible();
  await button(there, 'Allow once').first().click();
  await expect.element(here.getByText('assistant: Done.')).toBeVisible();
  await expect.element(there.getByText('assistant: Done.')).toBeVisible();
  expect(world.ledger).toHaveLength(2);
});

test('a tab that opens late or reconnects shows only pending requests', async () => {
  const world = createWorld([[bash('a')], [bash('b')], 'Done.']);
  await world.begin();
  const here = tab(world, 'Here');
  await button(here, 'Allow once').click();
  await expect.element(here.getByText('b', { exact: true }).first()).toBeVisible();
  await expect.poll(async () => (await world.waiting()).length).toBe(1);
  const late = tab(world, 'Late');
  await expect.element(button(late, 'Allow once')).toBeEnabled();
  await expect.element(late.getByRole('img', { name: '1 waiting' })).toBeVisible();
  expect(cardOf(late).elements()).toHaveLength(1);
});
