import { expect, test } from 'vitest';
import { decide, prefixRules } from './shell-jail.fixture.ts';

const RULES = [
  { effect: 'allow', rule: 'bash(*)' },
  { effect: 'deny', rule: 'bash(rm:*)' },
] as const;

test.each([
  `git rebase -x 'rm x' main`,
  `git rebase -x'rm x' main`,
  `git rebase -ix 'rm x'`,
  `git rebase main --exec='rm x'`,
  `git rebase main --exe 'rm x'`,
  `git -C sub rebase main -x 'true && rm x'`,
  `git filter-branch --tree-filter 'rm x' HEAD`,
  `git filter-branch -f --index-filter 'rm x' -- --all`,
  `git difftool -x 'rm x'`,
  `git difftool --extcmd='rm x'`,
  `git -c alias.x='!rm x' x`,
  `git -c alias.x='!sh -c "rm x"' x`,
  `git -c core.pager='rm x' log`,
  `git -C sub -c core.sshCommand='rm x' fetch`,
  `git -c CORE.EDITOR='rm x' commit`,
  `git -c diff.external='rm x' diff`,
  `git -c filter.a.clean='rm x' add .`,
  `git -c credential.helper='!rm x' push`,
  `git -c submodule.a.update='!rm x' submodule update`,
  `git -c pager.log='rm x' log`,
  `git -c core.askPass='rm x' fetch`,
  `git -c alias.f=filter-branch f --tree-filter 'rm x'`,
])('a deny rule is about the script in %s', (line) => {
  expect(decide(RULES, line)).toBe('denied');
});

test.each([
  'git rebase -Xours main',
  'git rebase --onto main topic',
  'git clean -x rm',
  'git cherry-pick -x rm',
  'git checkout rm',
  'git diff --exit-code rm',
  'git commit -m "rm x"',
  'git -c user.name=rm commit -m x',
  'git -c core.pager=cat log',
  'git -c credential.helper= push',
  'git stash apply --index stash@{0}',
  'git merge --commit rm',
  'git ls-remote --exit-code rm',
])('%s has no script', (line) => {
  expect(decide(RULES, line)).toBe('allowed');
});

test('a rule for git covers such a script only with a rule for what it runs', () => {
  const line = `git rebase -x'npm test' main`;
  expect(decide(prefixRules(['git rebase']), line)).toBe('ask');
  expect(decide(prefixRules(['git -c core.pager=cat log']), 'git -c core.pager=cat log -3')).toBe(
    'allowed',
  );
  expect(decide(prefixRules(['git log', 'cat']), 'git -c core.pager=cat log')).toBe('ask');
  expect(decide(prefixRules(['git merge']), 'git merge --commit topic')).toBe('allowed');
});
