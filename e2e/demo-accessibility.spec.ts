import type { Page } from '@playwright/test';
import { violationsOn } from './accessibility.ts';
import { batch, begin, card, openTab } from './demo-page.ts';
import { expect, test } from './demo-server.ts';
import { press } from './press.ts';

/** All rules, including best practices: with all panels in light mode, and on a phone in dark mode. */
async function check(page: Page, state: string): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violationsOn(page), `${state}, ${width} px, ${colorScheme}`).toEqual([]);
  }
}

test('the default conversation has no accessibility violation in any state', async ({
  page,
  shared,
}) => {
  await page.goto(shared.url);
  await expect(page.getByRole('button', { name: 'Five calls at once' })).toBeVisible();
  await check(page, 'start');
  await page.getByRole('button', { name: 'Repair a failing test' }).click();
  await expect(batch(page).getByText('npm run lint').first()).toBeVisible();
  await check(page, 'commands');
  await press(batch(page).getByRole('button', { name: /^Deny \d/ }));
  await expect(page.getByRole('radio', { name: /Multiply/ })).toBeVisible();
  await check(page, 'questions');
  await press(batch(page).getByRole('button', { name: /^Decline \d/ }));
  const edit = card(page, /Edit src\/cart/);
  await edit.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(edit.getByRole('textbox', { name: 'new_text' })).toBeVisible();
  await check(page, 'being edited');
  await press(edit.getByRole('button', { name: 'Deny', exact: true }));
  await expect(page.getByText('I left src/cart.js as it is.')).toBeVisible();
  await openTab(page, 'Record');
  await page.getByText('Raw events').click();
  await expect(page.getByText('run_completed')).toBeVisible();
  await check(page, 'the end, with its record');
});

test('forms, dangerous calls and rules have no accessibility violation', async ({
  page,
  shared,
}) => {
  await begin(page, shared.url, 'One form for everything');
  const form = card(page, 'About the announcement');
  await expect(form.getByRole('textbox', { name: 'Headline' })).toBeVisible();
  await check(page, 'a form');
  await press(form.getByRole('button', { name: 'Decline' }));
  await expect(page.getByText('Then I will not write an announcement.')).toBeVisible();
  await begin(page, shared.url, 'A dangerous command');
  await expect(card(page, /Run this command/)).toBeVisible();
  await check(page, 'a dangerous command');
  await press(card(page, /Run this command/).getByRole('button', { name: 'Deny', exact: true }));
  await expect(page.getByText('I left the build folder as it is.')).toBeVisible();
  await begin(page, shared.url, 'Two people');
  const reviewer = page.getByRole('region', { name: 'Grace, reviewer' });
  await expect(reviewer.getByRole('button', { name: 'Deny', exact: true })).toBeVisible();
  await check(page, 'two people');
  await press(reviewer.getByRole('button', { name: 'Deny', exact: true }));
  await expect(page.getByText('I left the build folder as it is.')).toBeVisible();
  await begin(page, shared.url, 'Break it');
  await expect(card(page, /Run this command/)).toBeVisible();
  await check(page, 'break it');
  await press(card(page, /Run this command/).getByRole('button', { name: 'Deny', exact: true }));
  await page.request.post(`${shared.url}/permissions/you/allow`, {
    data: { resource: 'bash(npm run lint:*)' },
  });
  await page.reload();
  await openTab(page, 'Rules');
  await expect(page.getByText('bash(npm run lint:*)')).toBeVisible();
  await check(page, 'rules');
  await page.request.post(`${shared.url}/permissions/you/revoke`, {
    data: { resource: 'bash(npm run lint:*)' },
  });
});
