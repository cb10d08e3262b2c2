/** "every string in a typed catalogue (en, zh-CN, and a pseudo-locale that proves it), plurals and
 * dates by `Intl`, RTL". */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Grants, Inbox, type Messages } from '../src/index.ts';
import { settleAnnouncements } from '../src/internal/listen.fixture.ts';
import { pseudo } from '../src/messages/pseudo.ts';
import { zhCN } from '../src/messages/zh-CN.ts';
import { bash, Chat, createWorld, open, question, STAYS_MS, type World } from './world.fixture.tsx';
import { withTheme } from '../src/theme/theme.fixture.ts';

withTheme();

/** A world whose own texts are all digits, so that every letter in the page is from the kit. */
async function silent(): Promise<World> {
  const choice = question({
    prompt: '1',
    interaction: {
      type: 'select',
      multiple: true,
      allow_other: true,
      options: [{ value: '2', label: '3', description: '4' }],
    },
  });
  const world = createWorld([[choice, question({ prompt: '5' })], '6'], {
    agent: { name: '0' },
  });
  const body = { agent_id: '0', input: '7', session_id: 'ses', user_id: 'ada' };
  await world.call('POST', '/runs', body);
  return world;
}

const everything = (
  <>
    <Inbox.Cards lingerMs={STAYS_MS} />
    <Grants.Panel userId="ada" />
  </>
);

/** Everything that a person or a screen reader can read, without the bracketed pseudo texts. */
function letters(root: Element): string {
  const said = [root.textContent ?? ''];
  for (const element of root.querySelectorAll('[aria-label], [placeholder], [title]')) {
    for (const name of ['aria-label', 'placeholder', 'title']) {
      said.push(element.getAttribute(name) ?? '');
    }
  }
  return said.join(' ').replaceAll(/\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]/g, '');
}

test('announcements of several requests use the plural of the language', async () => {
  await settleAnnouncements();
  const world = createWorld([[question({ prompt: 'A?' }), question({ prompt: 'B?' })], 'Done.']);
  open(world, everything, { locale: 'en' });
  await expect.element(page.getByText(/No rules are saved/)).toBeVisible();
  await world.begin();
  await expect.element(page.getByRole('group', { name: 'A?' })).toBeVisible();
  const region = () => document.querySelector('[data-hitl-part="announcer"]')?.textContent;
  await expect.poll(region).toBe('2 requests waiting for you');
});

test('the pseudo-locale finds no string outside the catalogue, from the question to the receipt', async () => {
  await settleAnnouncements();
  const world = await silent();
  const { container } = open(world, everything, { messages: pseudo, locale: 'ja' });
  const send = page.getByRole('button', { name: pseudo.send, exact: true });
  await expect.element(send.first()).toBeVisible();
  expect(letters(container)).not.toMatch(/[A-Za-z]{2}/);
  // An invalid answer, a failed one, and the receipt.
  await send.first().click();
  await expect.element(page.getByText(pseudo.chooseAtLeast(1))).toBeVisible();
  expect(letters(container)).not.toMatch(/[A-Za-z]{2}/);
  await page.getByRole('button', { name: pseudo.decline }).first().click();
  await expect.element(page.getByText(pseudo.outcomes.declined).first()).toBeVisible();
  expect(letters(container)).not.toMatch(/[A-Za-z]{2}/);
  expect(letters(document.querySelector('[data-hitl-part="announcer"]') ?? container)).not.toMatch(
    /[A-Za-z]{2}/,
  );
});

const catalogues: [string, Partial<Messages>, string][] = [
  ['zh-CN', zhCN, '允许这一次'],
  ['en', {}, 'Allow once'],
];

test.each(catalogues)(
  'a call needs approval and is allowed in %s',
  async (locale, messages, name) => {
    const world = createWorld([[bash('npm test')], '好的。']);
    await world.begin();
    open(world, <Chat />, { messages, locale });
    await page.getByRole('button', { name, exact: true }).click();
    await expect.element(page.getByText('assistant: 好的。')).toBeVisible();
    expect(world.ledger).toHaveLength(1);
  },
);

test('plurals, numbers, durations and dates follow the language', async () => {
  const world = createWorld([[bash(`echo ${'x'.repeat(12_345)}`)], 'Done.']);
  await world.call('POST', '/permissions/ada/allow', {
    resource: 'bash(ls)',
    expires_at: '2099-05-04T10:00:00.000Z',
  });
  await world.begin();
  const { unmount } = open(world, everything, { messages: zhCN, locale: 'zh-CN' });
  await expect.element(page.getByText(/剩余 5\s?分钟/)).toBeVisible();
  await expect.element(page.getByText(/2099年5月4日/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /12,3\d\d/ })).toBeVisible();
  unmount();
  open(world, everything, { locale: 'en' });
  await expect.element(page.getByText('5 min left')).toBeVisible();
  await expect.element(page.getByText(/May 4, 2099/)).toBeVisible();
});

test('from right to left the card is mirrored, and commands are not', async () => {
  const world = createWorld([[bash('npm test -- --watch')], 'Done.']);
  await world.begin();
  open(
    world,
    <div dir="rtl" style={{ inlineSize: 360 }}>
      <Chat />
    </div>,
  );
  const allow = page.getByRole('button', { name: 'Allow once', exact: true });
  await expect.element(allow).toBeVisible();
  const more = page.getByRole('button', { name: 'More actions' });
  const x = (locator: typeof allow): number => locator.element().getBoundingClientRect().x;
  expect(x(allow)).toBeLessThan(x(more));
  const code = document.querySelector('[data-hitl-part="arg-value"] code');
  if (code === null) throw new Error('there is no command');
  expect(getComputedStyle(code).direction).toBe('ltr');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(
    document.documentElement.clientWidth,
  );
  await allow.click();
  await expect.element(page.getByText('assistant: Done.')).toBeVisible();
});
