/** "drafts that survive unmount, thread switch and reconnect (never secrets)". */
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createDrafts } from '../src/index.ts';
import { bash, Chat, createWorld, open, openRow, rowIn, question } from './world.fixture.tsx';

const name = page.getByRole('textbox', { name: 'What is it called?' });
const send = page.getByRole('button', { name: 'Send', exact: true });
const done = page.getByText('assistant: Thanks.');

afterEach(() => sessionStorage.clear());

/** Everything that the page has stored. */
function stored(): string {
  const entries = [sessionStorage, localStorage].flatMap((storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')),
  );
  return JSON.stringify([entries, history.state]);
}

test('input is restored after the card was unmounted and mounted', async () => {
  const world = createWorld([[question({ prompt: 'What is it called?' })], 'Thanks.']);
  await world.begin();
  const { rerender, client } = open(world);
  await name.fill('half a na');
  rerender(<p>Somewhere else</p>);
  await expect.element(name).not.toBeInTheDocument();
  rerender(<Chat />);
  await expect.element(name).toHaveValue('half a na');
  expect(await client.listInteractions({ status: 'pending' })).toMatchObject({
    interactions: [{ title: 'What is it called?' }],
  });
});

test('each thread has its own drafts, and shows no others', async () => {
  const ask = [question({ prompt: 'What is it called?' })];
  const world = createWorld([ask, 'Thanks.']);
  await world.begin('Go', 'one');
  await world.begin('Go', 'two');
  const { rerender } = open(world, <Chat key="one" sessionId="one" />);
  await name.fill('of thread one');
  rerender(<Chat key="two" sessionId="two" />);
  await expect.element(page.getByRole('region', { name: 'Chat two' })).toBeVisible();
  await expect.element(name).toHaveValue('');
  await name.fill('of thread two');
  rerender(<Chat key="one" sessionId="one" />);
  await expect.element(page.getByRole('region', { name: 'Chat one' })).toBeVisible();
  await expect.element(name).toHaveValue('of thread one');
});

test('a lost connection loses no input', async () => {
  const world = createWorld([[question({ prompt: 'What is it called?' })], 'Thanks.']);
  await world.begin();
  const streams: AbortController[] = [];
  world.intercept(async (request, forward) => {
    const response = await forward(request);
    if (!request.url.endsWith('/events') || response.body === null) return response;
    const cut = new AbortController();
    streams.push(cut);
    const body = response.body.pipeThrough(new TransformStream(), { signal: cut.signal });
    return new Response(body, response);
  });
  open(world);
  await name.fill('half a na');
  streams[0]?.abort();
  await expect.poll(() => streams.length).toBe(2);
  await expect.element(name).toHaveValue('half a na');
  await send.click();
  await expect.element(done).toBeVisible();
});

test('a failed answer keeps the input', async () => {
  const world = createWorld([[question({ prompt: 'What is it called?' })], 'Thanks.']);
  await world.begin();
  open(world);
  await name.fill('apollo');
  world.line.failNext('/respond', 403);
  await send.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(name).toHaveValue('apollo');
  await send.click();
  await expect.element(done).toBeVisible();
});

test('edited arguments, a note and a chosen rule survive too', async () => {
  const world = createWorld([[bash('npm test')], 'Thanks.']);
  await world.begin();
  const { rerender } = open(world);
  await page.getByRole('button', { name: 'Reason…' }).click();
  await page.getByRole('textbox').first().fill('because');
  await page.getByRole('combobox', { name: /^Remember/ }).selectOptions('Always');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'command' }).fill('npm test -- --watch');
  rerender(<p>Somewhere else</p>);
  rerender(<Chat />);
  await expect
    .element(page.getByRole('textbox', { name: 'command' }))
    .toHaveValue('npm test -- --watch');
  await expect.element(page.getByRole('textbox', { name: /^Reason/ })).toHaveValue('because');
  await page.getByRole('button', { name: 'Discard edits' }).click();
  await expect
    .element(page.getByRole('combobox', { name: /^Remember/ }))
    .toHaveDisplayValue('Always');
});

