import { realpathSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRuleSet, type RuleInput } from '../../src/index.ts';
import { createShellJail, hasBash, type ShellJail } from './shell-jail.fixture.ts';

describe.runIf(hasBash && process.platform === 'linux')('a path through a process', () => {
  let jail: ShellJail;
  beforeAll(() => {
    jail = createShellJail();
  });
  afterAll(() => jail.remove());

  const DENY: readonly RuleInput[] = [
    { effect: 'allow', rule: 'bash(*)' },
    { effect: 'allow', rule: 'file_write(*)' },
    { effect: 'deny', rule: 'file_write(./sub/**)' },
  ];
  const FOLDERS: readonly RuleInput[] = [
    { effect: 'allow', rule: 'bash(ls:*)' },
    { effect: 'allow', rule: 'file_write(/**)' },
    { effect: 'deny', rule: 'file_write(./sub/**)' },
  ];

  test.each([
    (folder: string) => `/proc/self/root${folder}/sub/x`,
    (folder: string) => `/proc/thread-self/root${folder}/sub/x`,
    () => '/proc/self/cwd/sub/x',
    () => '/proc//self/./cwd/sub/x',
    () => '/proc/self/task/../cwd/sub/x',
  ])('is not where its text says, so a person is asked: %#', (path) => {
    const target = path(jail.folder);
    const line = `ls > ${target} && ls sub/x && ls > out`;
    expect(jail.run(line).files).toEqual(['out']);
    // What the server's own process has under that name is of no use.
    const hooks = { realpath: (text: string) => text };
    for (const rules of [DENY, FOLDERS]) {
      for (const more of [{}, hooks]) {
        const set = createRuleSet(rules, { root: jail.folder, ...more });
        const call = (toolName: string, toolArgs: unknown): string =>
          set.decide({ toolName, toolArgs }, { now: 0 }).decision;
        expect(call('bash', { command: `ls > ${target}` })).toBe('ask');
        expect(call('file_write', { path: target, content: '' })).toBe('ask');
      }
    }
  });

  test('is fine where it is a file of the process itself', () => {
    const set = createRuleSet(
      [
        { effect: 'allow', rule: 'file_read(*)' },
        { effect: 'deny', rule: 'file_read(.env)' },
      ],
      { root: realpathSync('/tmp') },
    );
    for (const path of [
      '/proc/self/status',
      '/proc/cpuinfo',
      '/dev/null',
      '/tmp/proc/self/cwd/x',
    ]) {
      expect(set.decide({ toolName: 'file_read', toolArgs: { path } }, { now: 0 }).decision).toBe(
        'allowed',
      );
    }
  });
});
