/** "Input, select, confirm and combined over one typed request, and a batch panel" and "per-item
 * decisions, '3 of 5', allow-all that never touches what arrived after the click". */
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { PendingRequests } from '../src/index.ts';
import { bash, createWorld, open, openRow, question, type World } from './world.fixture.tsx';

const panel = page.getByRole('group', { name: 'Calls waiting for you' });
const row = (index: number): Locator => panel.getByRole('listitem').nth(index);
const button = (place: Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });
const end = page.getByText('assistant: All decided.');
const commands = (world: World): unknown[] =>
  world.ledger.map(({ args }) => (args as { command: string }).command);

const letters = ['a', 'b', 'c', 'd', 'e'].map((letter) => `echo ${letter}`);

async function five(options?: Parameters<typeof createWorld>[1]): Promise<World> {
  const world = createWorld([letters.map(bash), 'All decided.'], options);
  await world.begin();
  open(world);
  await expect.element(panel.getByText('5 need your decision')).toBeVisible();
  return world;
}

test('text, choice, yes or no, and all of them in one form are answered with one request each', async () => {
  const world = createWorld([
    [question({ prompt: 'What is it called?' })],
    [
      question({
        prompt: 'Which colour?',
        interaction: {
          type: 'select',
          options: [
            { value: 'r', label: 'Red' },
            { value: 'g', label: 'Green' },
          ],
        },
      }),
    ],
    [question({ prompt: 'Shall I?', interaction: { type: 'confirm', confirm_text: 'Do it' } })],
    [
      question({
        prompt: 'The rest',
        interaction: {
          type: 'combined',
          interactions: [
            { id: 'n', type: 'input', title: 'How many?', input_type: 'number' },
            { id: 'y', type: 'confirm', title: 'Sure?' },
          ],
        },
      }),
    ],
    'Thanks.',
  ]);
  await world.begin();
  open(world);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const named = page.getByRole('group', { name: 'What is it called?' });
  await named.getByRole('textbox').fill('apollo');
  await send.click();
  await page.getByRole('radio', { name: 'Green' }).click();
  await send.click();
  await page.getByRole('button', { name: 'Do it' }).click();
  await page.getByRole('textbox', { name: 'How many?' }).fill('3');
  await page.getByRole('radio', { name: 'Yes' }).click();
  await send.click();
  await expect.element(page.getByText('assistant: Thanks.')).toBeVisible();
  const heard = world.heard.at(-1)?.filter(({ role }) => role === 'tool') ?? [];
  expect(heard.map(({ content }) => content)).toEqual([
    'apollo',
    expect.stringContaining('g'),
    expect.stringContaining('true'),
    expect.stringContaining('"text":"3"'),
  ]);
});

test('each call is decided separately, the panel counts, and allowed calls run in call order', async () => {
  const world = await five();
  await button(await openRow(row(4)), 'Allow once').click();
  await expect.element(panel.getByText('4 of 5 need your decision')).toBeVisible();
  await button(await openRow(row(1)), 'Deny').click();
  await button(await openRow(row(0)), 'Allow once').click();
  await expect.element(panel.getByText('2 of 5 need your decision')).toBeVisible();
  expect(world.ledger).toEqual([]);
  await button(await openRow(row(3)), 'Deny').click();
  await expect.element(panel.getByText('1 of 5 needs your decision')).toBeVisible();
  await button(await openRow(row(2)), 'Allow once').click();
  await expect.element(end).toBeVisible();
  expect(commands(world)).toEqual(['echo a', 'echo c', 'echo e']);
  // One resume: the model was called once before and once after it.
  expect(world.heard).toHaveLength(2);
});

test('a decided row stays as a receipt in its place until all are decided', async () => {
  await five();
  await button(await openRow(row(1)), 'Deny').click();
  await expect.element(row(1).getByRole('button', { name: /Denied$/ })).toBeVisible();
  await expect.element(panel.getByRole('listitem')).toHaveLength(5);
  await expect.element(button(row(1), 'Deny')).not.toBeInTheDocument();
});

test('one call is edited while its siblings are not', async () => {
  const world = await five();
  await button(await openRow(row(2)), 'Edit').click();
  await row(2).getByRole('textbox', { name: 'command' }).fill('echo edited');
  await button(row(2), 'Allow edited').click();
  await panel.getByRole('button', { name: 'Allow 4 once' }).click();
  await expect.element(end).toBeVisible();
  expect(commands(world)).toEqual(['echo a', 'echo b', 'echo edited', 'echo d', 'echo e']);
});

