import { resolve } from 'node:path';
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
  await expect(page.getByLabel('Your token')).toBeFocused();
  await page.getByLabel('Your token').fill('s3cret');
  await page.getByRole('button', { name: 'Show pending requests' }).click();
  const folder = page.getByRole('region', { name: shop.path });
  await press(folder.getByRole('button', { name: 'Allow' }));
  await expect.poll(async () => (await shop.run()).code).toBe(0);
  expect(await shop.runs()).toBe(1);
});

test('a reviewer sees for which user a request is, once there are several', async ({
  page,
  cli,
}) => {
  const tokens = ['s3cret grace reviewer', 'of-alice alice', 'of-bob bob'];
  const { url } = await cli.serve(['--config', resolve('examples/quickstart'), '--auth', 'token'], {
    HITL_TOKENS: tokens.join('\n'),
  });
  const ask = (user: string) =>
    page.request.post(`${url}/runs`, {
      headers: { authorization: `Bearer of-${user}` },
      data: { agent_id: 'code_assistant', input: 'Check the style', user_id: user },
    });
  await ask('alice');
  await page.goto(url);
  await page.getByLabel('Your token').fill('s3cret');
  await page.getByRole('button', { name: 'Show pending requests' }).click();
  const call = { name: 'Run this command?' };
  const all = page.getByRole('region', { name: 'Agents of this server' });
  await expect(all.getByRole('group', call)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
  const header = await page.locator('main > header').boundingBox();
  const card = await all.getByRole('group', call).boundingBox();
  const bottom = (header?.y ?? 0) + (header?.height ?? 0);
  expect(card?.y).toBeGreaterThanOrEqual(bottom + 16);

  await ask('bob');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['For alice', 'For bob']);
  expect(await violationsOn(page)).toEqual([]);
  const ofBob = page.getByRole('region', { name: 'For bob' });
  await press(ofBob.getByRole('button', { name: 'Deny' }));
  await expect(ofBob).toBeHidden();
  await expect(
    page.getByRole('region', { name: 'For alice' }).getByRole('group', call),
  ).toBeVisible();
});
