import type { InteractionRequest } from '@hitl/protocol';
import { authorizationRequest } from '@hitl/protocol/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { createNotifier, type Notifier } from './notifier.ts';

/** For a busy machine: nothing here is timed, only awaited. */
const PATIENTLY = { timeout: 60_000 };

const ask = (id: string): InteractionRequest =>
  authorizationRequest({ id, tool_name: 'canary', tool_args: { command: 'canary' } });

interface Shown {
  readonly tab: string;
  readonly text: string;
  readonly press: () => void;
  isOpen: boolean;
}

const open: Notifier[] = [];
afterEach(() => {
  for (const notifier of open.splice(0)) notifier.stop();
});

/** The tabs of one browser, with the browser's own locks. */
function createTabs() {
  const shown: Shown[] = [];
  const pressed = vi.fn();
  function tab(name: string, isSeen = false): Notifier {
    const notifier = createNotifier(
      {
        notify(text, press) {
          const one: Shown = { tab: name, text, press, isOpen: true };
          shown.push(one);
          return { close: () => void (one.isOpen = false) };
        },
        locks: navigator.locks,
        isSeen: () => isSeen,
      },
      { text: (count) => `${count} waiting`, onPress: ({ id }) => pressed(name, id) },
    );
    open.push(notifier);
    return notifier;
  }
  return { shown, pressed, tab };
}

const heldLocks = async (): Promise<string[]> =>
  ((await navigator.locks.query()).held ?? []).map(({ name }) => name ?? '').toSorted();

test('of three tabs one notifies, once, with only the number of requests', async () => {
  const { shown, tab } = createTabs();
  const tabs = ['one', 'two', 'three'].map((name) => tab(name));
  for (const one of tabs) one.update([]);
  for (const one of tabs) one.update([ask('a'), ask('b')]);
  await expect.poll(() => shown, PATIENTLY).toHaveLength(1);
  for (const one of tabs) one.update([ask('a'), ask('b'), ask('c')]);
  await expect
    .poll(() => shown.map(({ text }) => text), PATIENTLY)
    .toEqual(['2 waiting', '3 waiting']);
  expect(await heldLocks()).toEqual(['hitl asked a', 'hitl asked b', 'hitl asked c']);
  expect(JSON.stringify(shown)).not.toContain('canary');
});

test('a visible tab handles new requests itself, without a notification', async () => {
  const { shown, tab } = createTabs();
  const [hidden, seen] = [tab('hidden'), tab('seen', true)];
  for (const one of [hidden, seen]) one.update([]);
  for (const one of [hidden, seen]) one.update([ask('a')]);
  await expect.poll(heldLocks, PATIENTLY).toEqual(['hitl asked a']);
  for (const one of [hidden, seen]) one.update([]);
  await expect.poll(heldLocks, PATIENTLY).toEqual([]);
  hidden.update([ask('b')]);
  await expect.poll(() => shown, PATIENTLY).toHaveLength(1);
  expect(shown[0]).toMatchObject({ tab: 'hidden', text: '1 waiting' });
});

test('requests that were pending when the page was opened cause no notification', async () => {
  const { shown, tab } = createTabs();
  const one = tab('one');
  one.update([ask('old')]);
  one.update([ask('old'), ask('new')]);
  await expect.poll(() => shown.map(({ text }) => text), PATIENTLY).toEqual(['2 waiting']);
  expect(await heldLocks()).toEqual(['hitl asked new']);
});

test('a request settled before its notification causes none, and one settled later withdraws it', async () => {
  const { shown, tab } = createTabs();
  const one = tab('one');
  one.update([]);
  one.update([ask('quick')]);
  one.update([]);
  one.update([ask('a')]);
  await expect.poll(() => shown.map(({ text }) => text), PATIENTLY).toEqual(['1 waiting']);
  one.update([]);
  expect(shown[0]).toMatchObject({ isOpen: false });
  await expect.poll(heldLocks, PATIENTLY).toEqual([]);
});

test('a press opens the first request of the notification', async () => {
  const { shown, pressed, tab } = createTabs();
  const one = tab('one');
  one.update([ask('old')]);
  one.update([ask('old'), ask('a'), ask('b')]);
  await expect.poll(() => shown, PATIENTLY).toHaveLength(1);
  shown[0]?.press();
  expect(pressed.mock.calls).toEqual([['one', 'a']]);
});

test('nothing breaks if pages cannot notify, as on some phones', async () => {
  const failing = vi.fn(() => {
    throw new TypeError('Illegal constructor');
  });
  const notifier = createNotifier(
    { notify: failing, locks: undefined, isSeen: () => false },
    { text: String, onPress() {} },
  );
  open.push(notifier);
  notifier.update([]);
  notifier.update([ask('a')]);
  await expect.poll(() => failing.mock.calls.length, PATIENTLY).toBe(1);
});
