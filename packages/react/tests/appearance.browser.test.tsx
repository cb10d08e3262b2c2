/** "24 px targets, forced colours, reduced motion; 0 axe violations with contrast, in a real browser, in
 * every state". */
import { createFakeClock } from '@hitl/client/testing';
import { authorizationRequest } from '@hitl/protocol/testing';
import { act, screen } from '@testing-library/react';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { HitlProvider, Interaction } from '../src/index.ts';
import { now, renderCard } from '../src/internal/testing.fixture.tsx';
import { HitlTestProvider } from '../src/testing.tsx';
import { everyState, type Shown } from './states.fixture.tsx';
import { bash, createWorld } from './world.fixture.tsx';
import { withTheme } from '../src/theme/theme.fixture.ts';

withTheme();

interface MediaSession {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { features: { name: string; value: string }[] },
  ): Promise<unknown>;
}

async function emulate(...features: [name: string, value: string][]): Promise<void> {
  await (cdp() as MediaSession).send('Emulation.setEmulatedMedia', {
    features: features.map(([name, value]) => ({ name, value })),
  });
}

afterEach(async () => {
  await emulate();
  document.documentElement.style.zoom = '';
  await page.viewport(1280, 800);
});

let built: Promise<readonly Shown[]> | undefined;
let mounted: Root | undefined;
/** The width and the zoom at which the wall was last laid out. */
let laidOut = '';

/**
 * All states below each other, each reached like a person does. The tests of this file share one wall, since
 * building it takes longer than looking at it: they change the media and the width of its page alone.
 */
