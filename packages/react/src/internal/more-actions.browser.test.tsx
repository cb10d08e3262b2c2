import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest } from '@hitl/protocol/testing';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Confirm } from '../index.ts';
import { renderCard, renderWithClient } from './testing.fixture.tsx';
import { withTheme } from '../theme/theme.fixture.ts';

withTheme();

const more = page.getByRole('button', { name: 'More actions' });
const actions = page.getByRole('group', { name: 'More actions' });
const action = (name: string) => actions.getByRole('button', { name });

/** The positions of all buttons except more actions. */
function places(): string[] {
  return [...document.querySelectorAll('button, select, input')]
    .filter((element) => element.closest('[data-hitl-part="more-actions"]') === null)
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.textContent} ${x} ${y} ${width} ${height}`;
    });
}

test.each(['ltr', 'rtl'])(
  'more actions show below the row, and nothing moves (%s)',
  async (dir) => {
    await page.viewport(390, 800);
    renderCard(
      <div dir={dir}>
        <Confirm.Card request={authorizationRequest()} onRespond={() => {}} />
      </div>,
    );
    await expect.element(more).toBeVisible();
    const before = places();
    await more.click();
    await expect.element(action('Stop the run')).toBeVisible();
    expect(places()).toEqual(before);
    const row = document.querySelector('[data-confirmed="true"]')?.getBoundingClientRect().bottom;
    for (const button of actions.element().querySelectorAll('button'))
      expect(button.getBoundingClientRect().top).toBeGreaterThanOrEqual(row ?? Infinity);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  },
);

test('a button whose label changes keeps the focus', async () => {
  renderWithClient(createFakeClient(), <Confirm.Card request={authorizationRequest()} />);
  await more.click();
  await action('Stop the countdown').click();
  await expect.element(action('Resume the countdown')).toHaveFocus();
});

test('the choice opened by “Always deny…” has the focus, and the keyboard hides the other actions', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  more.element().focus();
  await userEvent.keyboard('{Enter}{Tab}{Tab}');
  await expect.element(action('Always deny…')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('combobox', { name: /^Remember/ })).toHaveFocus();
  action('Stop the run').element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(more).toHaveFocus();
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  expect(respond).not.toHaveBeenCalled();
});

test('a run is stopped by a second press on a button that stays where it is', async () => {
  const respond = vi.fn();
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  await more.click();
  const stop = action('Stop the run').element();
  const { x, y, width } = stop.getBoundingClientRect();
  await action('Stop the run').click();
  expect(respond).not.toHaveBeenCalled();
  await expect.element(action('Press again to stop')).toHaveFocus();
  expect(stop.getBoundingClientRect()).toMatchObject({ x, y, width });
  // Moving the focus cancels the first press.
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await action('Stop the run').click();
  expect(respond).not.toHaveBeenCalled();
  await action('Press again to stop').click();
  expect(respond).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 'abort_run' }));
});
