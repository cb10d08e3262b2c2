import { mergeTests } from '@playwright/test';
import { test as commandLine } from './cli-process.ts';
import { expect, test as demoServer } from './demo-server.ts';
import { press } from './press.ts';

const test = mergeTests(commandLine, demoServer);
// Servers are killed here, and a stranger is refused.
test.use({ expectedMessages: /net::ERR_|status of 401/ });

const DEPLOY = `    - tool_calls: [{ id: c1, name: bash, args: { command: echo ran >> ran.txt } }]
    - tool_calls: [{ id: c2, name: bash, args: { command: echo again >> ran.txt } }]
    - text: 'Deployed'`;
const INSTRUCTION = /Open the link that the server printed when it started, or send its secret/;

test('the link printed by hitl serve logs the browser in, beyond the life of the server', async ({
  page,
  browser,
  cli,
}) => {
  const shop = await cli.project('shop', DEPLOY);
  expect(await shop.run()).toMatchObject({ code: 101 });
  const server = await cli.serve(['--mailbox', shop.path, '--auth', 'local']);
  const call = page
    .getByRole('region', { name: shop.path })
    .getByRole('group', { name: /Run this command/ });
  await page.goto(await server.link());
  // The code is used up and removed from the address bar.
  expect(page.url()).toBe(`${server.url}/`);
  await expect(call.getByText('echo ran >> ran.txt')).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(server.url);
  await expect(stranger.getByText(INSTRUCTION)).toBeVisible();
  await expect(stranger.getByText('echo ran')).toHaveCount(0);

  await press(call.getByRole('button', { name: 'Allow' }));
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
  // A new answer is read a moment later; until then the same question is asked.
  await expect.poll(async () => (await shop.run()) && (await shop.runs())).toBe(1);
  await page.reload();
  await expect(call.getByText('echo again >> ran.txt')).toBeVisible();

  const before = await server.link();
  await server.crashAndRestart();
  await page.reload();
  await press(call.getByRole('button', { name: 'Allow' }));
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
  await expect.poll(async () => (await shop.run()).code).toBe(0);
  expect(await shop.runs()).toBe(2);

  // The link of a stopped server opens nothing; that of the new one works.
  expect(await server.link()).not.toBe(before);
  await stranger.goto(before);
  await stranger.goto(server.url);
  await expect(stranger.getByText(INSTRUCTION)).toBeVisible();
  await stranger.goto(await server.link());
  await expect(stranger.getByText('Nothing is waiting for you.')).toBeVisible();
  await stranger.context().close();
});

test.describe('the demo', () => {
  test.use({ demoOptions: { auth: 'local' } });

  test('is opened only by the link it prints', async ({ page, browser, demo }) => {
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(demo.url);
    await stranger.getByRole('button', { name: 'Repair a failing test' }).click();
    await expect(stranger.getByRole('alert').filter({ hasText: INSTRUCTION })).toBeVisible();
    await stranger.context().close();

    await page.goto(demo.link);
    expect(page.url()).toBe(`${demo.url}/`);
    await page.getByRole('button', { name: 'Repair a failing test' }).click();
    const commands = page.getByRole('group', { name: 'Calls waiting for you' });
    await press(commands.getByRole('button', { name: 'Allow 2 once' }));
    await expect(page.getByText('How should I repair it?').first()).toBeVisible();
    await demo.crashAndRestart();
    await page.reload();
    await expect(page.getByText('How should I repair it?').first()).toBeVisible();
  });
});
