import { posix } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createRuleSet,
  describeCommand,
  parseRule,
  resourceOf,
  type RuleContext,
  type RuleInput,
  type ToolCall,
} from './index.ts';

/** The default is for everyday use, with a new seed each time; `HITL_RUNS=20000` for a long run. */
const runs = (usual: number): number => Math.max(usual, Number(process.env['HITL_RUNS'] ?? 0));

const CONTEXT: RuleContext = { root: '/repo', home: '/home/dev', pathCase: 'unknown' };
const NOW = '2026-11-21T12:00:00.000Z';

function bash(command: string): ToolCall {
  return { toolName: 'bash', toolArgs: { command } };
}

function file(path: string): ToolCall {
  return { toolName: 'file_write', toolArgs: { path, content: '' } };
}

function allow(...rules: string[]): RuleInput[] {
  return rules.map((rule) => ({ effect: 'allow', rule }));
}

/** Pieces that shells, globs and file systems give a meaning to, and a few that they do not. */
const piece = fc.constantFrom(
  ...'ls echo npm run test:unit rm -rf x $X ${X} `ls`'.split(' '),
  'a b',
  '$(rm x)',
  ...'* ? [a] {a,b} ~ > < >> f 2>&1 <(ls) !'.split(' '),
  "'a'",
  '"b $X"',
  '\\',
  ...'& | ; && || ( ) { } # = A=1 CI=1 -- -c sh'.split(' '),
  '\n',
  ...'sudo env timeout 5 xargs eval . /bin/ls é $ "'.split(' '),
  '\u{200b}',
  '\r',
  "'",
);
const anyCommand = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', '')), { maxLength: 9 })
  .map((pieces) => pieces.map(([text, blank]) => text + blank).join(''));

const part = fc.constantFrom(
  'ls',
  'ls -la',
  'echo $X',
  'npm run test:unit',
  'npm run lint',
  'rm x',
  'cd src',
  'A=1 ls',
  '(ls)',
  'ls > out',
  'sh -c "ls"',
  'sh -c "rm x"',
  'timeout 5 ls',
  'sudo ls',
  'echo $(rm x)',
  'CI=1 ls',
  'eval ls',
  'xargs rm',
  'find . -delete',
  'git log --output=x',
  '! ls',
  'set -e',
);
const joint = fc.constantFrom(' && ', ' || ', '; ', ' | ', ' & ', '\n', ' |& ');

const someRules = fc.subarray([
  'bash(ls:*)',
  'bash(cd:*)',
  'bash(echo *)',
  'bash(npm run test:*)',
  'bash(npm run lint)',
  ...'bash(sudo:*) bash(sh:*) bash(find:*) bash(xargs:*)'.split(' '),
  'bash(rm x)',
  'bash(git log:*)',
  ...'file_write(./out) bash(set:*) bash(eval:*) bash(timeout:*)'.split(' '),
  'bash(n* run *)',
]);

