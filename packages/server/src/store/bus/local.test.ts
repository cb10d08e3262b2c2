import { expect, test } from 'vitest';
import type { Change } from './bus.ts';
import { createLocalBus } from './local.ts';

const session: Change = { kind: 'session', key: { tenantId: 'default', sessionId: 'ses_1' } };
const rules: Change = { kind: 'rules', tenantId: 'default', userId: 'ada' };

test('calls every listener immediately', () => {
  const bus = createLocalBus();
  const heard: [string, Change][] = [];
  bus.subscribe((change) => heard.push(['first', change]));
  bus.subscribe((change) => heard.push(['second', change]));
  bus.publish(session);
  bus.publish(rules);
  expect(heard).toEqual([
    ['first', session],
    ['second', session],
    ['first', rules],
    ['second', rules],
  ]);
});

test('calls no listener that has unsubscribed, and each subscription separately', () => {
  const bus = createLocalBus();
  const heard: Change[] = [];
  const listener = (change: Change): void => void heard.push(change);
  const leave = bus.subscribe(listener);
  bus.subscribe(listener);
  leave();
  leave();
  bus.publish(session);
  expect(heard).toEqual([session]);
});

test('lets listeners unsubscribe and subscribe during a call', () => {
  const bus = createLocalBus();
  const heard: string[] = [];
  const leave = bus.subscribe(() => {
    heard.push('first');
    leave();
    bus.subscribe(() => heard.push('late'));
  });
  bus.subscribe(() => heard.push('second'));
  bus.publish(session);
  expect(heard).toEqual(['first', 'second']);
  bus.publish(session);
  expect(heard).toEqual(['first', 'second', 'second', 'late']);
});

test('sends nothing once it is closed', async () => {
  const bus = createLocalBus();
  const heard: Change[] = [];
  bus.subscribe((change) => heard.push(change));
  await bus.close();
  bus.publish(session);
  expect(heard).toEqual([]);
});
