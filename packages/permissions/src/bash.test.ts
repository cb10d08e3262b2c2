import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRuleSet, type RuleInput } from './index.ts';

const BASH = '/bin/bash';
const NOW = 0;

/** Programs and builtins that every rule set here allows with any words. */
const ALLOWED = [
  'ok',
  'ls',
  'cat',
  'sudo',
  'echo',
  'printf',
  'test',
  'read',
  'true',
  'cd',
  'command',
];
const BUILTINS = [
  'builtin',
  'exec',
  'export',
  'declare',
  'set',
  'alias',
  'unset',
  'let',
  'trap',
  'eval',
];

const piece = fc.constantFrom(
  ...'ok evil ls echo cat sudo x a 1 0 -v -eq = -c bash sh'.split(' '),
  ...'&& || ; | & ( ) { } (( )) [[ ]] $(( $( `'.split(' '),
  '\n',
  ...'" $x ${x:- ${!x} ${x@P} $" # * {a,b} ~'.split(' '),
  "'",
  '\\',
  "$'",
  '\\x65vil',
  ...'< > >> <<< <( >( 2>&1 &> f /dev/null /dev/stdin'.split(' '),
  '<<E\n',
  '\nE\n',
  ...'if then fi for in do done case esac ;; f() ! time coproc'.split(' '),
  ...'a[$(evil)] x=evil PATH=. let unset eval'.split(' '),
  "'a[$(evil)]'",
  'read x',
  'printf -v x',
  ...'"ev"il alias trap EXIT'.split(' '),
  'e\\vil',
  'ev\\\nil',
  '$(echo evil)',
  'declare x=',
  'set -e',
);

const line = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', ' ', '')), { minLength: 1, maxLength: 9 })
  .map((pieces) => pieces.map(([text, blank]) => text + blank).join(''));

/**
 * The rules against the shell itself. Only programs that do nothing are on the path; `evil` leaves
 * a mark. What the rules allow is run, and whatever it leaves behind they should have seen.
 */
describe.runIf(existsSync(BASH))('bash runs what the rules thought', { timeout: 180_000 }, () => {
  let home = '';

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'rules-'));
    mkdirSync(join(home, 'bin'));
    for (const name of ['ok', 'ls', 'cat', 'sudo', 'evil']) {
      const does = name === 'evil' ? 'echo > "$MARK"' : ':';
      writeFileSync(join(home, 'bin', name), `#!${BASH}\n${does}\n`);
      chmodSync(join(home, 'bin', name), 0o755);
    }
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  /** What a command leaves behind. */
  function run(command: string): string[] {
    const folder = join(home, 'run');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    spawnSync(BASH, ['-c', command], {
      cwd: folder,
      env: { PATH: join(home, 'bin'), MARK: join(folder, 'evil-ran'), HOME: folder },
      input: 'evil\n',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    return readdirSync(folder);
  }

  function allowed(rules: readonly RuleInput[], command: string): boolean {
    const set = createRuleSet(rules, { root: '/repo', home: '/home/dev' });
    const call = { toolName: 'bash', toolArgs: { command } };
    return set.decide(call, { now: NOW }).decision === 'allowed';
  }

  test('an allowed line runs no other program and writes no file', () => {
    const rules = [...ALLOWED, ...BUILTINS].map((name): RuleInput => ({
      effect: 'allow',
      rule: `bash(${name}:*)`,
    }));
    fc.assert(
      fc.property(line, (command) => {
        if (allowed(rules, command)) expect(run(command)).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  test('a line that no deny rule stops does not run the denied program', () => {
    const rules: RuleInput[] = [
      { effect: 'allow', rule: 'bash(*)' },
      { effect: 'deny', rule: 'bash(evil:*)' },
    ];
    fc.assert(
      fc.property(line, (command) => {
        if (allowed(rules, command)) expect(run(command)).not.toContain('evil-ran');
      }),
      { numRuns: 500 },
    );
  });
});