test('a common reason survives too, and is dropped once all are decided', async () => {
  const world = createWorld([[bash('npm test'), bash('npm run lint')], 'Thanks.']);
  await world.begin();
  const client = world.connect();
  const { rerender } = open(world, undefined, { client, drafts: createDrafts({ client }) });
  const reason = page.getByRole('textbox', { name: 'Reason for all, or what to do instead' });
  await page.getByRole('button', { name: 'Reason for all…' }).click();
  await reason.fill('not today');
  rerender(<p>Somewhere else</p>);
  rerender(<Chat />);
  await expect.element(reason).toHaveValue('not today');
  await expect.poll(stored).toContain('not today');
  await page.getByRole('button', { name: 'Deny 2' }).click();
  await expect.element(done).toBeVisible();
  await expect.poll(stored).not.toContain('not today');
});

test('restored reasons and results never take the focus', async () => {
  const world = createWorld([[bash('npm test'), bash('npm run lint')], 'Thanks.']);
  await world.begin();
  const around = (chat: ReactNode) => (
    <>
      <textarea aria-label="Another place" />
      {chat}
    </>
  );
  const { rerender } = open(world, around(<Chat />));
  await page.getByRole('button', { name: 'Reason for all…' }).click();
  await userEvent.keyboard('all');
  const first = page.getByRole('listitem').filter({ hasText: 'npm test' });
  await first.getByRole('button', { name: 'Reason…' }).click();
  await userEvent.keyboard('one');
  await first.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Provide the result myself…' }).click();
  await userEvent.keyboard('result');
  rerender(around(null));
  await page.getByRole('textbox', { name: 'Another place' }).click();
  rerender(around(<Chat />));
  await expect
    .poll(() =>
      page
        .getByRole('textbox')
        .elements()
        .map((field) => (field as HTMLTextAreaElement).value),
    )
    .toEqual(['', 'all', 'one', 'result', '']);
  await expect.element(page.getByRole('textbox', { name: 'Another place' })).toHaveFocus();
});

test('a secret is dropped with its card, and is in no storage of the page', async () => {
  const world = createWorld([
    [
      question({ prompt: 'What is it called?' }),
      question({ prompt: 'The token', input_type: 'password', sensitive: true }),
    ],
    'Thanks.',
  ]);
  await world.begin();
  const client = world.connect();
  const drafts = createDrafts({ client });
  const { rerender } = open(world, undefined, { client, drafts });
  const group = page.getByRole('group', { name: 'The token' });
  const token = () => {
    const field = group.element().querySelector('input[type="password"]');
    if (field === null) throw new Error('the field is not masked');
    return page.elementLocator(field);
  };
  await name.fill('canary-1');
  await openRow(rowIn(page, 1));
  await token().fill('canary-2');
  // The storage is in use, so the absence of the secret is meaningful.
  await expect.poll(stored).toContain('canary-1');
  expect(stored()).not.toContain('canary-2');
  rerender(<p>Somewhere else</p>);
  rerender(<Chat />);
  await openRow(rowIn(page, 1));
  await expect.element(token()).toHaveValue('');
  await token().fill('canary-2');
  await group.getByRole('button', { name: 'Send' }).click();
  await page
    .getByRole('group', { name: 'What is it called?' })
    .getByRole('button', { name: 'Send' })
    .click();
  await expect.element(done).toBeVisible();
  expect(document.documentElement.outerHTML).not.toContain('canary-2');
  expect(stored()).not.toContain('canary-2');
  expect(JSON.stringify(world.heard)).not.toContain('canary-2');
});

test('input is dropped once the question has ended', async () => {
  const world = createWorld([[question({ prompt: 'What is it called?' })], 'Thanks.']);
  await world.begin();
  const client = world.connect();
  open(world, undefined, { client, drafts: createDrafts({ client }) });
  await name.fill('canary-3');
  await expect.poll(stored).toContain('canary-3');
  await send.click();
  await expect.element(done).toBeVisible();
  await expect.poll(stored).not.toContain('canary-3');
});
