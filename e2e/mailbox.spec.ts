import { violationsOn } from './accessibility.ts';
import { expect, test } from './cli-process.ts';
import { press } from './press.ts';

/** A command that writes a line each time it runs. */
const DEPLOY = `    - tool_calls: [{ id: c1, name: bash, args: { command: echo ran >> ran.txt } }]
    - text: 'Deployed'`;
const COLOUR = `    - tool_calls: [{ id: c1, name: ask_human, args: { prompt: Which colour? } }]
    - tool_calls: [{ id: c2, name: bash, args: { command: echo ran >> ran.txt } }]
    - text: 'Painted {{c1}}'`;

test('a question of delta run is answered in the browser, also after kill -9, and runs once', async ({
  page,
  cli,
}) => {
  const shop = await cli.project('shop', DEPLOY);
  expect(await shop.run()).toMatchObject({ code: 101 });
  const server = await cli.serve(['--mailbox', shop.path]);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });

  await page.goto(server.url);
  const folder = page.getByRole('region', { name: shop.path });
  const call = folder.getByRole('group', { name: /Run this command/ });
  await expect(call.getByText('echo ran >> ran.txt')).toBeVisible();
  await expect(page).toHaveTitle(/1/);
  expect(await violationsOn(page)).toEqual([]);
  expect(await shop.run()).toMatchObject({ code: 101 });

  await server.crashAndRestart();
  await expect(call).toHaveCount(1);
  await press(call.getByRole('button', { name: 'Allow' }));
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
  expect(await shop.runs()).toBe(0);

  // The answer may not have reached the mailbox yet.
  await expect.poll(async () => (await shop.run()).code).toBe(0);
  expect(await shop.runs()).toBe(1);
  expect(refused).toEqual([]);
});

test('two folders are pending side by side; each continues with its own answer', async ({
  page,
  cli,
}) => {
  const [shop, shed] = [await cli.project('shop', DEPLOY), await cli.project('shed', COLOUR)];
  const { url } = await cli.serve(['--mailbox', shop.path, '--mailbox', shed.path]);
  await page.goto(url);
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();
  expect(await Promise.all([shop.run(), shed.run()])).toMatchObject([{ code: 101 }, { code: 101 }]);

  const painting = page.getByRole('region', { name: shed.path });
  await painting.getByRole('textbox', { name: 'Which colour?' }).fill('blue');
  await press(painting.getByRole('button', { name: 'Send' }));
  await expect.poll(async () => (await shed.run()).stdout).toContain('Allow bash to run?');

  const deploying = page.getByRole('region', { name: shop.path });
  await press(deploying.getByRole('button', { name: 'Deny' }));
  await press(painting.getByRole('button', { name: 'Allow' }));
  await expect.poll(async () => (await shed.run()).stdout).toContain('Painted blue');
  await expect.poll(async () => (await shop.run()).code).toBe(0);
  expect([await shop.runs(), await shed.runs()]).toEqual([0, 1]);
});

test('the page asks for the token of the server, below any path', async ({ page, cli }) => {
  const shop = await cli.project('shop', DEPLOY);
  await shop.run();
  const { url } = await cli.serve(
    ['--mailbox', shop.path, '--auth', 'token', '--base-path', '/hitl'],
    { HITL_TOKENS: 's3cret alice reviewer' },
  );
  await page.goto(url);
  await page.getByLabel('Your token').fill('guessed');
  await page.getByRole('button', { name: 'Show pending requests' }).click();
  await expect(page.getByRole('alert')).toHaveText('The server does not know this token.');
  await page.getByLabel('Your token').fill('s3cret');
  await page.getByRole('button', { name: 'Show pending requests' }).click();
  const folder = page.getByRole('region', { name: shop.path });
  await press(folder.getByRole('button', { name: 'Allow' }));
  await expect.poll(async () => (await shop.run()).code).toBe(0);
  expect(await shop.runs()).toBe(1);
});
