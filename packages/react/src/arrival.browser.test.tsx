import { authorizationRequest, TEST_TIME } from '@hitl/protocol/testing';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Confirm } from './index.ts';
import { HitlTestProvider } from './testing.tsx';

// The only test of this file: what is loaded later is loaded once for a page, and each file is a page.
test('what is loaded later leaves the buttons that are there, and their focus', async () => {
  const respond = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() =>
    root.render(
      <HitlTestProvider now={() => TEST_TIME}>
        <Confirm.Card request={authorizationRequest()} onRespond={respond} />
      </HitlTestProvider>,
    ),
  );
  const buttons = [...document.querySelectorAll('button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Deny', 'Allow']);
  buttons[0]?.focus();

  await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  expect(buttons.map(({ isConnected }) => isConnected)).toEqual([true, true]);
  expect(buttons[0]).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(respond).toHaveBeenCalledOnce();
});
