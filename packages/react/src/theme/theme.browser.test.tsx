import {
  authorizationRequest,
  combinedRequest,
  confirmPart,
  inputPart,
  selectPart,
  selectRequest,
} from '@hitl/protocol/testing';
import type { ReactElement } from 'react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { Batch, Combined, Confirm, Select } from '../index.ts';
import { renderCard } from '../internal/testing.fixture.tsx';
import { withTheme } from './theme.fixture.ts';

withTheme();

interface MediaSession {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { features: { name: string; value: string }[] },
  ): Promise<unknown>;
}

async function emulate(name: string, value: string): Promise<void> {
  const session = cdp() as MediaSession;
  await session.send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
}

afterEach(async () => {
  await (cdp() as MediaSession).send('Emulation.setEmulatedMedia', { features: [] });
});

const card = (): ReactElement => (
  <Confirm.Card request={authorizationRequest({ risk_level: 'medium' })} onRespond={() => {}} />
);

const style = (name: string, role: 'button' | 'group' = 'button'): CSSStyleDeclaration =>
  getComputedStyle(page.getByRole(role, { name, exact: true }).element());

test('follows the user’s preference, or the data-theme of the page', async () => {
  await emulate('prefers-color-scheme', 'light');
  renderCard(<div data-theme="dark">{card()}</div>);
  const dark = style('Run this command?', 'group').backgroundColor;
  await emulate('prefers-color-scheme', 'dark');
  expect(style('Run this command?', 'group').backgroundColor).toBe(dark);
});

/** How pages and libraries declare dark mode: on the root, on the body or on an element. */
const markers: Record<string, (on: HTMLElement, scheme: string) => void> = {
  'data-theme': (on, scheme) => on.setAttribute('data-theme', scheme),
  'a class, as of Tailwind and next-themes': (on, scheme) => on.classList.add(scheme),
  Mantine: (on, scheme) => on.setAttribute('data-mantine-color-scheme', scheme),
  Bootstrap: (on, scheme) => on.setAttribute('data-bs-theme', scheme),
};

function unmark(element: HTMLElement): void {
  for (const name of ['data-theme', 'class', 'data-mantine-color-scheme', 'data-bs-theme', 'style'])
    element.removeAttribute(name);
}

const DARK = 'rgb(29, 30, 34)';
const LIGHT = 'rgb(255, 255, 255)';
const surface = (): string => style('Run this command?', 'group').backgroundColor;

test.each(Object.entries(markers))('follows a page that sets it by %s', async (_, mark) => {
  await emulate('prefers-color-scheme', 'light');
  const root = document.documentElement;
  const { container } = renderCard(card());
  for (const element of [root, document.body, container]) {
    mark(element, 'dark');
    expect(surface()).toBe(DARK);
    expect(style('Run this command?', 'group').colorScheme).toBe('dark');
    unmark(element);
    expect(surface()).toBe(LIGHT);
  }
  await emulate('prefers-color-scheme', 'dark');
  expect(surface()).toBe(DARK);
  mark(root, 'light');
  expect(surface()).toBe(LIGHT);
  unmark(root);
});

test('follows the computed color-scheme of the page, wherever it is set', async () => {
  await emulate('prefers-color-scheme', 'light');
  renderCard(card());
  const sheet = document.createElement('style');
  sheet.textContent = 'html { color-scheme: only dark }';
  document.head.append(sheet);
  await expect.poll(surface).toBe(DARK);
  sheet.remove();
  await expect.poll(surface).toBe(LIGHT);
  document.documentElement.style.colorScheme = 'dark';
  await expect.poll(surface).toBe(DARK);
  document.documentElement.style.colorScheme = 'light dark';
  await expect.poll(surface).toBe(LIGHT);
  await emulate('prefers-color-scheme', 'dark');
  await expect.poll(surface).toBe(DARK);
  unmark(document.documentElement);
});

test('is light or dark by the user’s preference alone', async () => {
  renderCard(card());
  await emulate('prefers-color-scheme', 'light');
  const light = style('Run this command?', 'group').backgroundColor;
  await emulate('prefers-color-scheme', 'dark');
  expect(style('Run this command?', 'group').backgroundColor).not.toBe(light);
});

test('distinguishes buttons and the chosen option in forced colors', async () => {
  await emulate('forced-colors', 'active');
  renderCard(
    <>
      {card()}
      <Select.Card request={selectRequest({ id: 'int_2' })} onRespond={() => {}} />
    </>,
  );
  expect(style('Allow once').borderTopStyle).toBe('solid');
  expect(style('Allow once').borderTopColor).not.toBe('rgba(0, 0, 0, 0)');
  await page.getByRole('radio', { name: 'Staging' }).click();
  const chosen = page.getByRole('radio', { name: 'Staging' }).element().closest('label');
  expect(getComputedStyle(chosen as Element).outlineStyle).toBe('solid');
});

test('moves nothing with reduced motion', async () => {
  await emulate('prefers-reduced-motion', 'reduce');
  renderCard(card());
  expect(style('Allow once').transitionDuration.split(', ')).toEqual(['0s', '0s']);
});

test('shows the focus', async () => {
  renderCard(card());
  await userEvent.keyboard('{Tab}{Tab}');
  const { activeElement } = document;
  expect(getComputedStyle(activeElement as Element).outlineWidth).toBe('2px');
});

