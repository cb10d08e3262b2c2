import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRuleSet, type RuleInput } from '../../src/index.ts';
import { CONTENTS } from '../fuzz/contents.ts';
import { canJail, openJail, type Jail } from '../fuzz/jail.ts';

/** Lines that run the program `pwn` in ways that are easily overlooked. */
interface Attacks {
  readonly title: string;
  /** `allow`: what runs is in a file, which no deny rule can know. */
  readonly side?: 'allow';
  /** `false`: it takes another version of the shell, or a program that is not in the jail. */
  readonly proved?: false;
  readonly lines: readonly string[];
}

const attacks = JSON.parse(
  readFileSync(new URL('../../fixtures/shell-attacks.json', import.meta.url), 'utf8'),
) as readonly Attacks[];

/** All that lines begin with, so that only what is hidden in them is not allowed. */
const NAMES =
  'ls cat echo printf test [ true cd read export declare set unset let local typeset readonly mapfile readarray trap eval command builtin exec alias type pushd getopts wait compgen hash enable shopt return exit : sudo find xargs env timeout nice nohup stdbuf git less sort sed jobs';

const CONTEXT = { root: '/repo', home: '/home/dev' };

function notAllowed(rules: readonly RuleInput[], lines: readonly string[]): void {
  const set = createRuleSet(rules, CONTEXT);
  const decided = (command: string): string =>
    set.decide({ toolName: 'bash', toolArgs: { command } }, { now: 0 }).decision;
  expect(lines.filter((line) => decided(line) === 'allowed')).toEqual([]);
}

test('rules for other programs allow no line that runs one more', () => {
  const rules = ['npm run test', ...NAMES.split(' ')].map((name): RuleInput => ({
    effect: 'allow',
    rule: `bash(${name}:*)`,
  }));
  notAllowed(
    rules,
    attacks.flatMap(({ lines }) => lines),
  );
});

test('a deny rule cannot be bypassed, even if everything else is allowed', () => {
  notAllowed(
    [
      { effect: 'allow', rule: 'bash(*)' },
      { effect: 'deny', rule: 'bash(pwn:*)' },
    ],
    attacks.flatMap(({ lines, side, proved }) =>
      side === undefined && proved === undefined ? lines : [],
    ),
  );
});

test('a quoted ~ after >& is the home folder, as bash expands it again', () => {
  const rules: readonly RuleInput[] = [
    { effect: 'allow', rule: 'bash(*)' },
    { effect: 'deny', rule: 'file_write(~/.profile)' },
  ];
  const set = createRuleSet(rules, CONTEXT);
  const call = { toolName: 'bash', toolArgs: { command: "echo >&'~/.profile'" } };
  expect(set.decide(call, { now: 0 }).decision).toBe('denied');
});

/** Lines that write to `out/f`, which they open only for reading. */
const WRITES = [
  'echo x 1<out/f >/dev/stdout',
  'echo x <out/f >&0 >/dev/stdout',
  '{ echo x >/dev/stderr; } 2<out/f >&2',
  'echo x 3<out/f 1<&3 >/dev/stdout',
  'echo x 3<out/f >&3- >/dev/stdout',
];

test('no line may write to a file that it opens for reading', () => {
  const programs: readonly RuleInput[] = [{ effect: 'allow', rule: 'bash(echo:*)' }];
  notAllowed(programs, WRITES);
  notAllowed(
    [
      { effect: 'allow', rule: 'bash(*)' },
      { effect: 'deny', rule: 'file_write(./out/**)' },
    ],
    WRITES,
  );
});

test('a function in the environment may stand for a denied program', () => {
  const rules: readonly RuleInput[] = [
    { effect: 'allow', rule: 'bash(*)' },
    { effect: 'deny', rule: 'bash(pwn:*)' },
  ];
  notAllowed(rules, [
    "env 'BASH_FUNC_ls%%=() { pwn; }' bash -c ls",
    "env -i 'BASH_FUNC_ls%%=() { p\\wn; }' bash -c ls",
  ]);
});

describe.runIf(canJail())('in the real shell', () => {
  const plant = '/jail/bin/pwn\n';
  let jails: readonly Jail[] = [];

  beforeAll(async () => {
    const contents = {
      programs: { ...CONTENTS.programs, git: undefined },
      files: { ...CONTENTS.files, ls: plant, echo: plant, plant, plantpwn: plant, '3/ls': plant },
    };
    jails = await Promise.all(Array.from({ length: 3 }, () => openJail(contents, 30_000)));
  });

  afterAll(() => {
    for (const jail of jails) jail.close();
  });

  test('each of these lines really writes to the file', async () => {
    const deeds = await jails[0]?.run(WRITES);
    expect(deeds?.map((deed) => deed?.wrote)).toEqual(WRITES.map(() => ['/repo/out/f']));
  });

  test('each of these lines really runs the program', async () => {
    const waiting = attacks.flatMap(({ lines, proved }) => (proved === undefined ? lines : []));
    const idle: string[] = [];
    await Promise.all(
      jails.map(async (jail) => {
        for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
          const [deeds] = await jail.run([line]);
          if (deeds?.ran.some(([name]) => name === 'pwn') !== true) idle.push(line);
        }
      }),
    );
    expect(idle).toEqual([]);
  });
});

describe('words behind the string of a wrapper', () => {
  const decide = (command: string): string =>
    createRuleSet(
      [
        { effect: 'allow', rule: 'bash(*)' },
        { effect: 'deny', rule: 'bash(pwn -x:*)' },
      ],
      CONTEXT,
    ).decide({ toolName: 'bash', toolArgs: { command } }, { now: 0 }).decision;

  test.each([
    'env -Spwn -x',
    'env -S pwn -x',
    "env -S'pwn' -x word",
    'env --split-string=pwn -x',
    'env -i -Spwn -x',
    'env -S -i pwn -x',
    "env -S '-u A' pwn -x",
  ])('belong to the command in it: %s', (command) => {
    expect(decide(command)).toBe('denied');
  });

  test.each(['env pwn -x -S a', 'env -i pwn -x -S a b', 'flock file pwn -x -c a'])(
    'are no string if the command has the option: %s',
    (command) => {
      expect(decide(command)).toBe('denied');
    },
  );

  test.each(['env -S pwn "$(echo -x)"', 'env -S pwn $x', String.raw`env -S 'pwn\_-x'`])(
    'or escapes in it may complete a denied command: %s',
    (command) => {
      expect(decide(command)).toBe('ask');
    },
  );
});
