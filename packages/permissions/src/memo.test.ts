import { expect, test } from 'vitest';
import { createRuleSet, type RuleInput } from './index.ts';

const NOW = Date.UTC(2026, 10, 21);
const ALLOW: RuleInput = { effect: 'allow', rule: 'file_write(./src/**)' };

function write(path: string) {
  return { toolName: 'file_write', toolArgs: { path } };
}

test('the same question gets the same answer object until a rule changes', () => {
  const set = createRuleSet([ALLOW], { root: '/repo' });
  const first = set.decide(write('src/a'), { now: NOW });
  expect(set.decide(write('src/a'), { now: NOW })).toBe(first);
  set.add({ effect: 'deny', rule: 'file_write(./src/a)', expiresAt: '2026-11-22' });
  expect(set.decide(write('src/a'), { now: NOW }).decision).toBe('denied');
  expect(set.decide(write('src/a'), { now: NOW + 86_400_000 }).decision).toBe('allowed');
});

test('an argument that no rule judges is not forgotten', () => {
  const set = createRuleSet([ALLOW], { root: '/repo' });
  expect(set.decide(write('src/a'), { now: NOW }).decision).toBe('allowed');
  const call = { toolName: 'file_write', toolArgs: { path: 'src/a', mode: '777' } };
  expect(set.decide(call, { now: NOW }).reason).toBe('extra-argument');
});

test('links are followed anew each time', () => {
  let target = '/repo/src/a';
  const set = createRuleSet([ALLOW, { effect: 'allow', rule: 'bash(echo:*)' }], {
    root: '/repo',
    realpath: (path) => (path === '/repo/src/a' ? target : path),
  });
  const shell = { toolName: 'bash', toolArgs: { command: 'echo x > src/a' } };
  expect(set.decide(write('src/a'), { now: NOW }).decision).toBe('allowed');
  expect(set.decide(shell, { now: NOW }).decision).toBe('allowed');
  target = '/etc/passwd';
  expect(set.decide(write('src/a'), { now: NOW }).decision).toBe('ask');
  expect(set.decide(shell, { now: NOW }).decision).toBe('ask');
});
