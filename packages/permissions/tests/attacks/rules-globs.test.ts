import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShellJail, decide, hasBash, type ShellJail } from './shell-jail.fixture.ts';

/** A command under the rule that is natural for it. */
function underPrefix(rule: string, command: string): 'allowed' | 'denied' | 'ask' {
  return decide([{ effect: 'allow', rule: `bash(${rule}:*)` }], command);
}

describe('a glob', () => {
  test.each([
    ['ls', 'ls *.ts'],
    ['ls', 'ls -la src/*.{ts,tsx}'],
    ['cat', 'cat docs/*.md'],
    ['cat', 'cat docs/[a-m]?.md'],
    ['git add', 'git add src/*.ts'],
    ['git add', 'git add {src,docs}x/*.ts'.replace('{src,docs}x', 'src/{a,b}')],
    ['git diff', 'git diff -- src/*.ts'],
    ['wc', 'wc -l src/*'],
    ['echo', 'echo "$HOME"/*'],
  ])('is fine under %s:* in %s', (rule, command) => {
    expect(underPrefix(rule, command)).toBe('allowed');
  });

  test('is fine in a pipe of commands that rules allow', () => {
    const rules = ['bash(cat:*)', 'bash(head:*)'].map((rule) => ({
      effect: 'allow' as const,
      rule,
    }));
    expect(decide(rules, 'cat docs/*.md | head')).toBe('allowed');
  });

  test.each([
    ['git diff', 'git diff *'],
    ['git diff', 'git diff {--output=x,y}'],
    ['git diff', 'git diff -*'],
    ['git diff', 'git diff src/$X'],
    ['git diff', 'git diff "$X"'],
    ['sort', 'sort *'],
    ['sed', 'sed s*'],
    ['sed', 'sed -n 1p{,w}'],
    ['make', 'make S*'],
    ['tar', 'tar x*'],
  ])('asks where it may become an option that writes or runs: %s:* in %s', (rule, command) => {
    expect(underPrefix(rule, command)).toBe('ask');
  });

  test.each(['l* x', '/bin/l? x', '{ls,x}', '"$X"', 'l{s,x} y'])(
    'is no program that a rule names: %s',
    (command) => {
      expect(underPrefix('ls', command)).toBe('ask');
      expect(underPrefix('l*', command)).toBe('ask');
    },
  );

  test('stands for one word only where the rule leaves the later words free', () => {
    expect(decide([{ effect: 'allow', rule: 'bash(cp docs/* out)' }], 'cp docs/$X out')).toBe(
      'ask',
    );
    expect(decide([{ effect: 'allow', rule: 'bash(cp docs/* out)' }], 'cp docs/*.md out')).toBe(
      'ask',
    );
    expect(decide([{ effect: 'allow', rule: 'bash(cat docs/*)' }], 'cat docs/*.md')).toBe(
      'allowed',
    );
  });
});

describe.runIf(hasBash)('a glob in a shell', () => {
  let jail: ShellJail;
  beforeAll(() => {
    jail = createShellJail();
  });
  afterAll(() => jail.remove());

  test('runs nothing that the rules did not see, wherever it finds files to name', () => {
    const rules = ['ls', 'cat', 'env', 'xargs', 'find', 'printf', 'test', 'export'].map((name) => ({
      effect: 'allow' as const,
      rule: `bash(${name}:*)`,
    }));
    // A file may be called anything: what follows makes them first, and then names them by globs.
    const names = ["'-va[$(ledger)]'", "'ledger'", "'-exec'", "'CI=a[$(ledger)]'", "'-v'"];
    for (const name of names) {
      for (const use of [
        'printf * x',
        'printf -* x',
        'test * a',
        'export C*',
        'env l*',
        'xargs l*',
        'find . -ex* ledger \\;',
        'ls *',
        'cat *',
        '[ * ]',
      ]) {
        if (decide(rules, use) !== 'allowed') continue;
        expect(jail.run(`: > ${name}; ${use} < /dev/null`).ledger && use).toBe(false);
      }
    }
    expect(decide(rules, 'ls *')).toBe('allowed');
    expect(decide(rules, 'find . -ex* ledger \\;')).toBe('ask');
    expect(jail.run(": > -va[0]; printf '-va[$(ledger)]' x").ledger).toBe(true);
  });
});
