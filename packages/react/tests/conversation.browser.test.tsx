/** "A decision stays at its tool's row for good, and the focus goes on after an answer." */
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ToolCall, useSession } from '../src/index.ts';
import { bash, createWorld, open, question } from './world.fixture.tsx';
import { withTheme } from '../src/theme/theme.fixture.ts';

withTheme();

/** A chat with calls as rows, and a field for the next message. */
function Conversation(): ReactElement {
  const session = useSession('ses');
  return (
    <>
      {session.messages.map((message) => (
        <div key={message.id}>
          {message.role !== 'tool' && message.content}
          <ToolCall.List message={message} session={session} />
        </div>
      ))}
      <ToolCall.Rest session={session} />
      <textarea aria-label="Message" data-hitl-composer="" />
    </>
  );
}

const ui = <Conversation />;
const composer = page.getByRole('textbox', { name: 'Message' });
const lines = (): string[] =>
  [...document.querySelectorAll('summary')].map((line) =>
    (line.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
  );

async function tabUntil(there: () => boolean, key = '{Tab}'): Promise<void> {
  for (let presses = 0; presses < 100 && !there(); presses += 1) await userEvent.keyboard(key);
  expect(there()).toBe(true);
}

const isAt = (start: string) => (): boolean =>
  document.activeElement?.matches('button') === true &&
  document.activeElement.textContent.startsWith(start);

test('a conversation can be reviewed by keyboard, and the focus is never lost', async () => {
  const world = createWorld([
    [bash('npm run lint')],
    [question({ prompt: 'What is it called?' })],
    [bash('npm test'), bash('npm run build')],
    'Thanks.',
  ]);
  await world.begin();
  open(world, ui, { userId: 'ada' });
  const card = page.getByRole('group', { name: 'Run this command?' });
  await expect.element(card).toBeVisible();
  await tabUntil(isAt('Allow'));
  await userEvent.keyboard('{Enter}');
  await expect.element(composer).toHaveFocus();
  const name = page.getByRole('textbox', { name: 'What is it called?' });
  await expect.element(name).toBeVisible();
  // A new message does not take the focus.
  await expect.element(composer).toHaveFocus();
  await tabUntil(() => document.activeElement === name.element(), '{Shift>}{Tab}{/Shift}');
  await userEvent.keyboard('hitl{Enter}');
  await expect.element(composer).toHaveFocus();

  const panel = page.getByRole('group', { name: 'Calls waiting for you' });
  await expect.element(panel).toBeVisible();
  await tabUntil(isAt('Deny 2'), '{Shift>}{Tab}{/Shift}');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Thanks.')).toBeVisible();
  await expect.element(composer).toHaveFocus();
  expect(lines()).toEqual([
    expect.stringContaining('Ran npm run lint'),
    'You answered: hitl What is it called?',
    'Denied npm test by you',
    'Denied npm run build by you',
  ]);
});

test('decisions are the same after a reload, and for another person', async () => {
  const world = createWorld([[bash('npm run lint')], 'Thanks.']);
  await world.begin();
  const first = open(world, ui, { userId: 'ada' });
  await page.getByRole('button', { name: /^Allow/ }).click();
  await expect.element(page.getByText('Thanks.')).toBeVisible();
  // On a busy machine the tool takes so long that the line says how long.
  expect(lines()).toEqual([
    expect.stringMatching(/^Ran npm run lint (?:[\d.]+ sec )?allowed by you$/),
  ]);
  first.unmount();
  const reloaded = open(world, ui, { userId: 'ada' });
  await expect.element(page.getByText('allowed by you')).toBeVisible();
  reloaded.unmount();
  open(world, ui, { userId: 'grace' });
  await expect.element(page.getByText('allowed by ada')).toBeVisible();
});
