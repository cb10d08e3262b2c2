import { batch, begin, card, focused, openTab, sidewaysScroll } from './demo-page.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './demo-server.ts';
import { press } from './press.ts';

test('pausing, resuming and stopping a run by keyboard never loses the focus', async ({
  page,
  shared,
}) => {
  await begin(page, shared.url, 'A dangerous command');
  const controls = page.getByRole('group', { name: 'Run', exact: true });
  const waiting = card(page, /Run this command/);
  await expect(waiting).toBeVisible();
  for (const [name, then] of [
    ['Pause', 'Resume'],
    ['Resume', 'Pause'],
  ] as const) {
    await controls.getByRole('button', { name }).focus();
    await expect(async () => {
      await page.keyboard.press('Enter');
      await expect(controls.getByRole('button', { name: then })).toBeFocused({ timeout: 2000 });
    }).toPass();
  }
  await controls.getByRole('button', { name: 'Stop the run' }).focus();
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByText('The run was stopped.')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect.poll(() => focused(page)).toMatch(/^textarea/);
});

test('a denial that is remembered says so in its row and in the rules, where it is revoked and restored', async ({
  page,
  demo,
}) => {
  await begin(page, demo.url, 'A dangerous command');
  const waiting = card(page, /Run this command/);
  await waiting.getByRole('button', { name: 'More actions' }).click();
  await waiting.getByRole('button', { name: 'Always deny…' }).click();
  await expect(waiting.getByRole('combobox', { name: 'Remember the denial' })).toBeFocused();
  await press(waiting.getByRole('button', { name: 'Always deny', exact: true }));
  await expect(page.getByRole('main').getByText('by you · always')).toBeVisible();

  await openTab(page, 'Rules');
  const rules = page.getByRole('tabpanel', { name: 'Rules' });
  await expect(rules.getByText('Deny', { exact: true })).toBeVisible();
  // A press that comes too early for what has just appeared is ignored.
  for (const [name, then] of [
    [/Revoke/, /Undo/],
    [/Undo/, /Revoke/],
  ] as const) {
    await expect(async () => {
      const button = rules.getByRole('button', { name });
      if (await button.isVisible()) await button.click({ timeout: 2000 });
      await expect(rules.getByRole('button', { name: then })).toBeVisible({ timeout: 2000 });
    }).toPass();
  }
});

/** Answers what comes before the edit of the repair, and returns its card. */
async function comeToTheEdit(page: Page, url: string): Promise<Locator> {
  await begin(page, url, 'Repair a failing test');
  await press(batch(page).getByRole('button', { name: 'Allow 2 once' }));
  for (const question of [/How should I repair it/, /Anything I should keep/]) {
    await press(card(page, question).getByRole('button', { name: 'Decline' }));
  }
  const edit = card(page, /Edit src\/cart/);
  await edit.waitFor();
  // After an answer the focus moves on, which takes the conversation to its end once more.
  await expect
    .poll(() =>
      edit.evaluate((node) => {
        const active = document.activeElement;
        return node.contains(active) || active?.matches('[data-hitl-composer]') === true;
      }),
    )
    .toBe(true);
  return edit;
}

test('while an edit grows, its buttons stay in view and above the composer', async ({
  page,
  shared,
}) => {
  const edit = await comeToTheEdit(page, shared.url);
  const back = page.getByRole('button', { name: 'Back to what is waiting' });
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.mouse.move(640, 200);
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await page.waitForFunction(
      () => (document.querySelector('.scroll')?.scrollTop ?? 0) > 0,
      undefined,
      { timeout: 2000 },
    );
    await page.mouse.wheel(0, -3000);
    await page.waitForFunction(
      () => document.querySelector('.scroll')?.scrollTop === 0,
      undefined,
      { timeout: 2000 },
    );
    await expect(back).toBeVisible({ timeout: 2000 });
  }).toPass();
  await back.click();
  await expect(back).toHaveCount(0);
  expect(await focused(page)).toMatch(/^main/);
  await expect(edit.getByText('Edit src/cart.js?')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });

  // The lines of the file, with their numbers.
  await expect(edit.getByText('export function total(items, discount = 0) {')).toBeVisible();
  await edit.getByRole('button', { name: 'Edit', exact: true }).click();
  const text = edit.getByRole('textbox', { name: 'new_text' });
  await text.fill(Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n'));
  const allow = edit.getByRole('button', { name: 'Allow edited' });
  await expect(allow).toBeInViewport({ ratio: 1 });
  // Nothing covers it: a click without scrolling reaches it.
  await allow.click({ trial: true });
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await press(edit.getByRole('button', { name: 'Deny', exact: true }));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('after an answer the next request comes into view from its top', async ({
    page,
    shared,
  }) => {
    const edit = await comeToTheEdit(page, shared.url);
    await expect(edit.getByText('Edit src/cart.js?')).toBeInViewport({ ratio: 1 });
    await press(edit.getByRole('button', { name: 'Deny', exact: true }));

    await begin(page, shared.url, 'A dangerous command');
    const command = card(page, /Run this command/);
    await command.getByRole('combobox', { name: 'Remember' }).selectOption('Always');
    const consequence = command.getByText(/This would be allowed/);
    await expect(async () => {
      // A second press would allow it.
      if (!(await consequence.isVisible())) {
        await command.getByRole('button', { name: 'Always allow' }).click({ timeout: 2000 });
      }
      await expect(consequence).toBeVisible({ timeout: 10_000 });
    }).toPass();
    // The buttons, which are sticky, do not cover what would be allowed.
    await command.getByRole('button', { name: 'Back' }).click();
    await command.getByRole('button', { name: 'Reason…' }).click();
    const isUncovered = (field: Element): boolean => {
      const { left, right, bottom } = field.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, bottom - 4) === field;
    };
    const reason = command.getByRole('textbox', { name: /^Reason/ });
    await expect.poll(() => reason.evaluate(isUncovered)).toBe(true);
    await press(command.getByRole('button', { name: 'Deny', exact: true }));
  });
});
