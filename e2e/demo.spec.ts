import { batch, begin, card, DANGEROUS, openTab } from './demo-page.ts';
import { expect, test } from './demo-server.ts';
import { press } from './press.ts';

const BUG = 'cents + item.price,';
const LOST = 'The server cannot be reached. Trying again…';
const REPAIRED = 'cents + item.price * item.quantity';

test.describe('the default conversation', () => {
  test('goes from the first question to green tests, and the file changes only after approval', async ({
    page,
    shared,
  }) => {
    await begin(page, shared.url, 'Repair a failing test');

    const commands = batch(page);
    await expect(commands.getByText('2 need your decision')).toBeVisible();
    await expect(commands.getByText('npm run lint').first()).toBeVisible();
    await press(commands.getByRole('button', { name: 'Allow 2 once' }));

    const how = card(page, 'How should I repair it?');
    await how.getByRole('radio', { name: 'Multiply price and quantity' }).check();
    await press(how.getByRole('button', { name: 'Send' }));
    const note = card(page, 'Anything I should keep in mind');
    await note.getByRole('textbox').fill('One line is enough');
    await press(note.getByRole('button', { name: 'Send' }));

    const edit = card(page, /Edit src\/cart/);
    await expect(edit.getByText(REPAIRED)).toBeVisible();
    expect(await shared.read('src/cart.js')).toContain(BUG);

    await edit.getByRole('button', { name: 'Edit', exact: true }).click();
    await edit.getByRole('textbox', { name: 'new_text' }).fill(`${REPAIRED} /* every piece */`);
    expect(await shared.read('src/cart.js')).toContain(BUG);
    await press(edit.getByRole('button', { name: /^Allow/ }));

    const again = card(page, /Run this command/);
    await expect(again.getByRole('button', { name: /^Allow/ })).toBeVisible();
    expect(await shared.read('src/cart.js')).toContain(`${REPAIRED} /* every piece */`);
    await press(again.getByRole('button', { name: /^Allow/ }));

    await expect(
      page.getByText('Done: with your change the total counts every piece'),
    ).toBeVisible();
    await page.getByRole('listitem').filter({ hasText: 'Ran npm test' }).last().click();
    await expect(page.getByRole('region', { name: 'Output' })).toContainText('fail 0');
    const sessions = page.getByRole('navigation', { name: 'Sessions' });
    await expect(sessions.locator('[aria-current="page"]').getByText('In progress')).toHaveCount(0);
    const end = page.getByRole('complementary', { name: 'What just happened' });
    await expect(end.getByRole('listitem')).toHaveText([
      'You were asked 6 times: 4 allowed, 2 answered.',
      '3 calls ran without a question.',
      /^The record has every step/,
    ]);

    await expect(
      page.getByRole('listitem').filter({ hasText: 'the line as you edited it' }),
    ).toBeVisible();
    await end.getByRole('button', { name: 'See the record' }).click();
    const panel = page.getByRole('complementary', { name: 'Waiting, rules and record' });
    await expect(panel.getByText(/^Verified: \d+ entries/)).toBeVisible();
    await expect(panel.getByRole('img', { name: /^Timeline\. Model: \d/ })).toBeVisible();
    await panel.getByText('Raw events').click();
    await panel.getByText('run_completed').click();
    await expect(panel.getByText('"response": "Done: with your change')).toBeVisible();
  });

  test('a denied edit leaves the file unchanged, and the denials stay in the conversation', async ({
    page,
    shared,
  }) => {
    await begin(page, shared.url, 'Repair a failing test');
    await press(batch(page).getByRole('button', { name: 'Deny 2' }));
    const how = card(page, 'How should I repair it?');
    await press(how.getByRole('button', { name: 'Decline' }));
    const note = card(page, 'Anything I should keep in mind');
    await press(note.getByRole('button', { name: 'Decline' }));
    const edit = card(page, /Edit src\/cart/);
    await press(edit.getByRole('button', { name: 'Deny', exact: true }));

    for (const visit of ['at once', 'after a reload']) {
      await expect(page.getByText('I left src/cart.js as it is.'), visit).toBeVisible();
      await expect(page.getByText('Denied', { exact: true }), visit).toHaveCount(3);
      await expect(page.getByText('Declined', { exact: true }), visit).toHaveCount(2);
      await page.reload();
    }
    expect(await shared.read('src/cart.js')).toContain(BUG);
  });
});

