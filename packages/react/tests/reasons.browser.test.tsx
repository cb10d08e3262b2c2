/** "deny with a reason or 'do this instead', sent to the model in the same action" and "'Other' as
 * data". */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bash, createWorld, open, openRow, question, type World } from './world.fixture.tsx';

const done = page.getByText('assistant: Understood.');
const send = page.getByRole('button', { name: 'Send', exact: true });

/** What the model received about the calls of its first turn. */
function told(world: World): string[] {
  return (world.heard[1] ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content);
}

test('a denial includes what to do instead, and the model gets it in its next turn', async () => {
  const world = createWorld([[bash('rm -rf build')], 'Understood.']);
  await world.begin();
  open(world);
  let calls = 0;
  world.intercept((request, forward) => {
    if (request.method === 'POST') calls += 1;
    return forward(request);
  });
  await page.getByRole('button', { name: 'Reason…' }).click();
  await userEvent.keyboard('Move it to /tmp instead.');
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.element(done).toBeVisible();
  expect(calls).toBe(1);
  expect(world.ledger).toEqual([]);
  expect(told(world)).toEqual([
    'Tool execution denied: User denied consent: Move it to /tmp instead. Please ask the user for permission or use a different approach.',
  ]);
});

const reasonForAll = page.getByRole('textbox', { name: 'Reason for all, or what to do instead' });

test('deny all sends one reason in one request, and the model gets it with each call', async () => {
  const world = createWorld([
    [bash('rm -rf build'), question({ prompt: 'Which version?' }), bash('rm -rf dist')],
    'Understood.',
  ]);
  await world.begin();
  open(world);
  let calls = 0;
  world.intercept((request, forward) => {
    if (request.method === 'POST') calls += 1;
    return forward(request);
  });
  await page.getByRole('button', { name: 'Reason for all…' }).click();
  await userEvent.keyboard('Use the staging folder.');
  await page.getByRole('button', { name: 'Explain first why you want to do this.' }).click();
  await page.getByRole('button', { name: 'Deny 3' }).click();
  await expect.element(done).toBeVisible();
  expect(calls).toBe(1);
  expect(world.ledger).toEqual([]);
  const why = 'Use the staging folder. Explain first why you want to do this.';
  expect(told(world)).toEqual([
    expect.stringContaining(`User denied consent: ${why}`),
    expect.stringContaining(`User declined to answer: ${why}`),
    expect.stringContaining(`User denied consent: ${why}`),
  ]);
  await expect.element(page.getByText(why).first()).toBeInTheDocument();
});

test('deny all keeps a call’s own reason and rule, and sends the common reason with the others', async () => {
  const world = createWorld([
    [bash('npm run one'), bash('npm run two'), bash('npm run three')],
    'Understood.',
  ]);
  await world.begin();
  open(world);
  const panel = page.getByRole('group', { name: 'Calls waiting for you' });
  const row = (index: number) => panel.getByRole('listitem').nth(index);
  const choose = async (index: number, entry: string): Promise<void> => {
    await (await openRow(row(index))).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: entry }).click();
  };
  await expect.element(page.getByText('3 need your decision')).toBeVisible();
  await row(0).getByRole('button', { name: 'Reason…' }).click();
  await userEvent.keyboard('Not this one.');
  await choose(1, 'Always deny…');
  await page.getByRole('button', { name: 'Reason for all…' }).click();
  await reasonForAll.fill('Nothing today.');
  await page.getByRole('button', { name: 'Deny 3' }).click();
  await expect.element(done).toBeVisible();
  expect(told(world)).toEqual([
    expect.stringContaining('Not this one.'),
    expect.stringContaining('Nothing today.'),
    expect.stringContaining('Nothing today.'),
  ]);
  expect(told(world)[0]).not.toContain('Nothing today.');
  const rules = await (await world.call('GET', '/permissions/ada/rules')).json();
  expect(JSON.stringify(rules)).toContain('npm run two');
});

test('a withdrawn reason is not sent', async () => {
  const world = createWorld([[bash('rm -rf build'), bash('rm -rf dist')], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Reason for all…' }).click();
  await reasonForAll.fill('Nothing today.');
  await page.getByRole('button', { name: 'Discard reason' }).click();
  await expect.element(reasonForAll).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Deny 2' }).click();
  await expect.element(done).toBeVisible();
  expect(JSON.stringify(told(world))).not.toContain('Nothing today.');
});

test('a denial without a reason reaches the model, and the call never executes', async () => {
  const world = createWorld([[bash('rm -rf build')], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.element(done).toBeVisible();
  expect(told(world)).toEqual([expect.stringContaining('User denied consent')]);
  expect(world.ledger).toEqual([]);
});

test('typing a note is not an answer: Enter in it decides nothing', async () => {
  const world = createWorld([[bash('rm -rf build')], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Reason…' }).click();
  await userEvent.keyboard('yes{Enter}{Control>}{Enter}{/Control}');
  expect(await world.waiting()).toHaveLength(1);
  expect(world.ledger).toEqual([]);
});

test('a note with an allowed call is stored in the record, with its result', async () => {
  const world = createWorld([[bash('npm publish')], 'Understood.']);
  const run = await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Reason…' }).click();
  await userEvent.keyboard('only this once');
  await page.getByRole('button', { name: 'Allow once', exact: true }).click();
  await expect.element(done).toBeVisible();
  const audit = await (await world.call('GET', `/runs/${run.id}/audit`)).json();
  expect(JSON.stringify(audit)).toContain('only this once');
});

const checks = question({
  prompt: 'Which checks?',
  interaction: {
    type: 'select',
    multiple: true,
    allow_other: true,
    options: [
      { value: 'lint', label: 'Lint' },
      { value: 'types', label: 'Types' },
      { value: 'unit', label: 'Unit tests' },
    ],
  },
});

test('two options and a free text arrive as two options and a text', async () => {
  const world = createWorld([[checks], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('checkbox', { name: 'Unit tests' }).click();
  await page.getByRole('checkbox', { name: 'Lint' }).click();
  await page.getByRole('textbox', { name: 'Other, in your own words' }).fill('the smoke test');
  await send.click();
  await expect.element(done).toBeVisible();
  expect(JSON.parse(told(world)[0] ?? '')).toEqual({
    selected_values: ['lint', 'unit'],
    other: 'the smoke test',
  });
});

test('a free text that looks like an option is not treated as one', async () => {
  const world = createWorld([[checks], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('textbox', { name: 'Other, in your own words' }).fill('lint');
  await send.click();
  await expect.element(done).toBeVisible();
  expect(JSON.parse(told(world)[0] ?? '')).toMatchObject({ selected_values: [], other: 'lint' });
});

test('a declined question reaches the model as declined', async () => {
  const world = createWorld([[checks], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect.element(done).toBeVisible();
  expect(told(world)).toEqual([expect.stringContaining('User declined to answer')]);
});
