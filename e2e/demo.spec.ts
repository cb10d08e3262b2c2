import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './demo-server.ts';
import { press } from './press.ts';

const BUG = 'cents + item.price,';
const REPAIRED = 'cents + item.price * item.quantity';

/** Starts a scenario from the start screen. */
async function begin(page: Page, url: string, title: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: title }).click();
}

function card(page: Page, name: string | RegExp): Locator {
  return page.locator('[data-hitl-part="tool-calls"]').getByRole('group', { name }).last();
}

test.describe('the default conversation', () => {
  test('goes from the first question to green tests, and the file changes only after approval', async ({
    page,
    demo,
  }) => {
    await begin(page, demo.url, 'Repair a failing test');

    const commands = page.getByRole('group', { name: 'Calls waiting for you' });
    await expect(commands.getByText('2 need your decision')).toBeVisible();
    await expect(commands.getByText('npm run lint')).toBeVisible();
    await press(commands.getByRole('button', { name: 'Allow all (2)' }));

    const how = card(page, 'How should I repair it?');
    await how.getByRole('radio', { name: 'Multiply price and quantity' }).check();
    await press(how.getByRole('button', { name: 'Send' }));
    const note = card(page, 'Anything I should keep in mind');
    await note.getByRole('textbox').fill('One line is enough');
    await press(note.getByRole('button', { name: 'Send' }));

    const edit = card(page, /Edit src\/cart/);
    await expect(edit.getByText(REPAIRED)).toBeVisible();
    expect(await demo.read('src/cart.js')).toContain(BUG);

    await edit.getByRole('button', { name: 'Edit' }).click();
    await edit.getByRole('textbox', { name: 'new_text' }).fill(`${REPAIRED} /* every piece */`);
    expect(await demo.read('src/cart.js')).toContain(BUG);
    await press(edit.getByRole('button', { name: /Allow/ }));

    const again = card(page, /Run this command/);
    await expect(again.getByRole('button', { name: 'Allow' })).toBeVisible();
    expect(await demo.read('src/cart.js')).toContain(`${REPAIRED} /* every piece */`);
    await press(again.getByRole('button', { name: 'Allow' }));

    await expect(page.getByText('Done: the total counts every piece now')).toBeVisible();
    await page.getByRole('listitem').filter({ hasText: 'Ran npm test' }).last().click();
    await expect(page.getByRole('region', { name: 'Output' })).toContainText('fail 0');
    await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Sessions' }).getByText('Working'),
    ).toHaveCount(0);
  });

  test('a denied edit leaves the file as it was, and the agent is told why', async ({
    page,
    demo,
  }) => {
    await begin(page, demo.url, 'Repair a failing test');
    const commands = page.getByRole('group', { name: 'Calls waiting for you' });
    await press(commands.getByRole('button', { name: 'Deny all (2)' }));
    const how = card(page, 'How should I repair it?');
    await press(how.getByRole('button', { name: 'Decline' }));
    const note = card(page, 'Anything I should keep in mind');
    await press(note.getByRole('button', { name: 'Decline' }));
    const edit = card(page, /Edit src\/cart/);
    await press(edit.getByRole('button', { name: 'Deny' }));

    await expect(page.getByText('I left src/cart.js as it is.')).toBeVisible();
    await expect(page.getByText('Denied', { exact: true })).toHaveCount(3);
    await expect(page.getByText('Declined', { exact: true })).toHaveCount(2);
    expect(await demo.read('src/cart.js')).toContain(BUG);
  });
});

test('a reload while it waits brings the same question back', async ({ page, demo }) => {
  await begin(page, demo.url, 'A dangerous command');
  await expect(
    card(page, /Run this command/).getByText('rm -rf ./build && echo removed'),
  ).toBeVisible();
  await page.reload();
  await expect(
    card(page, /Run this command/).getByText('rm -rf ./build && echo removed'),
  ).toBeVisible();
  await expect(page.getByText('Clean up the project.').last()).toBeVisible();
});

test('a second tab sees the answer of the first, and both see the end', async ({
  page,
  context,
  demo,
}) => {
  await begin(page, demo.url, 'A dangerous command');
  await expect(card(page, /Run this command/)).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  const button = card(second, /Run this command/).getByRole('button', { name: 'Deny' });
  await press(button);
  for (const tab of [page, second]) {
    await expect(tab.getByText('I left the build folder as it is.')).toBeVisible();
    await expect(tab.getByText('Nothing is waiting for you.')).toBeVisible();
  }
});

