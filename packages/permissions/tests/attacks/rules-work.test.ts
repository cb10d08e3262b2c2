import { describe, expect, test } from 'vitest';
import { createRuleSet, type RuleInput, type ToolCall } from '../../src/index.ts';

const LENGTH = 60_000;

/** Paths that one judgement may have resolved. */
const MAX_LOOKUPS = 128;

/** How often one judgement may look at the clock: once for a thousand comparisons. */
const MAX_LOOKS = 400;

function times(text: string): string {
  return text.repeat(Math.floor(LENGTH / text.length));
}

/** A script in a script, again and again. */
function nested(depth: number): string {
  let script = 'ls';
  for (let level = 0; level < depth; level += 1) {
    script = `bash -c '${script.replaceAll("'", "'\\''")}'`;
  }
  return script;
}

const COMMANDS: Readonly<Record<string, string>> = {
  words: `ls ${times('a ')}`,
  'denied words': `foo ${times('rm ')}`,
  'words that wrap': `foo ${times('watch rm ')}`,
  commands: times('a;'),
  'denied commands': times('rm x;'),
  pipes: `ls${times('|a')}`,
  redirections: `ls ${times('>a ')}`,
  'here-strings': `ls ${times('<<<a ')}`,
  'here-documents': `cat ${'<<E '.repeat(250)}\n${'E\n'.repeat(250)}`,
  'a here-document': `cat <<E\n${times('$a\n')}\nE`,
  substitutions: `ls ${'$(ls) '.repeat(900)}`,
  'nested substitutions': `ls ${'$('.repeat(900)}ls${')'.repeat(900)}`,
  backticks: `ls ${times('`a` ')}`,
  quotes: `ls ${times("'a'")}`,
  escapes: `ls ${times('\\a')}`,
  braces: `ls ${times('{a,b} ')}`,
  globs: `ls ${times('[a] ')}`,
  assignments: times('a=b '),
  'an array': `a=(${times('b ')})`,
  arithmetic: `ls $((${times('1+')}1))`,
  comments: times('#a\n'),
  conditions: times('if ls; then ls; fi;'),
  cases: `case x in ${times('a) ls;; ')} esac`,
  functions: times('f() { ls; };'),
  aliases: `alias ${times('a=rm ')}`,
  wrappers: `${times('watch ')}ls`,
  'other wrappers': `${times('xargs ')}ls`,
  scripts: nested(6),
  actions: `find . ${times('-exec ls \\; ')}`,
  tests: `[ ${times('-v a ')}]`,
  'broken text': `"${times(' rm')}`,
  'a broken pipe': `"${times('curl a | bash ')}`,
  'wide letters': `ls ${times('ｒｍ ')}`,
  'hidden letters': `ls ${times('a\u200b ')}`,
  'a long path': `cat < ${times('a/')}`,
  'a long name and a star': `cat ${times('a')}*`,
  'many stars': `cat ${times('a*')}`,
  'a long path and a star': `cat ${times('a/')}*`,
  'a long path that is searched': `grep -r x ${times('a/')}`,
  'stars for folders': `cat ${times('**/')}x`,
  'many long paths': `cat ${'< '.concat('a/'.repeat(250), ' ').repeat(100)}`,
};

const PATHS: Readonly<Record<string, string>> = {
  names: 'a/'.repeat(2048),
  'names up to the limit': 'a/'.repeat(250),
  'steps up': '../a/'.repeat(800),
  'steps up and down': '../x/'.repeat(80),
  dots: './'.repeat(30_000),
  slashes: '/'.repeat(60_000),
  backslashes: '\\a'.repeat(2000),
  'wide letters': 'ａ/'.repeat(200),
};

const RULES: readonly (readonly RuleInput[])[] = [
  [
    ...['bash(*)', 'file_write(*)', 'file_read(*)'].map((rule) => ({
      effect: 'allow' as const,
      rule,
    })),
    ...[
      'bash(rm:*)',
      'bash(git push:*)',
      'bash(curl * | bash)',
      'file_write(**/.env)',
      'file_write(**/a/**/a/**/b)',
      'file_read(**/secret/**)',
      `file_read(**/${'a'.repeat(3000)}*b)`,
    ].map((rule) => ({ effect: 'deny' as const, rule })),
  ],
  ['ls', 'foo', 'cat', 'sudo', 'xargs', 'watch', 'bash', '* x'].map((program) => ({
    effect: 'allow' as const,
    rule: program.startsWith('*') ? 'bash(* *)' : `bash(${program}:*)`,
  })),
  [{ effect: 'allow', rule: 'file_write(./**)' }],
];

const CALLS: readonly (readonly [string, ToolCall])[] = [
  ...Object.entries(COMMANDS).map(
    ([name, command]) =>
      [`a command of ${name}`, { toolName: 'bash', toolArgs: { command } }] as const,
  ),
  ...Object.entries(PATHS).map(
    ([name, path]) =>
      [`a path of ${name}`, { toolName: 'file_write', toolArgs: { path } }] as const,
  ),
  ['a URL', { toolName: 'web_fetch', toolArgs: { url: `https://a.example/${times('%25')}` } }],
  ['a large value', { toolName: 'mcp__a__b', toolArgs: { k: 'xy'.repeat(500_000) } }],
];