test('a reload with a pending question shows it again, and a second tab sees its answer', async ({
  page,
  context,
  shared,
}) => {
  await begin(page, shared.url, 'A dangerous command');
  const waiting = card(page, /Run this command/);
  await expect(waiting.getByText(DANGEROUS)).toBeVisible();
  await page.reload();
  await expect(waiting.getByText(DANGEROUS)).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await press(card(second, /Run this command/).getByRole('button', { name: 'Deny', exact: true }));
  for (const tab of [page, second]) {
    await expect(tab.getByText('I left the build folder as it is.')).toBeVisible();
    await expect(waiting).toHaveCount(0);
  }
});

test('a message supersedes a pending question, and says so before it is sent', async ({
  page,
  shared,
}) => {
  await begin(page, shared.url, 'A dangerous command');
  await expect(card(page, /Run this command/)).toBeVisible();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Leave that alone');
  await expect(page.getByText('Sending this cancels what is waiting above')).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('I only follow a script.')).toBeVisible();
  await expect(card(page, /Run this command/)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('listitem').getByText(DANGEROUS)).toBeVisible();

  await message.fill('again');
  await message.press('Enter');
  await press(card(page, /Run this command/).getByRole('button', { name: 'Deny', exact: true }));
  await expect(page.getByText('I left the build folder as it is.')).toBeVisible();
});

test('a rule that allows a command skips its question: the start screen, the row and the list of rules say so', async ({
  page,
  demo,
}) => {
  const user = `${demo.url}/permissions/you`;
  const rule = `bash(${DANGEROUS})`;
  await page.request.post(`${user}/allow`, { data: { resource: rule } });
  await page.goto(demo.url);
  const note = page
    .getByRole('listitem')
    .filter({ hasText: 'A dangerous command' })
    .getByText('One of your rules allows its command');
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'A dangerous command' }).click();
  await expect(page.getByText('The build folder is gone.')).toBeVisible();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: DANGEROUS });
  await expect(row.getByText(/rule/).first()).toBeVisible();

  await openTab(page, 'Rules');
  const panel = page.getByRole('tabpanel', { name: 'Rules' });
  await expect(panel.getByText(/ · used /)).toBeVisible();
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(note).toBeVisible();
  const revoke = panel.getByRole('button', { name: /Revoke/ });
  // A rule that has just moved is not revoked, because the press was meant for another one.
  await expect(async () => {
    if (await revoke.isVisible()) await revoke.click({ timeout: 10_000 });
    expect(await (await page.request.get(user)).json()).toEqual({ allow: [], deny: [] });
  }).toPass();
  await expect(note).toHaveCount(0);
});

test('five mixed calls are reviewed in one panel and run in call order', async ({
  page,
  shared,
}) => {
  await begin(page, shared.url, 'Five calls at once');
  const panel = batch(page);
  await expect(panel.getByText('4 need your decision')).toBeVisible();
  // A row that was never opened is not allowed together with others.
  for (const row of await panel.getByRole('listitem').all()) {
    const line = row.getByRole('button').first();
    if ((await line.getAttribute('aria-expanded')) !== 'true') await press(line);
  }
  const question = panel.getByRole('listitem').getByRole('button', { name: /^Which version/ });
  if ((await question.getAttribute('aria-expanded')) !== 'true') await press(question);
  const version = panel.getByRole('group', { name: 'Which version will it be?' });
  await version.getByRole('radio', { name: /1\.1\.0/ }).check();
  await press(version.getByRole('button', { name: 'Send' }));
  await expect(panel.getByText('3 of 4 need your decision')).toBeVisible();
  await press(panel.getByRole('button', { name: /^Allow \d/ }));
  await expect(page.getByText('Version 1.1.0 it is.')).toBeVisible();
  expect(await shared.read('NOTES.md')).toContain('Release notes');
});

