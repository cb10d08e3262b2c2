import { expect, test } from 'vitest';
import { createStore } from './store.ts';
import { createFakeClient } from '../testing/fake-client.ts';

interface Watched {
  readonly starts: string[];
  readonly client: ReturnType<typeof createFakeClient>;
  readonly store: ReturnType<typeof createStore<object>>;
}

function watched(lingerMs: number): Watched {
  const starts: string[] = [];
  const client = createFakeClient();
  const store = createStore<object>(() => ({}), {
    client: { clock: client.clock, lingerMs },
    start() {
      starts.push('start');
      return () => void starts.push('stop');
    },
  });
  return { starts, client, store };
}

test('a snapshot is the same object until something changes', () => {
  const { store } = watched(0);
  const first = store.getSnapshot();
  expect(store.getSnapshot()).toBe(first);
  store.notify();
  expect(store.getSnapshot()).not.toBe(first);
});

test('every listener is called for every change until it unsubscribes', () => {
  const { store } = watched(0);
  const heard: string[] = [];
  const listener = (): void => void heard.push('a');
  const leave = store.subscribe(listener);
  const leaveAgain = store.subscribe(listener);
  store.subscribe(() => heard.push('b'));
  store.notify();
  leave();
  leave();
  store.notify();
  leaveAgain();
  store.notify();
  expect(heard).toEqual(['a', 'a', 'b', 'a', 'b', 'b']);
});

test('it is active from the first listener to a moment after the last one', () => {
  const { starts, client, store } = watched(1000);
  expect(starts).toEqual([]);
  const first = store.subscribe(() => {});
  const second = store.subscribe(() => {});
  first();
  second();
  client.clock.advance(999);
  expect(starts).toEqual(['start']);
  client.clock.advance(1);
  expect(starts).toEqual(['start', 'stop']);
  store.subscribe(() => {});
  expect(starts).toEqual(['start', 'stop', 'start']);
});

test('it stays active for a listener that returns in between, as in StrictMode', () => {
  const { starts, client, store } = watched(1000);
  store.subscribe(() => {})();
  client.clock.advance(10);
  const leave = store.subscribe(() => {});
  client.clock.advance(10_000);
  expect(starts).toEqual(['start']);
  leave();
  client.clock.advance(1000);
  expect(starts).toEqual(['start', 'stop']);
});