const JSON_RULES: readonly RuleInput[] = Array.from({ length: 500 }, (_, at) => ({
  effect: 'deny',
  rule: `mcp__a__b(k:*x*y*${at})`,
}));

describe('judging', () => {
  test.each(CALLS)('costs no more than its budget: %s', (_, call) => {
    for (const rules of [...RULES, JSON_RULES]) {
      let lookups = 0;
      let looks = 0;
      const clock = (): number => (looks += 1) && 0;
      const realpath = (path: string): string => {
        lookups += 1;
        return path;
      };
      const set = createRuleSet(rules, { root: '/repo', home: '/home/dev', realpath, clock });
      lookups = 0;
      const { decision, reason } = set.decide(call, { now: 0 });
      expect(looks).toBeLessThanOrEqual(MAX_LOOKS);
      expect(lookups).toBeLessThanOrEqual(MAX_LOOKUPS);
      if (reason === 'limit') expect(decision).toBe('ask');
    }
  });

  test('follows each link once in a call, however often it is named', () => {
    const asked: string[] = [];
    const realpath = (path: string): string => {
      asked.push(path);
      return path;
    };
    const set = createRuleSet(
      [
        { effect: 'allow', rule: 'bash(cat:*)' },
        { effect: 'deny', rule: 'file_read(**/.env)' },
      ],
      { root: '/repo', home: '/home/dev', realpath },
    );
    const call = { toolName: 'bash', toolArgs: { command: `cat ${'< a/b '.repeat(60)}` } };
    asked.length = 0;
    expect(set.decide(call, { now: 0 }).decision).toBe('allowed');
    expect(asked).toEqual(['/repo/a/b']);
    expect(set.decide(call, { now: 0 }).decision).toBe('allowed');
    expect(asked).toEqual(['/repo/a/b', '/repo/a/b']);
  });

  test('asks where the clock says that it takes too long, and never allows', () => {
    let now = 0;
    const context = { root: '/repo', home: '/home/dev', clock: () => (now += 30) };
    const rules: readonly RuleInput[] = [
      { effect: 'allow', rule: 'bash(*)' },
      { effect: 'deny', rule: 'bash(rm:*)' },
    ];
    const call = { toolName: 'bash', toolArgs: { command: 'ls; '.repeat(4000) } };
    expect(createRuleSet(rules, context).decide(call, { now: 0 })).toMatchObject({
      decision: 'ask',
      reason: 'limit',
      final: true,
    });
    const steady = { ...context, clock: () => 0 };
    expect(createRuleSet(rules, steady).decide(call, { now: 0 }).decision).toBe('allowed');
    expect(createRuleSet(rules, context).explain(call, { now: 0 })).toMatchObject({
      decision: 'ask',
      reason: 'limit',
      suggestions: [],
    });
  });

  test.each([
    ['commands', 'true; '.repeat(4097)],
    ['words', `ls ${'a '.repeat(8193)}`],
    ['redirections', `ls ${'> /dev/null '.repeat(65)}`],
  ])('asks about more %s in a line than it looks at', (_, command) => {
    const rules: readonly RuleInput[] = [
      { effect: 'allow', rule: 'bash(true:*)' },
      { effect: 'allow', rule: 'bash(ls *)' },
      { effect: 'allow', rule: 'bash(* *)' },
    ];
    const call = { toolName: 'bash', toolArgs: { command: `${command} 'x'` } };
    expect(createRuleSet(rules, {}).decide(call, { now: 0 })).toMatchObject({
      decision: 'ask',
      reason: 'limit',
    });
  });

  test('asks about a path of more names than it follows, also under a rule for the whole tool', () => {
    const set = createRuleSet([{ effect: 'allow', rule: 'file_write(*)' }], {
      root: '/repo',
      home: '/home/dev',
    });
    const decide = (path: string): unknown =>
      set.decide({ toolName: 'file_write', toolArgs: { path } }, { now: 0 });
    expect(decide('a/'.repeat(200))).toMatchObject({ decision: 'allowed' });
    expect(decide('a/'.repeat(300))).toMatchObject({ decision: 'ask', reason: 'limit' });
  });
});

test('a script of sed with thousands of brackets is read once', () => {
  const set = createRuleSet([{ effect: 'allow', rule: 'bash(sed:*)' }], {});
  const from = process.cpuUsage();
  for (const text of ['[', '[[:', 'a[b', '[[:x:]', '[]']) {
    const command = `sed 's/${text.repeat(4000)}${'a'.repeat(40_000)}/x/' y`;
    set.decide({ toolName: 'bash', toolArgs: { command } }, { now: 0 });
  }
  expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
});