async function wall(): Promise<readonly Shown[]> {
  built ??= build();
  const states = await built;
  const size = `${document.documentElement.clientWidth} ${document.documentElement.style.zoom}`;
  if (size === laidOut) return states;
  // Scroll through it once: content far off the screen is not laid out before.
  for (const { name } of states) {
    placeOf(name).scrollIntoView();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
  window.scrollTo(0, 0);
  laidOut = size;
  return states;
}

async function build(): Promise<readonly Shown[]> {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const [request] = await world.waiting();
  if (request === undefined) throw new Error('nothing waits');
  const client = world.connect({ clock: createFakeClock(Date.now()) });
  // The wall outlives its server, which ends with this test.
  world.line.cut('unreachable');
  const states = everyState({ client, request });
  const shown = createRoot(document.body.appendChild(document.createElement('div')));
  mounted = shown;
  act(() =>
    shown.render(
      <HitlTestProvider now={now} locale="en">
        <main style={{ background: 'Canvas' }}>
          <HitlProvider client={client} now={now}>
            {states.map(({ name, ui }) => (
              // Space for popups, so that nothing on the wall covers its neighbour.
              <div key={name} data-shown={name} style={{ paddingBlockEnd: 280 }}>
                {ui}
              </div>
            ))}
          </HitlProvider>
        </main>
      </HitlTestProvider>,
    ),
  );
  for (const { name, press = [] } of states) {
    for (const each of press) {
      await expect
        .poll(() => [name, each, pressable(placeOf(name), each) !== undefined])
        .toEqual([name, each, true]);
      act(() => choose(pressable(placeOf(name), each)));
    }
  }
  await expect
    .poll(() => placeOf('an answer of unknown fate').firstElementChild)
    .toHaveAttribute('data-state', 'unknown');
  await expect
    .poll(() => placeOf('a failed answer').querySelector('[role="alert"]'))
    .not.toBe(null);
  return states;
}

afterAll(() => act(() => mounted?.unmount()));

function choose(element: HTMLElement | undefined): void {
  if (!(element instanceof HTMLOptionElement)) return element?.click();
  element.selected = true;
  element.closest('select')?.dispatchEvent(new Event('change', { bubbles: true }));
}

function placeOf(name: string): HTMLElement {
  const place = document.querySelector<HTMLElement>(`[data-shown="${name}"]`);
  if (place === null) throw new Error(`${name} is not shown`);
  return place;
}

function pressable(place: HTMLElement, name: string): HTMLElement | undefined {
  const part = `[data-hitl-part="${name.slice(1)}"]`;
  return name.startsWith('@')
    ? (place.querySelector<HTMLElement>(part) ??
        document.querySelector<HTMLElement>(part) ??
        undefined)
    : [...place.querySelectorAll<HTMLElement>('button, label, option')].find(
        (each) => each.textContent.trim() === name || each.getAttribute('aria-label') === name,
      );
}

/** The violations found by axe, in short form. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run([...document.querySelectorAll('main')], {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // Landmarks are the task of the page around the cards.
    rules: { region: { enabled: false } },
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target, failureSummary }) => {
      const place = document.querySelector(String(target[0]))?.closest('[data-shown]');
      return `${id} in ${place?.getAttribute('data-shown') ?? '?'}: ${html}\n${failureSummary ?? ''}`;
    }),
  );
}

// Before the wall is built, which stays on the page.
test('axe does check contrast here: grey on grey is found', async () => {
  renderCard(
    <main>
      <p style={{ color: '#999', background: '#aaa' }}>Hard to read</p>
    </main>,
  );
  expect(await violations()).toEqual([expect.stringContaining('color-contrast')]);
});

test.each([320, 1280])('a dialog holds its whole card on a page %i px wide', async (width) => {
  await page.viewport(width, 800);
  renderCard(
    <Interaction.Dialog request={authorizationRequest()} onRespond={() => undefined}>
      <button type="button">Review</button>
    </Interaction.Dialog>,
  );
  // Not by a real mouse, after which focus set by a script is not visible in the next tests.
  act(() => screen.getByRole('button', { name: 'Review' }).click());
  const dialog = page.getByRole('dialog').element();
  const card = page.getByRole('dialog').getByRole('group').first().element();
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
  expect(card.getBoundingClientRect().width).toBe(Math.min(720, width - 32));
});

// First of the wall's tests: it sees the animations with which its states appear.
test('nothing moves with reduced motion, in any state', async () => {
  await emulate(['prefers-reduced-motion', 'reduce']);
  await wall();
  expect(document.getAnimations()).toEqual([]);
  for (const element of document.querySelectorAll('main *')) {
    const { animationDuration, transitionDuration, animationName } = getComputedStyle(element);
    const durations = transitionDuration.split(', ');
    expect
      .soft(
        durations.every((each) => each === '0s'),
        element.outerHTML,
      )
      .toBe(true);
    expect.soft(animationName === 'none' || animationDuration === '0s').toBe(true);
  }
});

const schemes: [string, [string, string][]][] = [
  ['light', [['prefers-color-scheme', 'light']]],
  ['dark', [['prefers-color-scheme', 'dark']]],
  ['forced colours', [['forced-colors', 'active']]],
];

test.each(schemes)(
  'axe finds nothing in any state, contrast included, in %s',
  async (_, features) => {
    await emulate(['prefers-reduced-motion', 'reduce'], ...features);
    document.documentElement.style.colorScheme = 'light dark';
    await wall();
    expect(await violations()).toEqual([]);
  },
);

test('every state is recognizable by its text, without any colour', async () => {
  const states = await wall();
  const risks = ['low', 'medium', 'high'].map(
    (risk) =>
      placeOf(`a call of ${risk} risk`).querySelector('[data-hitl-part="risk"]')?.textContent,
  );
  expect(new Set(risks).size).toBe(3);
  const ends = states
    .map(({ name }) => name)
    .filter((name) => /^an? (allowed|denied|expired|cancelled|superseded) call$/.test(name))
    .map((name) => placeOf(name).querySelector('[data-hitl-part="receipt-outcome"]')?.textContent);
  expect(ends).toHaveLength(5);
  expect(new Set(ends).size).toBe(5);
});

test('no target is smaller than 24 pixels, in any state', async () => {
  await wall();
  const targets = document.querySelectorAll<HTMLElement>(
    'button:not([role="radio"], [role="checkbox"]), select, textarea, label:has(input, button), input:not([type="radio"], [type="checkbox"])',
  );
  expect(targets.length).toBeGreaterThan(100);
  for (const target of [...targets].filter((each) => each.checkVisibility())) {
    const { width, height } = target.getBoundingClientRect();
    expect.soft([width >= 24, height >= 24], target.outerHTML).toEqual([true, true]);
  }
});

test('animations take less than 150 ms', async () => {
  await emulate(['prefers-reduced-motion', 'no-preference']);
  await wall();
  for (const element of document.querySelectorAll('main *')) {
    for (const each of getComputedStyle(element).transitionDuration.split(', ')) {
      expect.soft(Number.parseFloat(each), element.outerHTML).toBeLessThanOrEqual(0.15);
    }
  }
});

/** Elements that extend beyond the page. */
function outside(): string[] {
  const edge = document.documentElement.clientWidth;
  return [...document.querySelectorAll('main *')]
    .filter((element) => element.getBoundingClientRect().right > edge)
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
}

/** Elements that clip text which cannot be read elsewhere. */
function cutOff(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const hides = overflowX === 'hidden' || overflowX === 'clip';
      // For screen readers only, or behind a button that shows it in full.
      const meant =
        element.clientWidth <= 1 || 'clipped' in element.dataset || textOverflow === 'ellipsis';
      return hides && !meant && element.scrollWidth > element.clientWidth + 1;
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
}

test.each([320, 390])('no state scrolls sideways on a page %i px wide', async (width) => {
  await page.viewport(width, 800);
  await wall();
  expect(outside()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(cutOff()).toEqual([]);
});

test('at twice the text size everything is visible, without scrolling sideways', async () => {
  await page.viewport(780, 800);
  document.documentElement.style.zoom = '2';
  await wall();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(780);
  expect(cutOff()).toEqual([]);
});

test('wider spacing of lines, words and letters clips nothing', async () => {
  await page.viewport(390, 800);
  await wall();
  // WCAG 1.4.12.
  const style = document.createElement('style');
  style.textContent =
    'main * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } main p { margin-block-end: 2em !important }';
  document.head.append(style);
  onTestFinished(() => style.remove());
  expect(outside()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(cutOff()).toEqual([]);
});

test('the focus is visible on every focusable element, also in forced colours', async () => {
  await emulate(['forced-colors', 'active']);
  await wall();
  // The browser shows the focus that a script moves only after the use of a keyboard.
  await userEvent.keyboard('{Tab}');
  const reachable = document.querySelectorAll<HTMLElement>(
    'main :is(button, input, textarea, select, [tabindex="0"]):not(:disabled)',
  );
  for (const element of [...reachable].filter((each) => each.checkVisibility())) {
    // Like focus by keyboard, which is visible.
    element.focus({ focusVisible: true });
    // A radio group passes the focus to one of its radio buttons.
    const focused = element.matches('[role="radiogroup"]')
      ? (document.activeElement ?? element)
      : element;
    const box = focused.matches('[role="radio"], [role="checkbox"]')
      ? [focused, focused.closest('label, [data-hitl-part="choice"]') ?? focused]
      : [focused];
    const seen = box.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    });
    expect.soft(seen, element.outerHTML).toBe(true);
  }
});
