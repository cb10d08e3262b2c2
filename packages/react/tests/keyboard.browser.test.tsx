/** "IME-safe Enter, arming delay for keys in flight, Escape never decides" and "keyboard review of 20
 * requests without a mouse". */
import { expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { bash, createWorld, open, openRow, question, rowIn } from './world.fixture.tsx';
import { withTheme } from '../src/theme/theme.fixture.ts';

withTheme();

interface InputSession {
  send(method: 'Input.imeSetComposition', params: Composition): Promise<unknown>;
  send(method: 'Input.insertText', params: { text: string }): Promise<unknown>;
  send(method: 'Input.dispatchKeyEvent', params: Key): Promise<unknown>;
}
interface Composition {
  text: string;
  selectionStart: number;
  selectionEnd: number;
}
interface Key {
  type: 'keyDown' | 'keyUp';
  key: string;
  code: string;
  windowsVirtualKeyCode: number;
}

const allow = page.getByRole('button', { name: 'Allow once', exact: true });
const name = page.getByRole('textbox', { name: 'What is it called?' });
const done = page.getByText('assistant: Thanks.');
const input = cdp() as InputSession;

async function pressEnter(): Promise<void> {
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await input.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter });
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
}

const written: [string, string, string][] = [
  ['Japanese', 'にほん', '日本'],
  ['Korean', '한구', '한국'],
  ['Chinese', 'zhong', '中'],
];

test.each(written)('Enter that ends a composition sends nothing: %s', async (_, typed, chosen) => {
  const world = createWorld([[question({ prompt: 'What is it called?' })], 'Thanks.']);
  await world.begin();
  open(world);
  await name.click();
  const composing: boolean[] = [];
  name.element().addEventListener('keydown', (event) => {
    composing.push((event as KeyboardEvent).isComposing);
  });
  await input.send('Input.imeSetComposition', {
    text: typed,
    selectionStart: typed.length,
    selectionEnd: typed.length,
  });
  await pressEnter();
  // The browser reports that this Enter belonged to the composition.
  expect(composing).toEqual([true]);
  expect(await world.waiting()).toHaveLength(1);
  await input.send('Input.insertText', { text: chosen });
  await expect.element(name).toHaveValue(chosen);
  await userEvent.keyboard('{Enter}');
  await expect.element(done).toBeVisible();
  expect(JSON.stringify(world.heard[1])).toContain(chosen);
});

test('keys in flight when the card appears decide nothing; the same keys later do', async () => {
  const world = createWorld([[bash('npm test')], 'Thanks.']);
  await world.begin();
  // Longer than this test: every press of it is in flight.
  const { unmount } = open(world, undefined, { armingDelayMs: 3_600_000 });
  await expect.element(allow).toBeEnabled();
  allow.element().focus();
  await userEvent.keyboard('{Enter} ');
  await allow.click();
  expect(await world.waiting()).toHaveLength(1);
  unmount();
  open(world, undefined, { armingDelayMs: 0 });
  await expect.element(allow).toBeEnabled();
  allow.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(done).toBeVisible();
  expect(world.ledger).toHaveLength(1);
});

test('a key that is held down is not a decision', async () => {
  const world = createWorld([[bash('npm test')], [bash('npm publish')], 'Thanks.']);
  await world.begin();
  open(world);
  await expect.element(allow).toBeEnabled();
  allow.element().focus();
  await userEvent.keyboard('{Enter>4/}');
  await expect.element(page.getByText('npm publish')).toBeVisible();
  expect(world.ledger).toHaveLength(1);
});

