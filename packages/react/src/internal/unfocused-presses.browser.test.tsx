import { authorizationRequest } from '@hitl/protocol/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Confirm, RunControls } from '../index.ts';
import { CopyButton } from './record/copy-button.tsx';
import { renderCard } from './testing.fixture.tsx';

/**
 * Like Safari, and Firefox on a Mac: a press does not focus a button, but moves the focus to the
 * closest focusable ancestor.
 */
function pressAsInSafari(event: MouseEvent): void {
  const control = (event.target as Element).closest('button, input[type="radio"]');
  if (control === null || event.defaultPrevented) return;
  event.preventDefault();
  const around = control.parentElement?.closest<HTMLElement>('[tabindex]');
  if (around) around.focus();
  else (document.activeElement as HTMLElement | null)?.blur();
}

beforeEach(() => addEventListener('mousedown', pressAsInSafari));
afterEach(() => removeEventListener('mousedown', pressAsInSafari));

const more = page.getByRole('button', { name: 'More actions' });
const elsewhere = <p>Elsewhere</p>;

test('a selected action runs', async () => {
  const respond = vi.fn();
  const request = authorizationRequest({ allowed_actions: ['approve', 'deny', 'pause'] });
  renderCard(<Confirm.Card request={request} onRespond={respond} />);
  await more.click();
  await page.getByRole('button', { name: 'Stop the countdown' }).click();
  expect(respond).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 'pause' }));
});

test('more actions stay visible until their button hides them, even after presses elsewhere', async () => {
  renderCard(
    <>
      <Confirm.Card request={authorizationRequest()} onRespond={() => {}} />
      {elsewhere}
    </>,
  );
  await more.click();
  await page.getByText('Elsewhere').click();
  await expect.element(more).toHaveAttribute('aria-expanded', 'true');
  await more.click();
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
});

test('a field opened by a button has the focus', async () => {
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={() => {}} />);
  await page.getByRole('button', { name: 'Reason…' }).click();
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  await more.click();
  await page.getByRole('button', { name: 'Always deny…' }).click();
  await expect.element(page.getByRole('combobox')).toHaveFocus();
});

test('stopping a run needs confirmation again after the focus left', async () => {
  const control = vi.fn();
  renderCard(
    <>
      <RunControls.Bar run={{ id: 'run_1', status: 'running' }} onControl={control} />
      {elsewhere}
    </>,
  );
  await page.getByRole('button', { name: 'Stop the run' }).click();
  await page.getByText('Elsewhere').click();
  await page.getByRole('button', { name: 'Stop the run' }).click();
  expect(control).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Press again to stop' }).click();
  expect(control).toHaveBeenCalledExactlyOnceWith('abort_run');
});

test('a copy button shows its result until the focus leaves', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  renderCard(
    <>
      <CopyButton partName="copy" text={() => 'A text'} />
      {elsewhere}
    </>,
  );
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.getByText('Elsewhere').click();
  await expect.element(page.getByRole('button', { name: 'Copy as text' })).toBeVisible();
});