test('allow all answers in one call exactly what it counted, and never a call being edited', async () => {
  const world = await five();
  await button(await openRow(row(2)), 'Edit').click();
  let calls = 0;
  world.intercept((request, forward) => {
    if (request.url.endsWith('/respond')) calls += 1;
    return forward(request);
  });
  await panel.getByRole('button', { name: 'Allow 4 once' }).click();
  await expect.element(panel.getByText('1 of 5 needs your decision')).toBeVisible();
  expect(calls).toBe(1);
  expect(world.ledger).toEqual([]);
  const [left, ...others] = await world.waiting();
  expect(others).toEqual([]);
  expect(left?.tool_args).toEqual({ command: 'echo c' });
});

test('allow all never affects calls that arrive after the click', async () => {
  const world = createWorld([letters.map(bash), 'All decided.']);
  await world.begin();
  const [first, second, late] = await world.waiting();
  if (first === undefined || second === undefined || late === undefined) throw new Error('few');
  const { rerender } = open(world, <PendingRequests requests={[first, second]} />);
  let arrive: () => void = () => {};
  world.intercept(async (request, forward) => {
    if (request.url.endsWith('/respond')) {
      await new Promise<void>((resolve) => (arrive = resolve));
    }
    return forward(request);
  });
  await panel.getByRole('button', { name: 'Allow 2 once' }).click();
  // The third request arrives while the answer is being sent.
  rerender(<PendingRequests requests={[first, second, late]} />);
  await expect.element(panel.getByText('echo c').first()).toBeVisible();
  arrive();
  await expect.element(panel.getByText('1 of 3 needs your decision')).toBeVisible();
  const left = await world.waiting();
  expect(left.map(({ id }) => id)).toContain(late.id);
  await expect.element(button(await openRow(row(2)), 'Allow once')).toBeEnabled();
});

test('allow all leaves out high-risk calls, and says so', async () => {
  const world = createWorld([[...letters.slice(0, 3).map(bash), bash('sudo reboot')], 'ok']);
  await world.begin();
  const [one, two, three, four] = await world.waiting();
  if (!one || !two || !three || !four) throw new Error('few');
  open(world, <PendingRequests requests={[one, two, three, { ...four, risk_level: 'high' }]} />);
  await panel.getByRole('button', { name: 'Allow 3 once' }).click();
  await expect.element(panel.getByText('1 of 4 needs your decision')).toBeVisible();
  expect((await world.waiting()).map(({ id }) => id)).toEqual([four.id]);
});

test('deny all denies all pending requests, and nothing runs', async () => {
  const world = await five();
  await panel.getByRole('button', { name: 'Deny 5' }).click();
  await expect.element(end).toBeVisible();
  expect(world.ledger).toEqual([]);
});

test('calls and questions of one message share the panel', async () => {
  const world = createWorld([
    [bash('echo a'), question({ prompt: 'Which version?' }), bash('echo b')],
    'All decided.',
  ]);
  await world.begin();
  open(world);
  await panel.getByRole('button', { name: 'Allow 2 once' }).click();
  await expect.element(panel.getByText('1 of 3 needs your decision')).toBeVisible();
  expect(world.ledger).toEqual([]);
  await userEvent.fill((await openRow(row(1))).getByRole('textbox'), '1.2');
  await button(await openRow(row(1)), 'Send').click();
  await expect.element(end).toBeVisible();
  expect(commands(world)).toEqual(['echo a', 'echo b']);
});

test('a batch whose reply is lost ends with the recorded state in every row, and each call ran once', async () => {
  const world = await five();
  world.line.failNext('/respond', 'lost');
  await panel.getByRole('button', { name: 'Allow 5 once' }).click();
  await expect.element(end).toBeVisible();
  expect(commands(world)).toEqual(letters);
  expect(world.heard).toHaveLength(2);
});

test('a batch that the server refuses keeps every row answerable', async () => {
  const world = await five();
  world.line.failNext('/respond', 403);
  await panel.getByRole('button', { name: 'Allow 5 once' }).click();
  await expect.element(row(4).getByRole('button', { name: /Not sent$/ })).toBeVisible();
  await expect.element((await openRow(row(4))).getByRole('alert')).toBeVisible();
  await expect.element(panel.getByText('5 need your decision')).toBeVisible();
  await panel.getByRole('button', { name: 'Allow 5 once' }).click();
  await expect.element(end).toBeVisible();
  expect(commands(world)).toEqual(letters);
});
