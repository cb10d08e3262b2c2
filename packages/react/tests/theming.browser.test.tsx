/** "unstyled parts, one optional stylesheet, dark mode, works with Tailwind and without". */
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, type Locator } from 'vitest/browser';
import { Confirm, Grants, Inbox } from '../src/index.ts';
import sheet from '../src/theme/theme.css?inline';
import { bash, Chat, createWorld, open, STAYS_MS, type World } from './world.fixture.tsx';

interface MediaSession {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { features: { name: string; value: string }[] },
  ): Promise<unknown>;
}

const card = page.getByRole('group', { name: 'Run this command?' });
const allow = page.getByRole('button', { name: 'Allow once', exact: true });

function style(locator: Locator): CSSStyleDeclaration {
  return getComputedStyle(locator.element());
}

function add(css: string): void {
  const element = document.createElement('style');
  element.textContent = css;
  document.head.append(element);
  onTestFinished(() => element.remove());
}

async function asked(): Promise<World> {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  return world;
}

const everything = (
  <>
    <Inbox.Panel />
    <Inbox.Cards lingerMs={STAYS_MS} />
    <Grants.Panel userId="ada" />
  </>
);

test('without the stylesheet parts look like plain elements', async () => {
  const world = await asked();
  const { container } = open(
    world,
    <>
      {everything}
      <button type="button">Bare</button>
    </>,
  );
  await expect.element(allow).toBeVisible();
  const bare = style(page.getByRole('button', { name: 'Bare' }));
  for (const property of ['backgroundColor', 'borderTopWidth', 'padding', 'font'] as const) {
    expect(style(allow)[property], property).toBe(bare[property]);
  }
  // No part has a class or an inline style; Radix leaves an empty attribute on what is collapsed.
  expect(container.querySelectorAll('[data-hitl-part]').length).toBeGreaterThan(20);
  expect(container.querySelector('[class], [style]:not([style=""])')).toBe(null);
});

test('the stylesheet styles everything, and any unlayered rule of the page wins', async () => {
  const world = await asked();
  open(world);
  await expect.element(allow).toBeVisible();
  const before = style(card).borderTopLeftRadius;
  add(sheet);
  expect(before).toBe('0px');
  expect(style(card).borderTopLeftRadius).toBe('10px');
  add('button { border-radius: 3px } [data-hitl-part="confirm-root"] { border-radius: 0 }');
  expect(style(card).borderTopLeftRadius).toBe('0px');
  expect(style(allow).borderTopLeftRadius).toBe('3px');
});

test('its values are variables of the page', async () => {
  const world = await asked();
  add(sheet);
  open(
    world,
    <div style={{ ['--hitl-radius' as string]: '2px', ['--hitl-accent' as string]: '#7a1fa2' }}>
      <Chat />
    </div>,
  );
  await expect.element(allow).toBeVisible();
  expect(style(card).borderTopLeftRadius).toBe('2px');
});

test('values of the page reach parts below a mark of the color scheme, and a danger keeps its text', async () => {
  const world = await asked();
  add(sheet);
  add(':root { --hitl-radius: 3px } [data-theme] { --hitl-on-accent: rgb(255, 255, 255) }');
  open(
    world,
    <div data-theme="dark">
      <Chat />
      <button type="button" data-hitl-part="confirm-answer" data-variant="danger">
        Really
      </button>
    </div>,
  );
  await expect.element(allow).toBeVisible();
  expect(style(card).borderTopLeftRadius).toBe('3px');
  const really = page.getByRole('button', { name: 'Really' });
  expect(style(really).backgroundColor).toBe('rgb(255, 155, 145)');
  expect(style(really).color).toBe('rgb(14, 22, 48)');
});

test('dark mode follows data-theme of the page, else the user’s preference', async () => {
  const session = cdp() as MediaSession;
  const prefer = (value: string): Promise<unknown> =>
    session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  onTestFinished(async () => {
    await session.send('Emulation.setEmulatedMedia', { features: [] });
  });
  const world = await asked();
  add(sheet);
  await prefer('light');
  const { rerender } = open(world);
  await expect.element(allow).toBeVisible();
  const light = style(card).backgroundColor;
  await prefer('dark');
  const dark = style(card).backgroundColor;
  expect(dark).not.toBe(light);
  rerender(
    <div data-theme="light">
      <Chat />
    </div>,
  );
  await expect.element(allow).toBeVisible();
  expect(style(card).backgroundColor).toBe(light);
});

test('each state can be styled by its attribute, from the question to the end', async () => {
  const world = await asked();
  add(
    '[data-state="pending"] { order: 1 } [data-state="settled"][data-outcome="denied"] { order: 2 }',
  );
  open(world);
  await expect.element(allow).toBeVisible();
  expect(style(card).order).toBe('1');
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect.element(card).toHaveAttribute('data-state', 'settled');
  expect(style(card).order).toBe('2');
});

test('buttons of another design system replace ours, with their classes, and answer', async () => {
  const world = await asked();
  const [request] = await world.waiting();
  if (request?.type !== 'confirm') throw new Error('nothing waits');
  add('.btn { background: rgb(1, 2, 3) }');
  open(
    world,
    <Confirm.Root request={request} className="rounded-xl p-4">
      <Confirm.Args />
      <Confirm.Answer confirmed asChild>
        <button type="button" className="btn">
          Ship it
        </button>
      </Confirm.Answer>
    </Confirm.Root>,
  );
  const ship = page.getByRole('button', { name: 'Ship it' });
  await expect.element(ship).toBeVisible();
  expect(style(ship).backgroundColor).toBe('rgb(1, 2, 3)');
  await expect.element(card).toHaveClass('rounded-xl', 'p-4');
  await ship.click();
  await expect.poll(() => world.ledger.length).toBe(1);
});
