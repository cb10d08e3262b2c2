import { describe, expect, test } from 'vitest';
import { createRuleSet, type RuleInput } from '../../src/index.ts';
import { EVERYDAY } from './everyday-commands.fixture.ts';
import { OPTION_ATTACKS } from './option-attacks.fixture.ts';
import { decide, prefixRules } from './shell-jail.fixture.ts';

const attacks = Object.entries(OPTION_ATTACKS);
const lines = attacks.flatMap(([, commands]) => commands);

describe('options that run, configure or write', () => {
  test.each(attacks)('ask under the rule %s:*', (rule, commands) => {
    expect(commands.filter((command) => decide(prefixRules([rule]), command) !== 'ask')).toEqual(
      [],
    );
  });

  test('ask under all the rules together that "Always" offers for everyday commands', () => {
    const rules = EVERYDAY.flatMap(([, command]) =>
      createRuleSet([], { root: '/repo', home: '/home/dev' })
        .suggest({ toolName: 'bash', toolArgs: { command } }, { now: 0 })
        .filter((rule) => rule.endsWith(':*)')),
    );
    expect(rules).toContain('bash(git log:*)');
    const offered = [...new Set(rules)].map((rule) => ({ effect: 'allow' as const, rule }));
    expect(lines.filter((command) => decide(offered, command) !== 'ask')).toEqual([]);
  });

  test('ask where a wildcard stands inside of a rule', () => {
    const allow = (rule: string): [{ effect: 'allow'; rule: string }] => [
      { effect: 'allow', rule: `bash(${rule})` },
    ];
    expect(decide(allow('sort * out'), 'sort -o out')).toBe('ask');
    expect(decide(allow('sort * out'), 'sort -r out')).toBe('allowed');
    expect(decide(allow('sort * -o out'), 'sort -r -o out')).toBe('allowed');
    expect(decide(allow('sort * -o out'), 'sort -o -o out')).toBe('ask');
    expect(decide(allow('git * main'), 'git -c core.pager=./x main')).toBe('ask');
    expect(decide(allow('git log --format=*'), 'git log --format=%h --output=x')).toBe('ask');
  });

  test('ask where a star would lead out of its folder', () => {
    const rules = ['./scripts/*', '/opt/tools/*', 'run tasks/* now', 'show ../*'].map(
      (rule): RuleInput => ({ effect: 'allow', rule: `bash(${rule})` }),
    );
    for (const line of ['./scripts/a..b', '/opt/tools/a/b x', 'run tasks/a now', 'show ../../x']) {
      expect(decide(rules, line)).toBe('allowed');
    }
    for (const line of [
      './scripts/../x',
      './scripts/a/../../x',
      '/opt/tools/../../tmp/x',
      'run tasks/.. now',
      'run tasks/a/../../b now',
    ]) {
      expect(decide(rules, line)).toBe('ask');
    }
  });

  test('ask where the folder may be another one', () => {
    const rules = prefixRules(['cd', 'mkdir', 'touch']);
    expect(decide(rules, 'mkdir -p x/y && touch x/y/z')).toBe('allowed');
    expect(decide(rules, 'cd .git/hooks && mkdir x')).toBe('ask');
    expect(decide(rules, 'cd ~/.ssh && touch x')).toBe('ask');
  });

  test('ask before a file or folder is made that a rule of the file tool denies', () => {
    const deny = (rule: string): RuleInput => ({ effect: 'deny', rule: `file_write(${rule})` });
    const rules = [...prefixRules(['mkdir', 'touch']), deny('prod.lock'), deny('locked/**')];
    expect(decide(rules, 'mkdir -p x/y && touch x/y/z')).toBe('allowed');
    for (const line of [
      'touch prod.lock',
      'touch sub/prod.lock',
      'touch locked/x',
      'touch ./x/../locked/y',
      'mkdir -p locked/x',
      'mkdir locked',
    ]) {
      expect(decide(rules, line)).toBe('ask');
    }
  });

  test('ask where words come from the input or the names of files, whatever rules spell', () => {
    const rules = prefixRules(['parallel', 'parallel git log', 'fd', 'fd -x git log', 'git log']);
    expect(decide(rules, 'echo --output=x | parallel git log')).toBe('ask');
    expect(decide(rules, 'fd -x git log')).toBe('ask');
    expect(decide(prefixRules(['fd -x wc']), 'fd -x wc -l')).toBe('allowed');
    const exact = [{ effect: 'allow' as const, rule: 'bash(xargs git log)' }];
    expect(decide(exact, 'xargs git log')).toBe('allowed');
    const exactParallel = [{ effect: 'allow' as const, rule: 'bash(parallel git log)' }];
    expect(decide(exactParallel, 'parallel git log')).toBe('allowed');
    const denied = [
      { effect: 'allow' as const, rule: 'bash(*)' },
      { effect: 'deny' as const, rule: 'bash(git push:*)' },
    ];
    expect(decide(denied, 'parallel git ::: push')).toBe('ask');
    expect(decide(denied, 'parallel echo')).toBe('allowed');
  });

  test('come under a rule that spells them', () => {
    expect(decide(prefixRules(['sort -o out']), 'sort -o out -k2 names')).toBe('allowed');
    expect(decide(prefixRules(['sed -i']), 'sed -i s/a/b/ f')).toBe('allowed');
    expect(decide(prefixRules(['sed -i']), "sed -i '1e ./x' f")).toBe('ask');
    expect(decide(prefixRules(['git -C sub status']), 'git -C sub status -s')).toBe('allowed');
    expect(decide(prefixRules(['git push --force']), 'git push --force origin main')).toBe(
      'allowed',
    );
    expect(decide(prefixRules(['tar -xzf']), 'tar -xzf a.tgz')).toBe('allowed');
    expect(decide(prefixRules(['tar']), 'tar tvf a.tar dir')).toBe('allowed');
    expect(decide(prefixRules(['xargs', 'grep']), 'xargs grep -l foo')).toBe('allowed');
    expect(decide(prefixRules(['xargs grep']), 'xargs grep -l foo')).toBe('allowed');
  });

  test('ask about files that the rules of the file tools do not allow to write', () => {
    const rules = [
      ...prefixRules(['cp', 'mv', 'rm', 'tee', 'uniq', 'cd']),
      { effect: 'allow' as const, rule: 'file_write(./out/**)' },
      { effect: 'deny' as const, rule: 'file_write(./out/keep/**)' },
    ];
    for (const command of [
      'cp a out/b',
      'rm out/a',
      'tee -a out/b',
      'uniq a out/b',
      'mv out/a out/b',
    ]) {
      expect(decide(rules, command)).toBe('allowed');
    }
    for (const command of [
      'cp a b',
      'cp a out/keep',
      'cp a/keep out',
      'cp a/.. out/b',
      'mv a out/b',
      'rm out/a b',
      'rm out/../b',
      'tee out/keep/b',
      'uniq a out/keep/b',
      'cd sub && rm out/a',
    ]) {
      expect(decide(rules, command)).toBe('ask');
    }
  });

  test('of unknown programs are allowed as the rule says', () => {
    expect(decide(prefixRules(['deploy']), 'deploy --to staging $REGION')).toBe('allowed');
  });
});

