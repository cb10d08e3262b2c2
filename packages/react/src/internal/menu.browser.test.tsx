import '../theme/theme.css';
import { authorizationRequest } from '@hitl/protocol/testing';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Confirm } from '../index.ts';
import { renderCard } from './testing.fixture.tsx';

const more = page.getByRole('button', { name: 'More actions' });
const menu = page.getByRole('menu', { name: 'More actions' });

/** Where everything is, but for what is in the menu. */
function places(): string[] {
  const parts = [...document.querySelectorAll('[data-hitl-part]')];
  return parts
    .filter((element) => element.closest('[role="menu"]') === null)
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.getAttribute('data-hitl-part')} ${x} ${y} ${width} ${height}`;
    });
}

/** A press of which nothing can have come of what it loads. */
function press(button: Element): void {
  (button as HTMLElement).click();
  expect(document.querySelector('[role="menu"]')).toBeNull();
}

test('a press before the menu is loaded opens it afterwards, and nothing moves', async () => {
  const respond = vi.fn();
  const request = authorizationRequest({ risk_level: 'low' });
  renderCard(<Confirm.Card request={request} onRespond={respond} />);
  press(more.element());
  const before = places();
  await expect.element(menu).toBeVisible();
  expect(places()).toEqual(before);
  await page.getByRole('menuitem', { name: 'Stop the countdown' }).click();
  expect(respond).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 'pause' }));
});

test('a menu does not open if the person has moved on meanwhile', async () => {
  renderCard(
    <>
      <Confirm.Card request={authorizationRequest({ id: 'int_a' })} onRespond={() => {}} />
      <Confirm.Card request={authorizationRequest({ id: 'int_b' })} onRespond={() => {}} />
    </>,
  );
  press(more.first().element());
  press(more.last().element());
  await expect.element(menu).toBeVisible();
  await expect.element(more.first()).toHaveAttribute('aria-expanded', 'false');
  await expect.element(more.last()).toHaveAttribute('aria-expanded', 'true');
});

test('a menu is navigated by keys, and returns the focus to its button', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  more.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('menuitem', { name: 'Stop the run' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('menuitem', { name: 'Always deny…' })).toHaveFocus();
  expect(respond).not.toHaveBeenCalled();
});

test('a run is stopped from the menu of a card by a second press, as elsewhere', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await more.click();
  await page.getByRole('menuitem', { name: 'Stop the run' }).click();
  expect(respond).not.toHaveBeenCalled();
  const sure = page.getByRole('menuitem', { name: 'Press again to stop' });
  await expect.element(sure).toBeVisible();
  // Who goes elsewhere has thought better of it.
  await userEvent.keyboard('{ArrowUp}');
  await page.getByRole('menuitem', { name: 'Stop the run' }).click();
  expect(respond).not.toHaveBeenCalled();
  await sure.click();
  expect(respond).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 'abort_run' }));
});
