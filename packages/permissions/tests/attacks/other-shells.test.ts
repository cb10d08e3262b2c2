import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRuleSet, type Decision, type RuleInput } from '../../src/index.ts';
import {
  ALL_BUT_LEDGER,
  createShellJail,
  decide,
  hasBash,
  prefixRules,
  type ShellJail,
} from './shell-jail.fixture.ts';

const RULES = prefixRules(['ls', 'echo', 'test', '[', 'cat']);

/** The text as one word of a line for bash. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Scripts that run `ledger` in dash, and in bash do not. */
const CODE = [
  String.raw`ls $'a\'; ledger #'`,
  String.raw`echo $'\'"$(ledger)"' #'`,
  String.raw`[ a = $'b\' ] || ledger #' ]`,
  '[[ a || ledger ]] ; ls',
  '((ledger)) && ls',
  'ls;((ledger))',
];

/** The same for writing the file `out`. */
const WRITES = ['[[ a > out ]] || ls', 'ls &>out'];

describe.runIf(hasBash && existsSync('/bin/dash'))('in dash', () => {
  let jail: ShellJail;
  beforeAll(() => {
    jail = createShellJail();
  });
  afterAll(() => jail.remove());

  test.each(CODE)('a script that bash reads otherwise is not allowed: %s', (script) => {
    expect(jail.run(`dash -c ${quoted(script)}`).ledger).toBe(true);
    for (const shell of ['dash', 'sh', '/bin/sh', 'timeout 5 sh']) {
      const line = `${shell} -c ${quoted(script)}`;
      expect(decide(RULES, line)).toBe('ask');
      expect(decide(ALL_BUT_LEDGER, line)).not.toBe('allowed');
    }
    expect(decide(ALL_BUT_LEDGER, `sh <<'END'\n${script}\nEND\n`)).not.toBe('allowed');
    expect(decide(ALL_BUT_LEDGER, `sh -c ${quoted(`eval ${quoted(script)}`)}`)).not.toBe('allowed');
    expect(decide(ALL_BUT_LEDGER, `env -S ${quoted(`sh -c ${quoted(script)}`)}`)).not.toBe(
      'allowed',
    );
  });

  test.each(WRITES)('a script that writes only there is not allowed: %s', (script) => {
    expect(jail.run(`dash -c ${quoted(script)}`).files).toContain('out');
    expect(decide(RULES, `sh -c ${quoted(script)}`)).toBe('ask');
  });

  test.each(CODE)('a tool whose shell it is does not allow it either: %s', (command) => {
    for (const dialect of ['sh', 'dash', 'posix']) {
      const tools = { bash: { kind: 'command', arg: 'command', dialect } } as const;
      const call = { toolName: 'bash', toolArgs: { command } };
      for (const rules of [RULES, ALL_BUT_LEDGER]) {
        expect(createRuleSet(rules, { tools }).decide(call, { now: 0 }).decision).not.toBe(
          'allowed',
        );
      }
    }
  });
});

/** Lines that run `ledger` in zsh, or write a file there, and that bash reads otherwise. */
const ONLY_ZSH = [
  "echo *(e:'ledger':)",
  'ls *(+ledger)',
  '=ledger',
  'ls =(ledger)',
  "echo ${(e):-'$(ledger)'}",
  "printf %d 'psvar[$(ledger)]'",
  "CI='psvar[$(ledger)]'; echo $path[CI]",
  "COLUMNS='psvar[$(ledger)]' ls",
  'for path in . $HOME/../bin; do ledger; done',
  'ls >! out',
  'ls >&3-',
  'repeat 1 ledger',
];
const ZSH = ['/bin/zsh', '/usr/bin/zsh'].find((path) => existsSync(path));

/** What rules say about a command of a shell that the call names. */
function decideIn(shell: string, rules: readonly RuleInput[], command: string): Decision {
  const call = { toolName: 'bash', toolArgs: { command, shell } };
  return createRuleSet(rules, { root: '/repo', home: '/home/dev' }).decide(call, { now: 0 });
}

test.each(ONLY_ZSH)('a call in zsh is not allowed where bash reads it otherwise: %s', (line) => {
  for (const rules of [[...RULES, ...prefixRules(['printf', 'read'])], ALL_BUT_LEDGER]) {
    expect(decideIn('zsh', rules, line).decision).not.toBe('allowed');
  }
  if (!hasBash || ZSH === undefined) return;
  const jail = createShellJail();
  const { ledger, files } = jail.run(`${ZSH} -fc ${quoted(line)}`);
  jail.remove();
  expect(ledger || files.length > 0).toBe(true);
});

