/** "edit-then-approve with types kept (5 stays a number), changed marks, reset, diff, server
 * re-validation". */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createWorld, open, type Call, type World } from './world.fixture.tsx';

const proposed = {
  customer: 'Ada Lovelace',
  amount: 5,
  currency: 'EUR',
  urgent: false,
  lines: ['one hour'],
  address: { city: 'London' },
};
const call: Call = { name: 'send_invoice', args: proposed };

const edit = page.getByRole('button', { name: 'Edit', exact: true });
const allowEdited = page.getByRole('button', { name: 'Allow edited' });
const amount = page.getByRole('textbox', { name: 'amount' });
const city = page.getByRole('textbox', { name: 'city' });
const alert = page.getByRole('alert');
const done = page.getByText('assistant: Sent.');

async function editing(options?: Parameters<typeof createWorld>[1]): Promise<World> {
  const world = createWorld([[call], 'Sent.'], options);
  await world.begin();
  open(world);
  await edit.click();
  await expect.element(amount).toHaveValue('5');
  return world;
}

async function retype(text: string): Promise<void> {
  await amount.fill(text);
}

test('edited arguments keep their types, and nothing else differs when the call runs', async () => {
  const world = await editing();
  await retype('12.5');
  await page.getByRole('switch', { name: 'urgent' }).click();
  await page.getByRole('combobox', { name: 'currency' }).selectOptions('GBP');
  await city.fill('Paris');
  await allowEdited.click();
  await expect.element(done).toBeVisible();
  const args = {
    ...proposed,
    amount: 12.5,
    urgent: true,
    currency: 'GBP',
    address: { city: 'Paris' },
  };
  expect(world.ledger).toEqual([{ name: 'send_invoice', args }]);
});

test('5 stays the number 5 when something else is edited', async () => {
  const world = await editing();
  await city.fill('Paris');
  await allowEdited.click();
  await expect.element(done).toBeVisible();
  expect(world.ledger[0]?.args).toMatchObject({ amount: 5, urgent: false, lines: ['one hour'] });
});

test('each change is marked and shown as a diff', async () => {
  await editing();
  await expect.element(page.getByText('changed')).not.toBeInTheDocument();
  await retype('7');
  await expect.element(page.getByText('changed', { exact: true })).toBeVisible();
  const changes = page.getByRole('region', { name: 'Changes' });
  const lines = [...changes.element().querySelectorAll('[data-hitl-part="diff-line"]')];
  expect(lines.map((line) => [line.getAttribute('data-kind'), line.textContent])).toEqual([
    ['removed', '−removed 5'],
    ['added', '+added 7'],
  ]);
});

test('a change is undone by its own reset, all of them by one, and editing as a whole by another', async () => {
  const world = await editing();
  await retype('7');
  await city.fill('Paris');
  await page.getByRole('button', { name: 'Reset', exact: true }).first().click();
  await expect.element(amount).toHaveValue('5');
  await expect.element(city).toHaveValue('Paris');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect.element(city).toHaveValue('London');
  await expect.element(page.getByRole('region', { name: 'Changes' })).not.toBeInTheDocument();
  await retype('9');
  await page.getByRole('button', { name: 'Discard edits' }).click();
  await page.getByRole('button', { name: 'Allow once', exact: true }).click();
  await expect.element(done).toBeVisible();
  expect(world.ledger).toEqual([{ name: 'send_invoice', args: proposed }]);
});

test('an invalid number cannot be allowed, and is reported at its field', async () => {
  const world = await editing();
  await retype('many');
  await expect.element(page.getByText('Enter a number.')).toBeVisible();
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('button', { name: /^Allow/ })).toBeDisabled();
  expect(world.ledger).toEqual([]);
});

test('a schema violation is reported at its field before anything is sent', async () => {
  const world = await editing();
  await retype('-3');
  await expect.element(page.getByText('Enter 0 or more.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Allow/ })).toBeDisabled();
  expect(world.ledger).toEqual([]);
});

test('the server checks edited arguments again, and its issue is shown at the field', async () => {
  const world = await editing();
  await retype('13');
  await allowEdited.click();
  await expect.element(alert).toBeVisible();
  const field = amount.element().closest('[data-hitl-part="arg-field"]');
  expect(field?.textContent).toContain('is a value that the schema excludes');
  expect(world.ledger).toEqual([]);
  expect(await world.waiting()).toHaveLength(1);
  await retype('14');
  await allowEdited.click();
  await expect.element(done).toBeVisible();
  expect(world.ledger[0]?.args).toMatchObject({ amount: 14 });
});

test('an edit forbidden by a rule is refused with the rule, and nothing runs', async () => {
  const world = createWorld([[{ name: 'bash', args: { command: 'ls' } }], 'Sent.']);
  await world.call('POST', '/permissions/ada/deny', { resource: 'bash(rm:*)' });
  await world.begin();
  open(world);
  await edit.click();
  await page.getByRole('textbox', { name: 'command' }).fill('rm -rf /');
  await allowEdited.click();
  await expect.element(alert.getByText(/match the deny rule bash\(rm:\*\)/)).toBeVisible();
  expect(world.ledger).toEqual([]);
  expect(await world.waiting()).toHaveLength(1);
});

test('the record contains the proposed and the allowed arguments', async () => {
  const world = await editing();
  await retype('6');
  await allowEdited.click();
  await expect.element(done).toBeVisible();
  const { runs } = (await (await world.call('GET', '/runs?session_id=ses')).json()) as {
    runs: { id: string }[];
  };
  const audit = await (await world.call('GET', `/runs/${runs[0]?.id ?? ''}/audit`)).json();
  expect(audit).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({
        kind: 'approval_decision',
        proposed_args: proposed,
        approved_args: { ...proposed, amount: 6 },
      }),
    ]),
  });
});

test('arguments can be edited as JSON, which has to be an object', async () => {
  const world = await editing();
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const json = page.getByRole('textbox', { name: 'Edit as JSON' });
  await json.fill('[1]');
  await expect.element(page.getByText('Enter a JSON object: { … }.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Allow/ })).toBeDisabled();
  await json.fill(JSON.stringify({ ...proposed, amount: 8 }));
  await allowEdited.click();
  await expect.element(done).toBeVisible();
  expect(world.ledger[0]?.args).toEqual({ ...proposed, amount: 8 });
});

test('edited arguments are not remembered by any rule', async () => {
  const world = await editing();
  await page.getByRole('button', { name: 'Discard edits' }).click();
  await page.getByRole('combobox', { name: /^Remember/ }).selectOptions('Always');
  await edit.click();
  await retype('6');
  await expect.element(page.getByText(/Nothing is remembered/)).toBeVisible();
  await userEvent.click(allowEdited);
  await expect.element(done).toBeVisible();
  const rules = await (await world.call('GET', '/permissions/ada')).json();
  expect(rules).toEqual({ allow: [], deny: [] });
});