test('kill -9 of the server while it waits loses nothing: the answer after the restart counts once', async ({
  page,
  demo,
}) => {
  await begin(page, demo.url, 'A dangerous command');
  await expect(card(page, /Run this command/)).toBeVisible();
  const session = page.url();
  await demo.crashAndRestart();
  await page.goto(session);
  await page.reload();
  await press(card(page, /Run this command/).getByRole('button', { name: 'Allow' }));
  await expect(page.getByText('The build folder is gone.')).toBeVisible();
});

test('an answer while the server is away says so, and can be sent again', async ({
  page,
  demo,
}) => {
  await begin(page, demo.url, 'A dangerous command');
  const waiting = card(page, /Run this command/);
  await expect(waiting).toBeVisible();
  await demo.kill();
  await press(waiting.getByRole('button', { name: 'Allow' }));
  await expect(waiting.getByRole('alert')).toBeVisible();
  await demo.restart();
  const done = expect(page.getByText('The build folder is gone.')).toBeVisible({ timeout: 60_000 });
  // The card asks by itself too once the line is back: the person or the page, whoever is first.
  const again = waiting.getByRole('button', { name: /Try again|Check|Send again/ });
  await Promise.race([again.click(), done]);
  await done;
});

test('a rule that was remembered is listed, works, and can be revoked', async ({ page, demo }) => {
  await begin(page, demo.url, 'Repair a failing test');
  const commands = page.getByRole('group', { name: 'Calls waiting for you' });
  await expect(commands.getByText('2 need your decision')).toBeVisible();
  const user = `${demo.url}/permissions/you`;
  await page.request.post(`${user}/allow`, { data: { resource: 'bash(npm run lint:*)' } });
  await page.reload();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect(page.getByText('bash(npm run lint:*)')).toBeVisible();
  const revoke = page.getByRole('button', { name: /Revoke/ });
  // A rule that has just moved is not revoked: the press was meant for what stood there before.
  await expect(async () => {
    if (await revoke.isVisible()) await revoke.click({ timeout: 1000 });
    expect(await (await page.request.get(user)).json()).toEqual({ allow: [], deny: [] });
  }).toPass();
});

test('five mixed calls are reviewed in one panel and run in their order', async ({
  page,
  demo,
}) => {
  await begin(page, demo.url, 'Five calls at once');
  const panel = page.getByRole('group', { name: 'Calls waiting for you' });
  await expect(panel.getByRole('listitem')).toHaveCount(4);
  const version = panel.getByRole('group', { name: 'Which version will it be?' });
  await version.getByRole('radio', { name: /1\.1\.0/ }).check();
  await press(version.getByRole('button', { name: 'Send' }));
  await expect(panel.getByText('3 of 4 need your decision')).toBeVisible();
  await press(panel.getByRole('button', { name: /Allow all/ }));
  await expect(page.getByText('Version 1.1.0 it is.')).toBeVisible();
  expect(await demo.read('NOTES.md')).toContain('Release notes');
});

test('a form is answered as a whole', async ({ page, demo }) => {
  await begin(page, demo.url, 'One form for everything');
  const form = card(page, 'About the announcement');
  await form.getByRole('textbox', { name: 'Headline' }).fill('Carts that count');
  await form.getByRole('checkbox', { name: 'Customers' }).check();
  await form.getByRole('radio', { name: 'Draft only' }).check();
  await press(form.getByRole('button', { name: 'Send' }));
  await expect(
    page.getByText('“Carts that count” stays a draft, meant for: customers.'),
  ).toBeVisible();
});

test('a request from an agent below another says so', async ({ page, demo }) => {
  await begin(page, demo.url, 'An agent that asks another');
  const request = card(page, /Run this command/);
  await expect(request.getByText('lead')).toBeVisible();
  await expect(request.getByText('reviewer')).toBeVisible();
  await press(request.getByRole('button', { name: 'Allow' }));
  await expect(page.getByText('The reviewer says: The total ignores quantities.')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`is accessible, ${colorScheme}, ${width} px`, async ({ page, demo }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await page.goto(demo.url);
      await expect(page.getByRole('button', { name: 'Repair a failing test' })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.getByRole('button', { name: 'Repair a failing test' }).click();
      await expect(page.getByText('2 need your decision')).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      const scrolls = await page.evaluate(
        () => document.documentElement.scrollWidth > window.innerWidth,
      );
      expect(scrolls).toBe(false);
    });
  }
}