test('is overridden by any unlayered rule of the page', () => {
  renderCard(
    <>
      <style>{'button { background-color: rgb(1, 2, 3) }'}</style>
      {card()}
    </>,
  );
  expect(style('Allow once').backgroundColor).toBe('rgb(1, 2, 3)');
});

test.each([320, 390, 1280])('fits a page %i px wide without scrolling sideways', async (width) => {
  await page.viewport(width, 800);
  renderCard(
    <Batch.Panel
      requests={[
        authorizationRequest({ id: 'a', tool_args: { command: 'x'.repeat(400) } }),
        authorizationRequest({ id: 'b', agent_path: ['one_long_name', 'another_long_name'] }),
      ]}
      onRespond={() => {}}
    />,
  );
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test.each(['Two\nlines', 'A list:\n  1. stop\n  2. start'])('keeps the lines of %j', (text) => {
  const option = { value: 'a', label: `Label. ${text}`, description: `Option. ${text}` };
  const { container } = renderCard(
    <>
      <Confirm.Card
        request={authorizationRequest({ reason: `Reason. ${text}` })}
        onRespond={() => {}}
      />
      <Combined.Card
        onRespond={() => {}}
        request={combinedRequest({
          id: 'int_2',
          title: `Title. ${text}`,
          description: `Description. ${text}`,
          interactions: [
            inputPart({ title: `Part. ${text}`, description: `Part description. ${text}` }),
            selectPart({ options: [option] }),
            confirmPart({ confirm_text: `Yes. ${text}` }),
          ],
        })}
      />
    </>,
  );
  const places = ['Reason', 'Title', 'Description', 'Part', 'Part description', 'Label', 'Option'];
  const shown = container.innerText;
  expect([...places, 'Yes'].filter((place) => !shown.includes(`${place}. ${text}`))).toEqual([]);
});

test('buttons that fill the row of a narrow page begin where the card’s text begins', async () => {
  await page.viewport(390, 800);
  const request = selectRequest({ allowed_actions: ['deny'] });
  renderCard(<Select.Card request={request} onRespond={() => {}} />);
  const left = (element: Element): number => element.getBoundingClientRect().left;
  const title = page.getByText(request.title).element();
  expect(left(page.getByRole('button', { name: 'Decline' }).element())).toBe(left(title));
});

test('an open row shortens its call, which its card shows whole, but never a question', async () => {
  await page.viewport(390, 800);
  const command = `npm run lint -- ${'--fix src '.repeat(12)}`;
  const several = { message_id: 'msg_1', risk_level: 'low' as const };
  renderCard(
    <Batch.Panel
      requests={[
        authorizationRequest({ ...several, id: 'int_1', tool_args: { command } }),
        selectRequest({ ...several, id: 'int_2', title: 'Where should it run? '.repeat(8).trim() }),
      ]}
      onRespond={() => {}}
    />,
  );
  const isCut = (name: RegExp): boolean => {
    const line = page.getByRole('button', { name }).element();
    const subject = line.querySelector('[data-hitl-part="batch-subject"]');
    return subject !== null && subject.scrollHeight > subject.clientHeight;
  };
  expect(isCut(/^Run npm/)).toBe(true);
  await expect.element(page.getByRole('definition')).toHaveTextContent(command.trim());
  await userEvent.click(page.getByRole('button', { name: /^Where/ }));
  expect(isCut(/^Where/)).toBe(false);
});

/**
 * The rules of the page for this medium. Chromium can emulate a touch screen, but does not get its
 * mouse back afterwards.
 */
function mediaRules(
  medium: string,
  within: Iterable<{ readonly cssRules: CSSRuleList }> = document.styleSheets,
): CSSMediaRule[] {
  return [...within].flatMap(({ cssRules }) =>
    [...cssRules].flatMap((rule) => {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === medium) return [rule];
      return rule instanceof CSSGroupingRule ? mediaRules(medium, [rule]) : [];
    }),
  );
}

test('every field has 16 px on a touch screen, so that Safari does not zoom in', async () => {
  renderCard(card());
  await page.getByRole('button', { name: 'Edit' }).click();
  const sizes = (): string[] =>
    [...document.querySelectorAll('select, textarea, input')].map(
      (field) => getComputedStyle(field).fontSize,
    );
  expect(sizes()).toEqual(['13px', '13px']);
  for (const { media } of mediaRules('(pointer: coarse)')) {
    const { mediaText } = media;
    media.mediaText = 'all';
    onTestFinished(() => void (media.mediaText = mediaText));
  }
  expect(sizes()).toEqual(['16px', '16px']);
});

test('has no targets smaller than 24 pixels', async () => {
  renderCard(
    <>
      {card()}
      <Select.Card request={selectRequest({ id: 'int_2' })} onRespond={() => {}} />
    </>,
  );
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'More actions' }).first().click();
  for (const target of document.querySelectorAll(
    'button:not(label > *), label:has([role=radio], [role=checkbox]), select',
  )) {
    const { width, height } = target.getBoundingClientRect();
    expect.soft([width >= 24, height >= 24], target.outerHTML).toEqual([true, true]);
  }
});