test('Escape closes what is open and decides nothing, wherever the focus is', async () => {
  const world = createWorld([
    [bash('npm test'), question({ prompt: 'What is it called?' })],
    'Thanks.',
  ]);
  await world.begin();
  open(world);
  const places = [
    allow,
    page.getByRole('button', { name: 'Deny', exact: true }),
    page.getByRole('button', { name: 'More actions' }).first(),
    page.getByRole('group', { name: 'Run this command?' }),
    page.getByRole('textbox', { name: 'Message' }),
  ];
  for (const place of places) {
    await expect.element(place).toBeVisible();
    (place.element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}{Escape}');
  }
  await openRow(rowIn(page, 1));
  await name.click();
  await userEvent.keyboard('{Escape}{Escape}');
  await openRow(rowIn(page, 0));
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await expect.element(page.getByRole('button', { name: 'Stop the run' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Stop the run' })).not.toBeInTheDocument();
  expect(await world.waiting()).toHaveLength(2);
  expect(world.ledger).toEqual([]);
});

test('no key typed elsewhere answers a card', async () => {
  const world = createWorld([[bash('a'), bash('b')], 'Thanks.']);
  await world.begin();
  open(world);
  await expect.element(allow.first()).toBeEnabled();
  await page.getByRole('textbox', { name: 'Message' }).click();
  await userEvent.keyboard('adAD{Enter}{Control>}{Enter}{/Control}');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('adAD{Enter} ');
  expect(await world.waiting()).toHaveLength(2);
});

test('20 requests are reviewed without a mouse: allowed, denied and edited', async () => {
  const commands = Array.from({ length: 20 }, (_, index) => `echo ${index}`);
  const world = createWorld([commands.map(bash), 'Thanks.']);
  await world.begin();
  open(world);
  const panel = page.getByRole('group', { name: 'Calls waiting for you' });
  await expect.element(panel.getByText('20 need your decision')).toBeVisible();
  const rows = [...panel.element().querySelectorAll<HTMLElement>('[data-hitl-part="batch-row"]')];
  const answers: string[] = [];
  // Into the panel, to the first row.
  await tabUntil(() => rows[0]?.contains(document.activeElement) === true);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  for (const [index] of rows.entries()) {
    expect(rows[index]?.contains(document.activeElement)).toBe(true);
    const key = index === 7 ? 'e' : index % 3 === 0 ? 'd' : index % 2 === 0 ? 'A' : 'a';
    await userEvent.keyboard(key);
    if (key === 'e') {
      await tabUntil(() => document.activeElement?.matches('textarea') === true);
      await userEvent.keyboard('{End} edited');
      await tabUntil(() => document.activeElement?.textContent === 'Allow edited');
      await userEvent.keyboard('{Enter}');
      answers.push(`echo ${index} edited`);
    } else if (key !== 'd') answers.push(`echo ${index}`);
    await expect
      .element(
        panel.getByText(index === 19 ? 'All 20 decided' : new RegExp(`^${19 - index} of 20 need`)),
      )
      .toBeVisible();
    // The next row gets the focus automatically.
    const next = rows[index + 1] ?? rows[index];
    await expect.poll(() => index === 19 || next?.contains(document.activeElement)).toBe(true);
  }
  await expect.element(done).toBeVisible();
  expect(world.ledger.map(({ args }) => (args as { command: string }).command)).toEqual(answers);
});

test('letters answer a single card that has the focus itself, and show where; a held one does nothing', async () => {
  const world = createWorld([[bash('npm test')], [bash('npm publish')], 'Thanks.']);
  await world.begin();
  open(world);
  const focusCard = () =>
    document.querySelector<HTMLElement>('[data-request][data-state="pending"]')?.focus();
  const keys = () =>
    [...document.querySelectorAll('[data-hitl-part="shortcut"]')].filter(
      (key) => getComputedStyle(key).display !== 'none',
    ).length;
  await expect.element(allow).toBeEnabled();
  expect(keys()).toBe(0);
  focusCard();
  expect(keys()).toBe(3);
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('textbox', { name: 'command' })).toHaveFocus();
  await userEvent.keyboard('ad');
  expect(await world.waiting()).toHaveLength(1);
  await page.getByRole('button', { name: 'Discard edits' }).click();
  focusCard();
  await userEvent.keyboard('{Control>}a{/Control}{a>4/}');
  await expect.element(page.getByText('npm publish')).toBeVisible();
  focusCard();
  await userEvent.keyboard('D');
  await expect.element(done).toBeVisible();
  expect(world.ledger.map(({ args }) => args)).toEqual([{ command: 'npm test' }]);
});

test('all are denied with a reason without a mouse, and the reason field gets the focus', async () => {
  const world = createWorld([['a', 'b', 'c'].map(bash), 'Thanks.']);
  await world.begin();
  open(world);
  const at = (text: string) => () => document.activeElement?.textContent === text;
  await expect.element(page.getByRole('button', { name: 'Reason for all…' })).toBeVisible();
  await tabUntil(at('Reason for all…'));
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('Not now{Enter}{Control>}{Enter}{/Control}{Escape}');
  expect(await world.waiting()).toHaveLength(3);
  await tabUntil(at('Deny 3'), '{Shift>}{Tab}{/Shift}');
  await userEvent.keyboard('{Enter}');
  await expect.element(done).toBeVisible();
  expect(world.ledger).toEqual([]);
  const results = world.heard[1]?.filter(({ role }) => role === 'tool') ?? [];
  expect(results.map(({ content }) => content.includes('Not now'))).toEqual([true, true, true]);
});

async function tabUntil(there: () => boolean, key = '{Tab}'): Promise<void> {
  for (let presses = 0; presses < 200 && !there(); presses += 1) {
    await userEvent.keyboard(key);
  }
  expect(there()).toBe(true);
}
