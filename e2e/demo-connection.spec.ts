import { begin, card, DANGEROUS } from './demo-page.ts';
import { expect, test } from './demo-server.ts';
import { press } from './press.ts';

const LOST = 'The server cannot be reached. Trying again…';
const OFFLINE = 'You are offline. Your answers are sent when you are back.';
// Each of these tests cuts the line, or lets two answers meet.
test.use({ expectedMessages: /net::ERR_|status of (?:409|503)/ });

const DONE = 'The build folder is gone.';

test('kill -9 while a request is pending loses nothing: the page says so, reconnects, and the answer counts once', async ({
  page,
  demo,
}) => {
  await begin(page, demo.url, 'A dangerous command');
  await expect(card(page, /Run this command/)).toBeVisible();
  await demo.kill();
  await expect(page.getByText(LOST)).toBeVisible();
  await demo.restart();
  await expect(page.getByText(LOST)).toHaveCount(0);
  await press(card(page, /Run this command/).getByRole('button', { name: /^Allow/ }));
  await expect(page.getByText(DONE)).toBeVisible();
  await page.reload();
  await expect(page.getByText(DONE)).toHaveCount(1);
});

test('an answer while the server is down says so, and arrives once it is back', async ({
  page,
  demo,
}) => {
  await begin(page, demo.url, 'A dangerous command');
  const waiting = card(page, /Run this command/);
  await expect(waiting).toBeVisible();
  await demo.kill();
  await press(waiting.getByRole('button', { name: /^Allow/ }));
  await expect(waiting.getByRole('alert')).toBeVisible();
  await demo.restart();
  const done = expect(page.getByText(DONE)).toBeVisible();
  // The card also checks automatically once the connection is back: either the person or the page
  // is first.
  await Promise.race([waiting.getByRole('button', { name: /again/i }).click(), done]);
  await done;
});

test('offline the page says so immediately, and an answer arrives once it is online', async ({
  page,
  context,
  shared,
}) => {
  await begin(page, shared.url, 'A dangerous command');
  const waiting = card(page, /Run this command/);
  await expect(waiting).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await press(waiting.getByRole('button', { name: 'Deny', exact: true }));
  await expect(waiting.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  const done = expect(page.getByText('I left the build folder as it is.')).toBeVisible();
  await Promise.race([waiting.getByRole('button', { name: /again/i }).click(), done]);
  await done;
});

test('of two tabs that answer at the same moment one wins, and both show the same', async ({
  page,
  context,
  shared,
}) => {
  await begin(page, shared.url, 'A dangerous command');
  const first = card(page, /Run this command/);
  await expect(first).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(page.url());
  const second = card(tab, /Run this command/);
  await expect(second).toBeVisible();

  // The first tab's answer is held until the second one has won.
  let arrive = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/respond', async (route) => {
    await held;
    await route.continue();
  });
  await press(first.getByRole('button', { name: /^Allow/ }));
  await press(second.getByRole('button', { name: 'Deny', exact: true }));
  await expect(tab.getByText('I left the build folder as it is.')).toBeVisible();
  arrive();
  for (const each of [page, tab]) {
    await expect(each.getByText('I left the build folder as it is.')).toBeVisible();
    const row = each.getByRole('main').getByRole('listitem').filter({ hasText: DANGEROUS });
    await expect(row.getByText('Denied', { exact: true })).toBeVisible();
  }
  await expect(
    page.getByRole('main').getByText('Your Allow came too late: Denied by you.'),
  ).toBeVisible();
});

test.describe('a question with little time', () => {
  test.use({ demoOptions: { env: { HITL_DEMO_TIMEOUT_MS: '1500' } } });

  test('expires, is shown as expired, and the agent continues without it', async ({
    page,
    demo,
  }) => {
    await begin(page, demo.url, 'A dangerous command');
    await expect(page.getByText('I left the build folder as it is.')).toBeVisible();
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: DANGEROUS });
    await expect(row.getByText(/expired/i)).toBeVisible();
  });
});

test('on slow 3G a card is complete when it appears, and can be answered', async ({
  page,
  context,
  shared,
}) => {
  await begin(page, shared.url, 'A dangerous command');
  await expect(card(page, /Run this command/)).toBeVisible();
  const network = await context.newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.reload();
  // Reads the whole card at the moment when it can first be answered.
  const seen = await page.waitForFunction(() => {
    const button = [...document.querySelectorAll('main button')].find(({ textContent }) =>
      textContent.startsWith('Allow'),
    );
    return button?.closest('[data-request]')?.textContent;
  });
  const text = await seen.jsonValue();
  for (const part of [DANGEROUS, 'High risk', 'It removes files for good', 'cleaner', 'Deny']) {
    expect(text).toContain(part);
  }
  await press(card(page, /Run this command/).getByRole('button', { name: 'Deny', exact: true }));
  await expect(page.getByText('I left the build folder as it is.')).toBeVisible();
});
