import { describe, expect, test } from 'vitest';
import { createRuleSet, resourceOf, type RuleInput } from '../../src/index.ts';

const CONTEXT = { root: '/repo', home: '/home/dev' };

function decide(
  rules: readonly RuleInput[],
  toolName: string,
  toolArgs: Readonly<Record<string, unknown>>,
): string {
  return createRuleSet(rules, CONTEXT).decide({ toolName, toolArgs }, { now: 0 }).decision;
}

function allow(...rules: string[]): RuleInput[] {
  return rules.map((rule) => ({ effect: 'allow', rule }));
}

describe('every argument is judged', () => {
  const NAMES = ['_branch', '_', '__force', '_internal', 'tool_call_id'];

  test.each(NAMES)('a saved exact rule does not allow another %s', (name) => {
    const call = { toolName: 'deploy', toolArgs: { env: 'staging', [name]: 'harmless' } };
    const { resource, rememberable } = resourceOf(call);
    expect(rememberable).toBe(true);
    expect(decide(allow(resource), 'deploy', call.toolArgs)).toBe('allowed');
    expect(decide(allow(resource), 'deploy', { env: 'staging', [name]: 'evil' })).toBe('ask');
    expect(decide(allow(resource), 'deploy', { env: 'staging' })).toBe('ask');
    expect(decide(allow('deploy({"env":"staging"})'), 'deploy', call.toolArgs)).toBe('ask');
  });

  test.each(NAMES)('a pattern for a command does not allow a %s beside it', (name) => {
    expect(decide(allow('bash(ls:*)'), 'bash', { command: 'ls', [name]: 'x' })).toBe('ask');
  });

  test('only what a host names as injected is left out', () => {
    const tools = { deploy: { kind: 'json' as const, injectedArgs: ['_trace'] } };
    const set = createRuleSet(allow('deploy({"env":"staging"})'), { ...CONTEXT, tools });
    const asked = (toolArgs: Readonly<Record<string, unknown>>): string =>
      set.decide({ toolName: 'deploy', toolArgs }, { now: 0 }).decision;
    expect(asked({ env: 'staging', _trace: '7' })).toBe('allowed');
    expect(asked({ env: 'staging', _other: '7' })).toBe('ask');
  });
});

describe('a URL that leads out of its folder', () => {
  const rule = allow('web_fetch(https://example.com/docs/*)');
  const asked = (path: string): string =>
    decide(rule, 'web_fetch', { url: `https://example.com/docs/${path}` });

  test.each([
    '..;/admin',
    'a/..;/..;/admin',
    '..%3b/admin',
    '%2e%2e;/admin',
    '..%3B/x',
    'a;x=1/..;y/z',
    'a%00',
    '%00/../x',
    'a%2500b',
    'a%00.html',
    '%c0%ae%c0%ae/x',
    '%C0%AE%C0%AE%C0%AFx',
    '%e0%80%ae%e0%80%ae/x',
    '%f0%80%80%ae/x',
    '%252e%252e/x',
    '%252e%252e%252fx',
    '%25252e%25252e/x',
    '..%252fx',
    '..%255cx',
    '%25252525252525252e./x',
    '..%2fx',
    '..%5cx',
    'a/%2e%2e%2fx',
    '%u002e%u002e/x',
  ])('needs approval: %s', (path) => {
    expect(asked(path)).toBe('ask');
  });

  test.each([
    'a',
    'a/b.html',
    'a..b/c',
    'a?q=100%25',
    'a%20b',
    'caf%C3%A9',
    'a;v=1/b',
    'v1.2...3',
    'x?y=%2Fz',
  ])('is no matter where it does not: %s', (path) => {
    expect(asked(path)).toBe('allowed');
  });
});

describe('a star in structured arguments', () => {
  test.each(['key:glob', 'JSON'])('does not leave its folder (%s)', (form) => {
    const rule =
      form === 'JSON' ? 'mcp__f__read({"path":"/docs/*"})' : 'mcp__f__read(path:/docs/*)';
    const read = (path: string): string => decide(allow(rule), 'mcp__f__read', { path });
    expect(read('/docs/a/b.md')).toBe('allowed');
    expect(read('/docs/a..b')).toBe('allowed');
    for (const path of [
      '/docs/../etc/passwd',
      '/docs/a/../../x',
      '/docs/..',
      '/docs/..\\x',
      '/docs/%2e%2e/x',
      '/docs/..;/x',
    ]) {
      expect(read(path)).toBe('ask');
    }
    expect(decide(allow('mcp__f__read(path:*)'), 'mcp__f__read', { path: '../x' })).toBe('allowed');
  });
});

describe('a member whose name differs only in its letter case, which some programs ignore', () => {
  const both = { path: 'src/a', Path: '/etc/shadow' };

  test.each([both, { PATH: 'src/a' }, { path: 'src/a', PATH: 2, Path: 3 }])(
    'is not covered by an allow rule: %j',
    (args) => {
      expect(decide(allow('mcp__fs__read(path:src/*)'), 'mcp__fs__read', args)).toBe('ask');
    },
  );

  test.each([both, { Path: '/etc/shadow' }, { in: { PATH: '/etc/shadow' } }])(
    'is what a deny rule is about: %j',
    (args) => {
      const rules: RuleInput[] = [
        ...allow('mcp__fs__read(*)'),
        { effect: 'deny', rule: 'mcp__fs__read(path:/etc/*)' },
        { effect: 'deny', rule: 'mcp__fs__read(path:/etc/shadow)' },
        { effect: 'deny', rule: 'mcp__fs__read(In.path:/etc/*)' },
      ];
      expect(decide(rules, 'mcp__fs__read', args)).toBe('denied');
      expect(decide(rules.slice(0, 1).concat(rules.slice(2)), 'mcp__fs__read', args)).toBe(
        'denied',
      );
    },
  );

  test('is another member otherwise', () => {
    const rule = allow('mcp__fs__read(path:src/*)');
    expect(decide(rule, 'mcp__fs__read', { path: 'src/a', pathname: '/etc' })).toBe('allowed');
  });
});
