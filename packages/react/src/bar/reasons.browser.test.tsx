/** BAR B: "deny with a reason or 'do this instead', sent to the model in the same action" and "'Other' as
 * data". */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bash, createWorld, open, question, type World } from './world.fixture.tsx';

const done = page.getByText('assistant: Understood.');
const send = page.getByRole('button', { name: 'Send', exact: true });

/** What the model was told about the calls of its first turn. */
function told(world: World): string[] {
  return (world.heard[1] ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content);
}

test('a denial carries what to do instead, and the model reads it in its next turn', async () => {
  const world = createWorld([[bash('rm -rf build')], 'Understood.']);
  await world.begin();
  open(world);
  let calls = 0;
  world.intercept((request, forward) => {
    if (request.method === 'POST') calls += 1;
    return forward(request);
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Add a reason…' }).click();
  await userEvent.keyboard('Move it to /tmp instead.');
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.element(done).toBeVisible();
  expect(calls).toBe(1);
  expect(world.ledger).toEqual([]);
  expect(told(world)).toEqual([
    'Tool execution denied: User denied consent: Move it to /tmp instead.. Please ask the user for permission or use a different approach.',
  ]);
});

test('a denial without a reason is told as one, and executes on no path', async () => {
  const world = createWorld([[bash('rm -rf build')], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.element(done).toBeVisible();
  expect(told(world)).toEqual([expect.stringContaining('User denied consent')]);
  expect(world.ledger).toEqual([]);
});

test('a note that was typed implies no answer: Enter in it decides nothing', async () => {
  const world = createWorld([[bash('rm -rf build')], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Add a reason…' }).click();
  await userEvent.keyboard('yes{Enter}{Control>}{Enter}{/Control}');
  expect(await world.waiting()).toHaveLength(1);
  expect(world.ledger).toEqual([]);
});

test('what an allowed call is told stands beside its result, in the record', async () => {
  const world = createWorld([[bash('npm publish')], 'Understood.']);
  const run = await world.begin();
  open(world);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Add a reason…' }).click();
  await userEvent.keyboard('only this once');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
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

test('two options and words of one’s own arrive as two options and words', async () => {
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

test('words of one’s own that look like an option are not taken for it', async () => {
  const world = createWorld([[checks], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('textbox', { name: 'Other, in your own words' }).fill('lint');
  await send.click();
  await expect.element(done).toBeVisible();
  expect(JSON.parse(told(world)[0] ?? '')).toMatchObject({ selected_values: [], other: 'lint' });
});

test('a question that is declined is told as declined', async () => {
  const world = createWorld([[checks], 'Understood.']);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect.element(done).toBeVisible();
  expect(told(world)).toEqual([expect.stringContaining('User declined to answer')]);
});
