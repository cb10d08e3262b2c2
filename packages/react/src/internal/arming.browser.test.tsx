import type { ConfirmRequest } from '@hitl/protocol';
import { authorizationRequest, permissionRule, testTime } from '@hitl/protocol/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { Batch, Confirm, Grants, PendingRequests } from '../index.ts';
import { listen } from './listen.fixture.ts';
import { renderCard } from './testing.fixture.tsx';

/** For a busy machine: nothing here is timed, only awaited. */
const PATIENTLY = { timeout: 60_000 };

const ARMING_MS = 2000;

/** The stopped clock of the page's events, so that the speed of the machine does not matter. */
let clock = 0;

beforeEach(() => {
  clock = 10_000;
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => clock);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ask = (id: string, more: Partial<ConfirmRequest> = {}) =>
  authorizationRequest({ id, message_id: `msg_${id}`, tool_name: `tool_${id}`, ...more });

const cardOf = (id: string) => page.getByRole('group', { name: `Allow tool_${id}?` });
const allowOf = (id: string) => cardOf(id).getByRole('button', { name: 'Allow once', exact: true });

/** Advances the clock beyond the arming delay. */
function passArmingDelay(): void {
  clock += ARMING_MS;
}

/** Whether an element has had an attribute at any time from now on. */
function everHas(element: Element, attribute: string): () => boolean {
  let had = false;
  new MutationObserver(() => (had ||= element.hasAttribute(attribute))).observe(element, {
    attributes: true,
  });
  return () => had;
}

/** The middle of an element in the coordinates of the browser. */
function middleOf(element: Element): { x: number; y: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0, width: innerWidth };
  const scale = frame.width / innerWidth;
  return { x: frame.x + (x + width / 2) * scale, y: frame.y + (y + height / 2) * scale };
}

async function mouse(type: string, at: { x: number; y: number }): Promise<void> {
  const button = type === 'mouseMoved' ? 'none' : 'left';
  await cdp().send('Input.dispatchMouseEvent', { type, ...at, button, clickCount: 1 } as never);
}

async function pressAt(at: { x: number; y: number }): Promise<void> {
  await mouse('mousePressed', at);
  await mouse('mouseReleased', at);
}

test('a list that moves under the pointer right before a press accepts no answer', async () => {
  const respond = vi.fn();
  const list = (...ids: string[]) => (
    <PendingRequests requests={ids.map((id) => ask(id))} onRespond={respond} lingerMs={0} />
  );
  const { rerender } = renderCard(list('a', 'b'), { armingDelayMs: ARMING_MS });
  await expect.element(allowOf('b')).toBeVisible();
  passArmingDelay();
  const at = middleOf(allowOf('a').element());
  await mouse('mouseMoved', at);
  const said = listen();
  rerender(list('b'));
  await expect.element(cardOf('a')).not.toBeInTheDocument();
  expect(middleOf(allowOf('b').element())).toEqual(at);
  const ignored = everHas(cardOf('b').element(), 'data-ignored');
  await pressAt(at);
  expect(respond).not.toHaveBeenCalled();
  await expect.poll(ignored, PATIENTLY).toBe(true);
  await expect.element(cardOf('b')).toHaveAttribute('data-state', 'pending');
  await expect.poll(() => said.join(' '), PATIENTLY).toContain('your press was not counted');

  await expect.element(cardOf('b')).not.toHaveAttribute('data-ignored');
  passArmingDelay();
  await pressAt(at);
  await expect.poll(() => respond.mock.calls, PATIENTLY).toHaveLength(1);
  expect(respond.mock.lastCall?.[0]).toMatchObject({ request_id: 'b', action: 'approve' });
});

test('a row that opens under the pointer accepts no answer during the arming delay, by key either', async () => {
  const respond = vi.fn();
  const requests = ['a', 'b', 'c'].map((id) => ask(id, { message_id: 'msg_1', risk_level: 'low' }));
  renderCard(<Batch.Panel requests={requests} onRespond={respond} />, {
    armingDelayMs: ARMING_MS,
  });
  await expect.element(allowOf('a')).toBeVisible();
  passArmingDelay();
  const at = middleOf(allowOf('a').element());
  await mouse('mouseMoved', at);
  await pressAt(at);
  // The first row has become a line, and the next one has opened.
  const line = page.getByRole('button', { expanded: true });
  await expect.element(page.getByRole('button', { name: /Allowed$/ })).toBeVisible();
  await allowOf('b').click();
  (line.element() as HTMLElement).focus();
  await userEvent.keyboard('a');
  expect(respond.mock.calls.map(([{ request_id }]) => request_id)).toEqual(['a']);
  passArmingDelay();
  await userEvent.keyboard('a');
  expect(respond.mock.calls.map(([{ request_id }]) => request_id)).toEqual(['a', 'b']);
});

test('a rule that moves under the pointer is not revoked instead of another', async () => {
  const revoke = vi.fn(async () => {});
  const panel = (...ids: string[]) => (
    <Grants.Root
      rules={ids.map((id, index) =>
        permissionRule({ id, pattern: `bash(${id})`, created_at: testTime(9 - index) }),
      )}
      onRevoke={revoke}
    >
      <Grants.List />
    </Grants.Root>
  );
  const { rerender } = renderCard(panel('a', 'b', 'c'), { armingDelayMs: ARMING_MS });
  const revokeOf = (id: string) => page.getByRole('button', { name: `Revoke bash(${id})` });
  await expect.element(revokeOf('c')).toBeVisible();
  passArmingDelay();
  const at = middleOf(revokeOf('c').element());
  await mouse('mouseMoved', at);
  const said = listen();
  rerender(panel('new', 'a', 'b', 'c'));
  await expect.element(revokeOf('new')).toBeVisible();
  expect(middleOf(revokeOf('b').element())).toEqual(at);
  await pressAt(at);
  await expect.poll(() => said.join(' '), PATIENTLY).toContain('your press was not counted');
  expect(revoke).not.toHaveBeenCalled();

  passArmingDelay();
  await pressAt(at);
  await expect.poll(() => revoke.mock.calls, PATIENTLY).toHaveLength(1);
});

test('a card whose arguments change is armed again, says so and drops the draft about the old ones', async () => {
  const respond = vi.fn();
  const card = (command: string, args_digest: string) => (
    <Confirm.Card request={ask('a', { tool_args: { command }, args_digest })} onRespond={respond} />
  );
  const { rerender } = renderCard(card('npm run lint', 'one'), { armingDelayMs: ARMING_MS });
  await expect.element(allowOf('a')).toBeVisible();
  passArmingDelay();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'command' }).fill('npm run lint -- --fix');
  await expect.element(page.getByRole('button', { name: 'Allow edited' })).toBeVisible();
  expect(cardOf('a').element()).not.toHaveAttribute('data-changed');

  const said = listen();
  rerender(card('rm -rf build', 'two'));
  await expect.element(page.getByText('rm -rf build')).toBeVisible();
  await expect
    .element(page.getByText('This call has changed since you first saw it. Read it again.'))
    .toBeVisible();
  await expect.element(cardOf('a')).toHaveAttribute('data-changed', 'true');
  await allowOf('a').click();
  expect(respond).not.toHaveBeenCalled();
  await expect.poll(() => said.join(' '), PATIENTLY).toContain('This call has changed');

  passArmingDelay();
  await allowOf('a').click();
  expect(respond.mock.lastCall?.[0]).toMatchObject({ action: 'approve', args_digest: 'two' });
  expect(respond.mock.lastCall?.[0]).not.toHaveProperty('modified_args');
});
