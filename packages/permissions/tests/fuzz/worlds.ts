import type { RuleInput } from '../../src/index.ts';
import { CORPUS } from './corpus.ts';
import type { Deeds } from './jail.ts';
import { commandLine } from './lines.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';

/** Rules, and what a line that they allow may do. */
export interface World {
  readonly name: string;
  readonly rules: readonly RuleInput[];
  /** Makes a line to try. */
  line(random: Random): string;
  /** Says what a line did that the rules do not allow. */
  offence(deeds: Deeds): string | undefined;
}

/** Wrappers that do nothing of their own: what they run is recorded as well. */
const TRANSPARENT = new Set(['env', 'nice', 'timeout', 'nohup', 'stdbuf', 'bash', 'sh']);

/** What git writes for itself when it only reads. */
export const OWN_STATE = /^\/repo\/\.git\/(?:index|index\.lock|ORIG_HEAD|COMMIT_EDITMSG|logs\/.*)$/;

/** A line of the grammar, or one of the corpus with a few pieces changed. */
function grammarLine(random: Random, programs: readonly string[]): string {
  if (random.chance(0.25)) return mutate(random.pick(CORPUS), random, CORPUS);
  const text = commandLine({ random, programs, depth: 3, line: commandLine });
  return random.chance(0.1) ? mutate(text, random, CORPUS) : text;
}

/** Programs that write files by themselves. */
const WRITERS = new Set(['tee', 'sort', 'find']);

function allow(...rules: string[]): RuleInput[] {
  return rules.map((rule) => ({ effect: 'allow', rule }));
}

function prefixes(...commands: string[]): RuleInput[] {
  return allow(...commands.map((command) => `bash(${command}:*)`));
}

/** A world of allow rules: all programs that ran have to fit, and nothing else may be written. */
function allowing(
  name: string,
  rules: readonly RuleInput[],
  programs: readonly string[],
  fits: (command: string) => boolean,
  mayWrite: (path: string) => boolean = () => false,
): World {
  return {
    name,
    rules,
    line: (random) => grammarLine(random, programs),
    offence({ ran, wrote }) {
      const bad = ran.find(
        ([program = '', ...rest]) =>
          !TRANSPARENT.has(program) && !fits([program, ...rest].join(' ')),
      );
      if (bad !== undefined) return `ran ${JSON.stringify(bad)}`;
      const file = wrote.find((path) => !mayWrite(path) && !OWN_STATE.test(path));
      return file === undefined ? undefined : `wrote ${JSON.stringify(file)}`;
    },
  };
}

/** A world where all is allowed, except for what no program that ran may begin with. */
function denying(
  name: string,
  denied: string,
  programs: readonly string[],
  offends: (command: readonly string[]) => boolean,
): World {
  return {
    name,
    rules: [...allow('bash(*)'), { effect: 'deny', rule: denied }],
    line: (random) => grammarLine(random, programs),
    offence({ ran }) {
      const bad = ran.find(offends);
      return bad === undefined ? undefined : `ran ${JSON.stringify(bad)}`;
    },
  };
}

const SIMPLE = ['ls', 'cat', 'git status', 'npm run test', 'sort', 'grep', 'head', 'wc'];
const SIMPLE_PROGRAMS = [...SIMPLE, 'npm run test:unit', 'git status -s', 'ls -la', 'cat a.txt'];
const BUILTINS =
  'echo printf test [ true cd read export declare set unset let local typeset readonly mapfile trap eval command builtin exec alias type pushd getopts wait compgen hash enable shopt return exit :'.split(
    ' ',
  );

function fitsSimple(command: string): boolean {
  return /^(?:(?:ls|cat|sort|grep|head|wc|git status)(?: |$)|npm run test(?:[ :]|$))/s.test(
    command,
  );
}

const ANYTHING = [
  ...SIMPLE_PROGRAMS,
  ...BUILTINS,
  'pwn',
  'pwn -x',
  'git push',
  'sudo ls',
  'find .',
  'xargs',
  'env',
  'tee out/f',
  'foo',
];

/** The worlds of lines that a grammar makes. */
export const GRAMMAR_WORLDS: readonly World[] = [
  allowing('prefix rules', prefixes(...SIMPLE), SIMPLE_PROGRAMS, fitsSimple),
  allowing(
    'prefix rules and builtins',
    prefixes(...SIMPLE, ...BUILTINS),
    [...SIMPLE_PROGRAMS, ...BUILTINS],
    fitsSimple,
  ),
  allowing(
    'wrappers',
    prefixes(...SIMPLE, 'echo', 'true', 'cd', 'sudo', 'find', 'xargs', 'env', 'timeout'),
    [...SIMPLE_PROGRAMS, 'sudo', 'find', 'xargs', 'env', 'timeout 5', 'echo'],
    (command) => fitsSimple(command) || /^(?:sudo|find|xargs)(?: |$)/.test(command),
  ),
  allowing(
    'exact rules',
    allow(
      'bash(ls -la)',
      'bash(cat a.txt)',
      'bash(git status)',
      "bash(ls 'a b')",
      'bash(echo x)',
      'bash(ls)',
      'bash(true)',
    ),
    ['ls -la', 'cat a.txt', 'git status', "ls 'a b'", 'echo x', 'ls', 'true'],
    (command) => /^(?:ls(?: -la| a b)?|cat a\.txt|git status)$/.test(command),
  ),
  allowing(
    'patterns',
    allow(
      'bash(ls *)',
      'bash(cat *.txt)',
      'bash(npm run *)',
      'bash(git * --stat)',
      'bash(echo *)',
      'bash(CI=1 pwn -x)',
    ),
    ['ls', 'cat a.txt', 'npm run x', 'git diff --stat', 'echo'],
    (command) =>
      /^(?:ls(?: |$)|cat [^ ]*\.txt$|npm run(?: |$)|git .* --stat$|pwn -x$)/s.test(command),
  ),
  allowing(
    'files',
    [
      ...prefixes(...SIMPLE, 'echo', 'cd', 'pushd', 'command', 'builtin'),
      ...allow('file_write(./out/**)'),
    ],
    [...SIMPLE_PROGRAMS, 'echo x', 'cd dir', 'pushd dir', 'command cd dir', 'builtin cd dir'],
    fitsSimple,
    (path) => path.startsWith('/repo/out/'),
  ),
  denying('deny a program', 'bash(pwn:*)', ANYTHING, ([program]) => program === 'pwn'),
  denying(
    'deny a program with an option',
    'bash(pwn -x:*)',
    ANYTHING,
    ([program, ...rest]) => program === 'pwn' && rest.includes('-x'),
  ),
  denying(
    'deny a subcommand',
    'bash(git push:*)',
    ANYTHING,
    ([program, ...rest]) => program === 'git' && rest[0] === 'push',
  ),
  {
    name: 'deny a folder',
    rules: [...allow('bash(*)'), { effect: 'deny', rule: 'file_write(./out/**)' }],
    line: (random) =>
      grammarLine(random, ['ls', 'echo x', 'cd out', 'cd dir', 'true', 'pwn', 'cat a.txt']),
    offence({ ran, wrote }) {
      // Files that programs write by themselves are for rules about those programs.
      if (ran.some(([program = '']) => WRITERS.has(program))) return undefined;
      const file = wrote.find((path) => path.startsWith('/repo/out/'));
      return file === undefined ? undefined : `wrote ${JSON.stringify(file)}`;
    },
  },
];
