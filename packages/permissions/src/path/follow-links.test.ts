import { expect, test } from 'vitest';
import { createRuleSet } from '../index.ts';

test('links are followed anew for each call', () => {
  let target = '/repo/src/a';
  const set = createRuleSet(
    [
      { effect: 'allow', rule: 'file_write(./src/**)' },
      { effect: 'allow', rule: 'bash(echo:*)' },
    ],
    { root: '/repo', realpath: (path) => (path === '/repo/src/a' ? target : path) },
  );
  const write = { toolName: 'file_write', toolArgs: { path: 'src/a' } };
  const shell = { toolName: 'bash', toolArgs: { command: 'echo x > src/a' } };
  const decide = (call: typeof write | typeof shell): string =>
    set.decide(call, { now: 0 }).decision;
  expect([decide(write), decide(shell)]).toEqual(['allowed', 'allowed']);
  target = '/etc/passwd';
  expect([decide(write), decide(shell)]).toEqual(['ask', 'ask']);
});
