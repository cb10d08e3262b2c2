import type { Page } from '@playwright/test';
import { batch, begin, card, focused, sidewaysScroll } from './demo-page.ts';
import { expect, test } from './demo-server.ts';
import { press } from './press.ts';

/** Presses Tab until a button with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  while (!name.test(await focused(page))) {
    passed.push(await focused(page));
    expect(passed.length, passed.join(', ')).toBeLessThan(40);
    await page.keyboard.press('Tab');
  }
}

/** Presses a key until the focused card accepts it. */
async function key(page: Page, name: string, until: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(name);
    await until();
  }).toPass();
}

test('everything is reached and answered by keyboard alone, and the focus is never lost', async ({
  page,
  shared,
}) => {
  await page.goto(shared.url);
  await expect(page.getByRole('button', { name: 'A dangerous command' })).toBeVisible();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('a Skip to the conversation');
  await page.keyboard.press('Enter');
  await tabTo(page, /^button A dangerous command/);
  await page.keyboard.press('Enter');
  const waiting = card(page, /Run this command/);
  await expect(waiting).toBeVisible();
  expect(await focused(page)).not.toBe('nothing');
  await tabTo(page, /^button Deny$/);
  const answered = page.getByText('I left the build folder as it is.');
  await key(page, 'Enter', () => expect(answered).toBeVisible({ timeout: 2000 }));
  await expect.poll(() => focused(page)).toMatch(/^textarea/);
  await page.keyboard.type('again');
  await page.keyboard.press('Enter');
  await expect(waiting).toBeVisible();
  await expect.poll(() => focused(page)).not.toBe('nothing');
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.keyboard.type('Leave it');
  await page.keyboard.press('Enter');
  await expect(page.getByText('I only follow a script.')).toBeVisible();
  await expect.poll(() => focused(page)).toMatch(/^textarea/);
});

test('the focus ring of a row in a batch is inside it, where nothing covers it', async ({
  page,
  shared,
}) => {
  await begin(page, shared.url, 'Five calls at once');
  await expect(batch(page)).toBeVisible();
  await tabTo(page, /^button Run npm run lint/);
  const offset = await page.evaluate(
    () => document.activeElement && getComputedStyle(document.activeElement).outlineOffset,
  );
  expect(offset).toBe('-3px');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('shows one panel at a time, clips nothing, and counts pending requests', async ({
    page,
    shared,
  }) => {
    await page.goto(shared.url);
    const views = page.getByRole('navigation', { name: 'Views' });
    await page.getByRole('button', { name: 'Repair a failing test' }).tap();
    await expect(batch(page).getByText('npm run lint').first()).toBeVisible();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);

    await views.getByRole('button', { name: /Waiting/ }).tap();
    await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
    await expect(page.getByRole('main')).toBeHidden();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await views.getByRole('button', { name: 'Sessions' }).tap();
    await expect(page.getByText('2 waiting for you').first()).toBeVisible();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await views.getByRole('button', { name: 'Conversation' }).tap();

    await press(batch(page).getByRole('button', { name: /^Allow \d/ }));
    await expect(page.getByText('Lint passes, but one test fails.')).toBeVisible();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await page.getByRole('textbox', { name: 'Message' }).fill('Something else');
    await page.getByRole('button', { name: 'Send', exact: true }).last().tap();
    await expect(page.getByText('I only follow a script.')).toBeVisible();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
});

test.describe('at 400 %', () => {
  test.use({ viewport: { width: 320, height: 200 } });

  test('scrolls as a whole in one direction, and a card can be answered', async ({
    page,
    shared,
  }) => {
    await begin(page, shared.url, 'A dangerous command');
    const waiting = card(page, /Run this command/);
    await expect(waiting).toBeVisible();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await press(waiting.getByRole('button', { name: 'Deny', exact: true }));
    await expect(page.getByText('I left the build folder as it is.')).toBeVisible();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
});