test('a form is answered as a whole', async ({ page, shared }) => {
  await begin(page, shared.url, 'One form for everything');
  const form = card(page, 'About the announcement');
  await form.getByRole('textbox', { name: 'Headline' }).fill('Carts that count');
  await form.getByRole('checkbox', { name: 'Customers' }).check();
  await form.getByRole('radio', { name: 'Draft only' }).check();
  await press(form.getByRole('button', { name: 'Send' }));
  await expect(page.getByText('“Carts that count” stays a draft for: customers.')).toBeVisible();
});

test('a request of a nested agent says so', async ({ page, shared }) => {
  await begin(page, shared.url, 'An agent that asks another');
  const request = card(page, /Run this command/);
  await expect(request.getByText('lead')).toBeVisible();
  await expect(request.getByText('reviewer')).toBeVisible();
  await press(request.getByRole('button', { name: /^Allow/ }));
  await expect(page.getByText('The reviewer says: The total ignores quantities.')).toBeVisible();
});

test('a long task runs once it is allowed', async ({ page, shared }) => {
  await begin(page, shared.url, 'A long task');
  const run = page.getByRole('main').getByRole('button', { name: /^Allow/ });
  await press(run);
  await expect(page.getByText('All 1,200 orders are in orders.csv.')).toBeVisible();
  expect(await shared.read('orders.csv')).toContain('1200,120000');
});

test('two people see the same request, and the answer of one settles it for both', async ({
  page,
  shared,
}) => {
  await begin(page, shared.url, 'Two people');
  const reviewer = page.getByRole('region', { name: 'Grace, reviewer' });
  await expect(reviewer.getByText(DANGEROUS)).toBeVisible();
  const conversation = page.getByRole('region', { name: 'Session' });
  const own = conversation.getByRole('group', { name: /Run this command/ });
  await expect(own).toBeVisible();
  await press(reviewer.getByRole('button', { name: 'Deny', exact: true }));
  await expect(page.getByText('I left the build folder as it is.')).toBeVisible();
  await expect(own).toHaveCount(0);
  await expect(conversation.getByText('Denied', { exact: true })).toBeVisible();
  await expect(reviewer.getByText('Denied', { exact: true })).toBeVisible();

  await begin(page, shared.url, 'Two people');
  await press(own.getByRole('button', { name: 'Deny', exact: true }));
  await expect(reviewer.getByText('Denied', { exact: true })).toBeVisible();
  await expect(reviewer.getByText('by the user')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
});

test.describe('broken on purpose', () => {
  test.use({ expectedMessages: /net::ERR_|status of (?:409|503)/ });

  test('a lost network, a killed server and two concurrent answers lead to one decision', async ({
    page,
    demo,
  }) => {
    await begin(page, demo.url, 'Break it');
    const lost = page.getByText(LOST);
    await expect(card(page, /Run this command/)).toBeVisible();
    await page.getByRole('button', { name: 'Drop the network' }).click();
    await expect(lost).toBeVisible();
    await page.getByRole('button', { name: 'Restore the network' }).click();
    await expect(lost).toHaveCount(0);
    // It is back after four seconds: the page itself watches, so that no busy machine misses them.
    const wasLost = page.waitForFunction(
      (text) => document.querySelector('.connection')?.textContent === text,
      LOST,
    );
    await page.getByRole('button', { name: 'Kill the server' }).click();
    await wasLost;
    await expect(lost).toHaveCount(0);
    await page.getByRole('button', { name: 'Answer twice' }).click();
    const log = page.getByRole('list', { name: 'What happened' });
    await expect(log).toContainText('recorded');
    await expect(log).toContainText('refused, already_resolved');
    await expect(
      page.getByText(/^(?:The build folder is gone|I left the build folder as it is)\./),
    ).toHaveCount(1);
  });
});

test.describe('with a short deadline', () => {
  test.use({ demoOptions: { env: { HITL_DEMO_HURRY_MS: '1500' } } });

  test('an expired request differs from a denied one, and can be asked again', async ({
    page,
    demo,
  }) => {
    await begin(page, demo.url, 'Out of time');
    await expect(page.getByText('No one answered in time, so I did not run')).toBeVisible();
    await expect(page.getByText('You were asked once: expired.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).fill('again');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(page.getByText('You were asked 2 times: 2 expired.')).toBeVisible();
  });
});
