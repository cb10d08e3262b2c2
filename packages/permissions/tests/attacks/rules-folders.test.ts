import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RuleInput } from '../../src/index.ts';
import {
  createShellJail,
  decide,
  hasBash,
  prefixRules,
  type ShellJail,
} from './shell-jail.fixture.ts';

const FOLLOWED = [
  'cd sub && ls > out',
  'command cd sub && ls > out',
  'command -- cd sub && ls > out',
  'command -p cd sub && ls > out',
  'command -p -- cd sub; ls > out',
  'builtin cd sub && ls > out',
  'builtin -- cd sub && ls > out',
  'command builtin cd sub && ls > out',
  'builtin command -- builtin cd sub && ls > out',
  'pushd sub && ls > out',
  'builtin pushd sub && ls > out',
  'pushd sub && pushd . && popd && ls > out',
  'popd; cd sub; ls > out',
  '{ cd sub; } && ls > out',
  '(cd sub && ls > out)',
  'if cd sub; then ls > out; fi',
  'cd sub; { ls; } > out',
  'cd sub; (ls) > out',
  'for i in 1; do cd sub; done; ls > out',
  'f() { cd sub; }; f; ls > out',
  'eval cd sub; ls > out',
  'eval "cd sub"; ls > out',
  'trap "cd sub" DEBUG; ls; ls > out',
  "shopt -s expand_aliases\nalias c='cd sub'\nc; ls > out",
  'cd sub & cd sub; ls > out',
  'time cd sub; ls > out',
  '! cd sub; ls > out',
  'CI=1 cd sub; ls > out',
  'c\\d sub; ls > out',
  '"cd" sub && ls > out',
  'X=cd; $X sub; ls > out',
  'cd sub\nls > out',
  'bash -c "cd sub; ls > out"',
  'env -C sub bash -c "ls > out"',
  'env -C sub sh -c "ls >> out"',
  'env --chdir=sub bash -c "ls > out"',
  'cd sub; ls >| out',
  'cd sub; ls 2> out',
  'cd sub; ls &> out',
  'cd sub; ls <> out',
  'coproc { cd sub; ls > out; }; sleep 0.1',
];

const WRITES: readonly RuleInput[] = [{ effect: 'allow', rule: 'file_write(./out)' }];
const PROGRAMS =
  'ls cd command builtin pushd popd for eval trap alias shopt bash sh env sleep'.split(' ');

describe.runIf(hasBash)('a change of the folder', () => {
  let jail: ShellJail;
  beforeAll(() => {
    jail = createShellJail();
  });
  afterAll(() => jail.remove());

  test.each(FOLLOWED)('does not let a rule for a file of the root write another: %j', (command) => {
    const rules = [...WRITES, ...prefixRules(PROGRAMS)];
    const context = { root: jail.folder, home: jail.folder };
    const decision = decide(rules, command, context);
    jail.run(command);
    const elsewhere = existsSync(join(jail.folder, 'sub', 'out'));
    expect({ command, decision, elsewhere }).not.toEqual({
      command,
      decision: 'allowed',
      elsewhere: true,
    });
    expect(elsewhere).toBe(true);
  });

  test.each(FOLLOWED)('does not lead past a deny rule for the other file: %j', (command) => {
    const context = { root: jail.folder, home: jail.folder };
    const rules: RuleInput[] = [
      { effect: 'allow', rule: 'bash(*)' },
      { effect: 'deny', rule: 'file_write(./sub/**)' },
    ];
    expect(decide(rules, command, context)).not.toBe('allowed');
  });

  test('leaves a rule for a file alone where nothing changes the folder', () => {
    const rules = [...WRITES, ...prefixRules(PROGRAMS)];
    const context = { root: jail.folder, home: jail.folder };
    for (const command of ['ls > out', 'command -v cd; ls > out', 'bash -c "ls > out"']) {
      expect(decide(rules, command, context)).toBe('allowed');
    }
  });
});
