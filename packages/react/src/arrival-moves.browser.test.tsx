import './theme/theme.css';
import { authorizationRequest, inputRequest, TEST_TIME } from '@hitl/protocol/testing';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { Confirm, Input } from './index.ts';
import { HitlTestProvider } from './testing.tsx';

// What is loaded later is loaded once for a page, so each test here waits for other files, in this order.

/** So long that a press comes in time on a busy machine, so short that a test can wait for its end. */
const ARMING_MS = 2000;
const PATIENTLY = { timeout: 30_000 };

/** Which files are held back, and the requests for them. */
const HELD = ['body.tsx', 'after.tsx', 'question.tsx'];
const requests = new Map<string, string>();
beforeAll(async () => {
  cdp().on('Fetch.requestPaused', ({ requestId, request }) => {
    requests.set(new URL(request.url).pathname.split('/').at(-1) ?? '', requestId);
  });
  const patterns = HELD.map((name) => ({ urlPattern: `*/${name}*` }));
  await cdp().send('Fetch.enable', { patterns });
  // Another file of tests may have brought them into the browser's memory.
  await cdp().send('Network.enable');
  await cdp().send('Network.setCacheDisabled', { cacheDisabled: true });
});
afterAll(async () => {
  await cdp().send('Network.setCacheDisabled', { cacheDisabled: false });
  await cdp().send('Network.disable');
  await cdp().send('Fetch.disable');
});

async function letThrough(name: string): Promise<void> {
  await expect.poll(() => requests.has(name), PATIENTLY).toBe(true);
  await cdp().send('Fetch.continueRequest', { requestId: requests.get(name) ?? '' });
}

function isLoaded(name: string): boolean {
  return performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${name}`));
}

let root: Root | undefined;
function show(ui: ReactNode): void {
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <HitlTestProvider armingDelayMs={ARMING_MS} now={() => TEST_TIME}>
      {ui}
    </HitlTestProvider>,
  );
}
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

/** The cards have been there for long enough. */
async function armed(): Promise<void> {
  const since = performance.now();
  await expect.poll(() => performance.now() - since, PATIENTLY).toBeGreaterThan(ARMING_MS);
}

/** Presses the middle of an element, at once and without moving a pointer there before. */
async function press(element: Element): Promise<void> {
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0, width: innerWidth };
  const scale = frame.width / innerWidth;
  const at = { x: frame.x + (x + width / 2) * scale, y: frame.y + (y + height / 2) * scale };
  for (const type of ['mousePressed', 'mouseReleased'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await cdp().send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 });
  }
}

test('a press on a button that the later parts have just pushed away decides nothing', async () => {
  const respond = vi.fn();
  show(<Confirm.Card request={authorizationRequest()} onRespond={respond} />);
  const allow = page.getByRole('button', { name: 'Allow', exact: true });
  const who = page.getByText('assistant');
  await expect.element(allow).toBeVisible();
  await armed();
  const { y } = allow.element().getBoundingClientRect();

  // What moves the buttons waits for what tells which presses were meant for them.
  await letThrough('body.tsx');
  await expect.poll(() => isLoaded('body.tsx'), PATIENTLY).toBe(true);
  await expect.element(who).not.toBeInTheDocument();
  await letThrough('after.tsx');
  await expect.element(who).toBeVisible();
  expect(allow.element().getBoundingClientRect().y).toBeGreaterThan(y);
  await press(allow.element());
  await expect.element(page.getByRole('group')).toHaveAttribute('data-ignored');
  expect(respond).not.toHaveBeenCalled();

  await armed();
  await press(allow.element());
  await expect.poll(() => respond.mock.calls, PATIENTLY).toHaveLength(1);
});

test('a press on a button that has just come up under the pointer decides nothing', async () => {
  const respond = vi.fn();
  show(<Input.Card request={inputRequest()} onRespond={respond} />);
  const decline = page.getByRole('button', { name: 'Decline' });
  await expect.element(page.getByRole('heading')).toBeVisible();
  await armed();
  await letThrough('question.tsx');
  await expect.element(decline).toBeVisible();
  await press(decline.element());
  await expect.element(page.getByRole('group')).toHaveAttribute('data-ignored');
  expect(respond).not.toHaveBeenCalled();

  await armed();
  await press(decline.element());
  await expect.poll(() => respond.mock.calls, PATIENTLY).toHaveLength(1);
});