test.each([
  "read 'path' < a.txt; ls",
  'read -r pa\\th < a.txt; ls',
  "read 'path[1]' < a.txt; ls",
  'printf -v path sub; ls',
  'builtin printf -v fpath sub; ls',
  'print -v path sub; ls',
  'print -rvPATH sub; ls',
])('a call in zsh is not allowed where it sets where programs are found: %s', (line) => {
  const rules = prefixRules(['ls', 'read', 'printf', 'print']);
  expect(decideIn('zsh', rules, line).decision).toBe('ask');
  expect(decideIn('zsh', rules, line.replace(/; ls$/, '')).decision).toBe('ask');
});

test('a call in zsh is not allowed where a redirection by itself prints a file', () => {
  expect(decideIn('zsh', RULES, 'ls; < .env').decision).toBe('ask');
  expect(decideIn('zsh', RULES, 'ls < a.txt; { ls; } > /dev/null').decision).toBe('allowed');
});

test.each(["''=ledger", '""=ledger', "ls; ''='ledger'"])(
  'a denied program is found where zsh looks up its path: %s',
  (line) => {
    expect(decideIn('zsh', ALL_BUT_LEDGER, line).decision).not.toBe('allowed');
    if (!hasBash || ZSH === undefined) return;
    const jail = createShellJail();
    const { ledger } = jail.run(`${ZSH} -fc ${quoted(line)}`);
    jail.remove();
    expect(ledger).toBe(true);
  },
);

test.each([
  'ls -la src/**/*.ts ~/x && echo done 2>&1 | cat',
  'cd src && npm run test -- --grep "a b"',
  "grep 'x$' a.ts; awk '{ print $1 }' a.ts",
  'for f in *.ts; do cat "$f"; done > /dev/null',
  'echo "$HOME: $? $(ls)" ${CI}',
  '[ -f a.ts ] && ls',
  "cat <<'END'\n$(not run) `x`\nEND\nls",
  "echo \"$(cat <<'END'\nit's (fine)\nEND\n)\"",
])('a call in zsh is allowed where both read it alike: %j', (line) => {
  const rules = prefixRules([...'ls echo cat grep awk cd ['.split(' '), 'npm run test']);
  expect(decideIn('zsh', rules, line).decision).toBe('allowed');
  expect(decideIn('sh', rules, line).decision).toBe('allowed');
});

test('a call in a shell that rules cannot read is not covered', () => {
  expect(decideIn('fish', RULES, 'ls')).toMatchObject({ reason: 'extra-argument' });
  expect(decideIn('zsh', RULES, 'ls').decision).toBe('allowed');
});

test.each([
  'zsh -c "echo *(e:\'ledger\':)"',
  "zsh -c 'ls *(+ledger)'",
  "zsh -c '=ledger'",
  "zsh -c 'ls; CI==ledger; $CI'",
  String.raw`zsh -c 'CI="psvar[\$(ledger)]"; [ "$CI" -eq 0 ]'`,
  "zsh -c \"CI='psvar[\\$(led''ger)]'; echo \\$path[CI]\"",
  "zsh -c 'echo ${(e)CI}'",
  "zsh -c 'ls >! out'",
  "ksh -c 'echo ${ ledger; }'",
  String.raw`fish -c "echo 'a\' '; ledger #'"`,
  "tcsh -c 'ls; ledger'",
])('a script of a shell with other syntax is not allowed: %s', (line) => {
  expect(decide(RULES, line)).toBe('ask');
  expect(decide(ALL_BUT_LEDGER, line)).not.toBe('allowed');
});

test.each([
  'ls -la src; echo done',
  'cat a.ts | cat > /dev/null 2>&1 || echo "no file"',
  'for f in *.ts; do [ -f "$f" ] && cat "$f"; done',
  '[ "$CI" = true ] && echo "${HOME}/x: $? $(ls)"',
  '{ ls; } && ! test -d src; (echo one; echo two)',
  'if [ a != b ]; then ls ~/x; fi',
  "ls \\\n  'a b' src/[ab]?.ts >/dev/null",
])('what all shells read alike is as free as in bash: %s', (script) => {
  for (const shell of ['sh', 'dash', 'bash']) {
    expect(decide(RULES, `${shell} -c ${quoted(script)}`)).toBe('allowed');
    expect(decide(ALL_BUT_LEDGER, `${shell} -c ${quoted(script)}`)).toBe('allowed');
  }
  expect(decide(RULES, "zsh -c 'ls -la && echo done | cat'")).toBe('allowed');
});