describe('never grants more than the rules say', { timeout: 180_000 }, () => {
  test('allows a compound command only if it allows each part', () => {
    fc.assert(
      fc.property(
        someRules,
        fc.array(fc.tuple(part, joint), { minLength: 1, maxLength: 5 }),
        (rules, parts) => {
          const set = createRuleSet(allow(...rules), CONTEXT);
          const line = parts.map(
            ([text, operator], at) => text + (at < parts.length - 1 ? operator : ''),
          );
          if (set.decide(bash(line.join('')), { now: NOW }).decision !== 'allowed') return;
          for (const [text] of parts) {
            expect(set.decide(bash(text), { now: NOW }).decision).toBe('allowed');
          }
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  test('decides no looser with another deny rule, and no stricter with another allow rule', () => {
    const guards = 'bash(rm:*)|bash(ls -la)|file_read(**/x)|file_write(./out)|file_write(*)'.split(
      '|',
    );
    const rank = ['denied', 'ask', 'allowed'];
    fc.assert(
      fc.property(
        someRules,
        fc.subarray(guards),
        fc.constantFrom(...guards),
        fc.constantFrom('bash(*)', 'bash(ls:*)', 'bash(sudo:*)', 'file_write(*)'),
        anyCommand,
        (rules, denied, guard, more, line) => {
          const deny = (rule: string): RuleInput => ({ effect: 'deny', rule });
          const given = [...allow(...rules), ...denied.map(deny)];
          const rankOf = (all: RuleInput[]): number =>
            rank.indexOf(createRuleSet(all, CONTEXT).decide(bash(line), { now: NOW }).decision);
          const before = rankOf(given);
          expect(rankOf([...given, deny(guard)])).toBeLessThanOrEqual(before);
          expect(rankOf([...given, ...allow(more)])).toBeGreaterThanOrEqual(before);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  test('allows no line with a command that no rule names', () => {
    const set = createRuleSet(allow('bash(ls:*)'), CONTEXT);
    const harmless = new Set(['ls', 'env', 'timeout', 'sh']);
    fc.assert(
      fc.property(anyCommand, (command) => {
        if (set.decide(bash(command), { now: NOW }).decision !== 'allowed') return;
        const { commands, parsable } = describeCommand(command).command_info;
        expect(parsable).toBe(true);
        expect(commands.filter(({ program }) => !harmless.has(program))).toEqual([]);
      }),
      { numRuns: runs(1250) },
    );
  });

  test('allows no path outside the folder of the pattern', () => {
    const name = fc.constantFrom(
      ...'.. . src Src a b.ts ... .env ~ * $HOME'.split(' '),
      '',
      'src\\',
      '..\\',
      ...'%2e%2e src-evil é file: repo etc'.split(' '),
      '\u{200b}',
      '. .',
    );
    const path = fc
      .tuple(
        fc.constantFrom('', '/', './', '~/', '/repo/', 'file:///', '//'),
        fc.array(name, { maxLength: 8 }),
      )
      .map(([start, names]) => start + names.join('/'));
    const patterns: readonly [string, (path: string) => boolean][] = [
      ['./src/**', (real) => real.startsWith('/repo/src/')],
      ['./src/*', (real) => /^\/repo\/src\/[^/]+$/.test(real)],
      ['src/**/b.ts', (real) => real.startsWith('/repo/src/') && real.endsWith('/b.ts')],
      ['~/a/**', (real) => real.startsWith('/home/dev/a/')],
      ['/etc/**', (real) => real.startsWith('/etc/')],
    ];
    for (const [pattern, inside] of patterns) {
      const set = createRuleSet(allow(`file_write(${pattern})`), CONTEXT);
      fc.assert(
        fc.property(path, (text) => {
          if (set.decide(file(text), { now: NOW }).decision !== 'allowed') return;
          const decoded = text.startsWith('file:')
            ? decodeURIComponent(new URL(text).pathname)
            : text;
          const home =
            decoded === '~' || decoded.startsWith('~/') ? `/home/dev${decoded.slice(1)}` : decoded;
          expect(inside(posix.resolve('/repo', home).normalize('NFC'))).toBe(true);
        }),
        { numRuns: runs(400) },
      );
    }
  });

  test('allows no path that links lead out of the folder', () => {
    const name = fc.constantFrom('src', 'link', 'in', 'a', '..', '.', 'deep');
    const target = fc.constantFrom(
      '/etc',
      '/repo',
      '/repo/src',
      '/repo/src/a',
      '/',
      '/repo/src/link',
    );
    const links = fc.dictionary(
      fc.constantFrom('/repo/src/link', '/repo/src/in', '/repo/link', '/repo/src/a/link'),
      target,
    );
    fc.assert(
      fc.property(links, fc.array(name, { minLength: 1, maxLength: 7 }), (symlinks, names) => {
        const follow = (path: string): string | null => walk(path.split('/'), symlinks);
        const set = createRuleSet(allow('file_write(./src/**)'), { ...CONTEXT, realpath: follow });
        if (set.decide(file(names.join('/')), { now: NOW }).decision !== 'allowed') return;
        expect(walk(['', 'repo', ...names], symlinks)).toMatch(/^\/repo\/src\//);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('never allows a denied command, however it is dressed up', () => {
    const set = createRuleSet(
      [...allow('bash(*)'), { effect: 'deny', rule: 'bash(rm:*)' }],
      CONTEXT,
    );
    const wrappers = ['sudo', 'sudo -u root', 'env A=1', 'nice -n 5', 'timeout -k 1 5', 'nohup'];
    wrappers.push('command', 'exec', 'xargs', 'doas', 'setsid', 'npx', 'docker exec -it web');
    wrappers.push('busybox', 'unknown-tool', '!', 'time', 'xargs -n 1');
    const dresses: ((inner: string) => string)[] = [
      ...wrappers.map((wrapper) => (inner: string) => `${wrapper} ${inner}`),
      (inner) => `( ${inner} )`,
      (inner) => `{ ${inner}\n}`,
      (inner) => `ls && ${inner}`,
      (inner) => `if true; then ${inner}\nfi`,
      (inner) => `echo "$( ${inner} )"`,
      (inner) => `sh -c ${quoted(inner)}`,
      (inner) => `bash -ec ${quoted(inner)}`,
      (inner) => `eval ${quoted(inner)}`,
      (inner) => `bash <<'END'\n${inner}\nEND\n`,
      (inner) => `trap ${quoted(inner)} EXIT`,
      (inner) => `watch ${quoted(inner)}`,
      (inner) => `ssh host ${quoted(inner)}`,
      (inner) => `find . -exec sh -c ${quoted(inner)} \\;`,
    ];
    const dress = fc.nat({ max: dresses.length - 1 });
    const starts = ['rm x', '/bin/rm -rf x', 'RM x', "r'm' x", '\\rm x', "$'\\x72m' x"];
    const start = fc.nat({ max: starts.length - 1 });
    fc.assert(
      fc.property(start, fc.array(dress, { maxLength: 4 }), (first, worn) => {
        const line = worn.reduce((inner, at) => dresses[at]?.(inner) ?? inner, starts[first] ?? '');
        expect(set.decide(bash(line), { now: NOW }).decision).not.toBe('allowed');
      }),
      { numRuns: runs(400) },
    );
  });
});

/** Scripts in scripts, each behind the same words. */
function nested(levels: number, before: string): string {
  return levels === 0 ? 'ls' : `${before}sh -c ${quoted(nested(levels - 1, before))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The way a kernel walks a path, as an oracle of its own. */
function walk(names: readonly string[], links: Readonly<Record<string, string>>): string | null {
  let left = names.filter((name) => name !== '' && name !== '.');
  let at: string[] = [];
  for (let steps = 0; left.length > 0; steps += 1) {
    if (steps > 200) return null;
    const [name = '', ...rest] = left;
    left = rest;
    if (name === '..') at.pop();
    else {
      const target = links[`/${[...at, name].join('/')}`];
      if (target === undefined) at = [...at, name];
      else {
        left = [...target.split('/').filter((step) => step !== ''), ...rest];
        at = [];
      }
    }
  }
  return `/${at.join('/')}`;
}

describe('suggestions', { timeout: 180_000 }, () => {
  const call = fc.oneof(
    anyCommand.map(bash),
    fc
      .array(fc.tuple(part, joint), { minLength: 1, maxLength: 4 })
      .map((parts) =>
        bash(
          parts
            .map(([text, operator], at) => text + (at < parts.length - 1 ? operator : ''))
            .join(''),
        ),
      ),
    fc
      .array(fc.constantFrom('src', '..', 'a*b', '{x}', '[id].tsx', '.ssh', 'x.ts', '~', 'a b'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((names) => file(names.join('/'))),
    fc
      .record({
        q: fc.string({ maxLength: 8 }),
        n: fc.integer(),
        list: fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 }),
      })
      .map((toolArgs): ToolCall => ({ toolName: 'mcp__x__y', toolArgs })),
    fc
      .webUrl({ withQueryParameters: true })
      .map((url): ToolCall => ({ toolName: 'web_fetch', toolArgs: { url } })),
  );

  test('allow the very call that asked, each offer by itself', () => {
    fc.assert(
      fc.property(someRules, call, (rules, asked) => {
        const set = createRuleSet(allow(...rules), CONTEXT);
        for (const offer of set.offers(asked, { now: NOW })) {
          for (const rule of offer) expect(parseRule(rule)).toMatchObject({ ok: true });
          const saved = createRuleSet([...allow(...rules), ...allow(...offer)], CONTEXT);
          expect(saved.decide(asked, { now: NOW }).decision).toBe('allowed');
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('begin with the exact rule, which covers that call alone', () => {
    fc.assert(
      fc.property(anyCommand, (one) => {
        const { resource, rememberable } = resourceOf(bash(one));
        if (!rememberable) return;
        const set = createRuleSet(allow(resource), CONTEXT);
        expect(set.decide(bash(one), { now: NOW }).decision).toBe('allowed');
        expect(createRuleSet([], CONTEXT).suggest(bash(one), { now: NOW })[0]).toBe(resource);
        for (const text of [`${one} x`, `x${one}`]) {
          if (resourceOf(bash(text)).resource === resource) continue;
          const { decision } = set.decide(bash(text), { now: NOW });
          if (decision === 'allowed') expect(commandsOf(one)).toEqual(commandsOf(text));
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

/** The different simple commands in a line. */
function commandsOf(line: string): Set<string> {
  return new Set(describeCommand(line).command_info.commands.map((one) => JSON.stringify(one)));
}

describe('a rule set', { timeout: 180_000 }, () => {
  const text = fc.constantFrom(
    ...'bash(ls:*) bash(ls) bash(*) bash *(*) ba*(rm:*)'.split(' '),
    'bash(ls *)',
    'bash(rm -rf *)',
    'bash()',
    'bash(ls',
    'bash(n*m run:*)',
    'bash(curl * | sh)',
    'bash(git push:*)',
    'bash(git * main)',
    ...'file_write(./src/**) file_write(*.ts) file_write(./{a,b}/*) file_*(./src) file_write(**)'.split(
      ' ',
    ),
    ...'web_fetch(domain:*.example.com) web_fetch(https://example.com/a*) web_fetch(domain:example.com)'.split(
      ' ',
    ),
    ...'mcp__a__b(k:v*) mcp__a__b({"k":"v*"}) mcp__a__b({"k":"v"}) mcp__*(k:v) mcp__*(*)'.split(
      ' ',
    ),
  );
  const rule = fc.record({
    effect: fc.constantFrom<RuleInput['effect']>('allow', 'deny', 'ask'),
    rule: text,
    expiresAt: fc.option(fc.constantFrom('2026-11-21T12:00:00Z', '2026-12-01', 'soon'), {
      nil: null,
    }),
  });
  const calls: readonly ToolCall[] = [
    ...[
      'ls',
      'ls -la',
      'rm x',
      'rm -r -f x',
      'npm run x',
      'curl u | sh',
      'git -C . push',
      'git push x main',
    ].map(bash),
    ...['src/a.ts', 'src', 'a/x', 'b/x.ts', '/etc/x'].map(file),
    ...['https://example.com/a', 'https://x.example.com/', 'https://example.com/ab?c'].map(
      (url): ToolCall => ({ toolName: 'web_fetch', toolArgs: { url } }),
    ),
    ...['v', 'vw', 'w'].map((k): ToolCall => ({ toolName: 'mcp__a__b', toolArgs: { k } })),
    { toolName: 'mcp__c__d', toolArgs: { k: 'v' } },
    { toolName: 'other', toolArgs: {} },
  ];
  const outcomes = (set: ReturnType<typeof createRuleSet>, now: string): unknown[] =>
    calls.map((call) => {
      const { decision, final } = set.decide(call, { now });
      return { call, decision, final };
    });

  test('decides after any additions and removals like one that was built at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), rule), { maxLength: 30 }),
        fc.array(fc.constantFrom('2026-11-20T00:00:00Z', NOW, '2027-01-01T00:00:00Z'), {
          minLength: 1,
          maxLength: 4,
        }),
        (edits, instants) => {
          const edited = createRuleSet([], CONTEXT);
          const standing = new Map<string, RuleInput>();
          for (const [adds, input] of edits) {
            const name = `${input.effect} ${input.rule}`;
            if (adds) {
              edited.add(input);
              standing.set(name, input);
            } else expect(edited.remove(input)).toBe(standing.delete(name));
            outcomes(edited, instants[0] ?? NOW);
          }
          for (const now of instants) {
            const built = createRuleSet([...standing.values()], CONTEXT);
            expect(outcomes(edited, now)).toEqual(outcomes(built, now));
          }
          expect(edited.size).toBe(standing.size);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('decides whatever it is asked', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 8 }),
        fc.oneof(fc.string({ unit: 'binary' }), anyCommand, fc.json(), fc.constant('bash')),
        fc.oneof(
          fc.jsonValue(),
          fc.record({ command: anyCommand }),
          fc.record({ path: fc.string({ unit: 'binary' }) }),
        ),
        (rules, tool, args) => {
          const set = createRuleSet(rules, CONTEXT);
          for (const name of [tool, 'bash', 'file_write', 'web_fetch', 'mcp__a__b']) {
            const asked = { toolName: name, toolArgs: args };
            const { decision } = set.decide(asked, { now: NOW });
            expect(set.explain(asked, { now: NOW }).decision).toBe(decision);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the work of a check', { timeout: 180_000 }, () => {
  /** How often the clock was looked at, which is every thousand comparisons behind the first ones. */
  function looks(rules: readonly RuleInput[], call: ToolCall): number {
    let count = 0;
    const clock = (): number => (count += 1) && 0;
    createRuleSet(rules, { ...CONTEXT, clock }).decide(call, { now: NOW });
    return count;
  }

  const deny = (...rules: string[]): RuleInput[] => [
    ...allow('bash(*)', 'file_write(*)'),
    ...rules.map((rule): RuleInput => ({ effect: 'deny', rule })),
  ];
  const hostile: readonly [string, readonly RuleInput[], (n: number) => ToolCall][] = [
    [
      'many stars in a word',
      allow(`bash(x${'*a'.repeat(40)}*b)`),
      (n) => bash(`x${'a'.repeat(n)}`),
    ],
    [
      'a long piece that nearly fits',
      allow(`bash(x*${'a'.repeat(400)}b*c)`),
      (n) => bash(`x${'a'.repeat(n)}`),
    ],
    [
      'many lone stars',
      allow(`bash(x${' * a'.repeat(40)} b)`),
      (n) => bash(`x${' a'.repeat(n / 2)}`),
    ],
    [
      'nested deep stars',
      allow(`file_write(${'**/a*'.repeat(30)}/b)`),
      (n) => file('aaaa/'.repeat(n / 5)),
    ],
    [
      'question marks',
      allow(`file_write(./*${'?a'.repeat(20)}b)`),
      (n) => file('a'.repeat(Math.min(n, 4000))),
    ],
    ['many commands', deny('bash(rm:*)'), (n) => bash('true; '.repeat(n / 6))],
    [
      'many denied words behind an unknown program',
      deny('bash(rm -rf x)'),
      (n) => bash(`foo${' rm'.repeat(n / 3)}`),
    ],
    [
      'many denied words in broken text',
      deny('bash(rm -rf x)'),
      (n) => bash(`"${' rm'.repeat(n / 3)}`),
    ],
    [
      'many colons',
      deny('bash(npm run:*)', 'bash(npm run a:b:*)'),
      (n) => bash(`npm run ${'a:'.repeat(n / 2)}`),
    ],
    ['wrappers in wrappers', deny('bash(rm:*)'), (n) => bash(`${'nice '.repeat(n / 5)}ls`)],
    ['scripts in scripts', deny('bash(rm:*)'), (n) => bash(`watch ${'watch '.repeat(n / 6)}ls`)],
    [
      'wrappers under several rules',
      allow('bash(sudo:*)', 'bash(sudo *)', 'bash(sudo sudo:*)', 'bash(s* *)'),
      (n) => bash(`${'sudo '.repeat(n / 5)}ls`),
    ],
    [
      'unknown programs and scripts in each other',
      deny('bash(rm:*)'),
      (n) => bash(nested(4, `${'foo '.repeat(4)}${'nice '.repeat(n / 40)}`)),
    ],
    ['denied folders', deny('file_write(**/a/**/a/**/b)'), (n) => file('a/'.repeat(n / 2))],
  ];

  test.each(hostile)('is linear in the length of the call: %s', (_, rules, call) => {
    const short = looks(rules, call(6000));
    const long = looks(rules, call(24_000));
    // The first ten thousand comparisons are made without a look.
    expect(long).toBeLessThanOrEqual(4.5 * (short + 10));
  });

  test.each([
    ['sums', `((${'1+'.repeat(15_000)}1))`],
    ['substitutions', `echo ${'$('.repeat(15_000)}`],
    ['indexes', `echo ${'${a['.repeat(9000)}`],
    ['here-documents', `cat ${'<<E '.repeat(9000)}`],
    ['parentheses', `${'('.repeat(15_000)}ls`],
    ['conditions', `${'if '.repeat(15_000)}ls`],
  ])('gives up on endless %s and asks', (_, command) => {
    for (const rules of [allow('bash(ls:*)'), deny('bash(rm:*)')]) {
      const set = createRuleSet(rules, CONTEXT);
      expect(set.decide(bash(command), { now: NOW }).decision).toBe('ask');
      expect(set.suggest(bash(command), { now: NOW })).toEqual([]);
    }
  });

  test('finds rules among a hundred thousand', () => {
    const many = Array.from({ length: 20_000 }, (_unused, at): RuleInput[] => [
      { effect: at % 3 === 0 ? 'deny' : 'allow', rule: `bash(tool${at} run task${at}:*)` },
      { effect: 'allow', rule: `bash(deploy run script${at} --flag*)` },
      {
        effect: at % 3 === 0 ? 'deny' : 'allow',
        rule: `file_write(./packages/p${at}/**/*.x${at})`,
      },
      { effect: 'allow', rule: `web_fetch(https://h${at}.example.com/a${at}/*)` },
      { effect: 'allow', rule: `mcp__a__b({"k":"v${at}"})` },
    ]).flat();
    const set = createRuleSet(many, CONTEXT);
    expect(set.size).toBe(100_000);
    const asked: readonly [ToolCall, string][] = [
      [bash('tool7 run task7:unit --x'), 'allowed'],
      [bash('tool9 run task9'), 'denied'],
      [bash('deploy run script5 --flagged && tool8 run task8'), 'allowed'],
      [bash('deploy run script5 --flagged && tool8 run task9'), 'ask'],
      [file('packages/p19999/src/deep/a.x19999'), 'allowed'],
      [file('packages/p3/src/deep/a.x3'), 'denied'],
      [{ toolName: 'web_fetch', toolArgs: { url: 'https://h9.example.com/a9/b' } }, 'allowed'],
      [{ toolName: 'mcp__a__b', toolArgs: { k: 'v19999' } }, 'allowed'],
      [{ toolName: 'mcp__a__b', toolArgs: { k: 'v20000' } }, 'ask'],
    ];
    for (const [call, decision] of asked) {
      expect([call, set.decide(call, { now: NOW }).decision]).toEqual([call, decision]);
    }
  });
});