describe('a rule with a wildcard', () => {
  const offers = (command: string): readonly string[] =>
    createRuleSet([], { root: '/repo', home: '/home/dev' })
      .suggest({ toolName: 'bash', toolArgs: { command } }, { now: 0 })
      .filter((rule) => rule.includes('*'));

  test.each([
    'python3 x.py',
    'node x.js',
    'java -jar x.jar',
    'R -f x.R',
    'Rscript x.R',
    'sqlite3 x.db',
    'psql -c x',
    'mysql x',
    'mongosh x',
    'redis-cli get x',
    'tmux ls',
    'screen -ls',
    'cmake --build .',
    'make build',
    'm4 x',
    'gdb x',
    'lldb x',
    'vim x',
    'emacs x',
    'ed x',
    'awk 1 x',
    'perl x.pl',
    'ruby x.rb',
    'php x.php',
    'lua x.lua',
    'expect x',
    'script x',
    'socat a b',
    'nc a 1',
    'openssl version',
    'gpg --list-keys',
    'ansible all -m ping',
    'terraform plan',
    'gradle test',
    'mvn test',
    'bazel build x',
    'ninja all',
    'ctest x',
    'tclsh x',
    'julia x',
    'ghci x',
    'deno run x',
    'bun run x',
    'dotnet run',
    'swift x',
    'sed p x',
    'find .',
    'curl a.io',
    'less x',
    'npm install x',
    'pip install x',
    'docker run x',
    'git config user.name',
    'git rebase main',
    'deploy staging',
    './run x',
    './ls x',
    '/tmp/git status',
    'ls2 x',
  ])('is not offered for %s', (command) => {
    expect(offers(command)).toEqual([]);
  });

  test.each([
    ['ls -la', 'bash(ls:*)'],
    ['git status -s', 'bash(git status:*)'],
    ['git stash list', 'bash(git stash list:*)'],
    ['npm run build', 'bash(npm run build:*)'],
    ['npm test', 'bash(npm test:*)'],
    ['pnpm run lint', 'bash(pnpm run lint:*)'],
    ['cargo test', 'bash(cargo test:*)'],
    ['go test ./...', 'bash(go test:*)'],
    ['docker compose logs web', 'bash(docker compose logs:*)'],
    ['gh pr view 1', 'bash(gh pr view:*)'],
    ['tsc --noEmit', 'bash(tsc:*)'],
  ])('is offered for %s as %s', (command, rule) => {
    expect(offers(command)).toEqual([rule]);
  });
});
