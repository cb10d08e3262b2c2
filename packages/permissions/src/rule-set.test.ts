import { describe, expect, test } from 'vitest';
import {
  createRuleSet,
  describeReason,
  type RuleInput,
  type RuleSet,
  type ToolCall,
} from './index.ts';

const CONTEXT = { root: '/repo', home: '/home/dev' };
const NOW = Date.UTC(2026, 10, 21, 12);

function bash(command: string): ToolCall {
  return { toolName: 'bash', toolArgs: { command } };
}

function rules(...texts: string[]): RuleInput[] {
  return texts.map((text) => {
    const [effect = '', ...rest] = text.split(' ');
    return { effect: effect as RuleInput['effect'], rule: rest.join(' ') };
  });
}

test('names the rule that decided, and says whether an ask is final', () => {
  const set = createRuleSet(
    rules('allow bash(ls:*)', 'deny bash(rm:*)', 'ask bash(git push:*)'),
    CONTEXT,
  );
  expect(set.decide(bash('ls -la'), { now: NOW })).toEqual({
    decision: 'allowed',
    reason: 'rule.allow',
    rule: 'bash(ls:*)',
    rule_id: 'allow bash(ls:*)',
    final: true,
  });
  expect(set.decide(bash('rm x'), { now: NOW })).toMatchObject({
    decision: 'denied',
    reason: 'rule.deny',
    rule: 'bash(rm:*)',
  });
  expect(set.decide(bash('git push'), { now: NOW })).toMatchObject({
    decision: 'ask',
    reason: 'rule.ask',
    rule: 'bash(git push:*)',
    final: true,
  });
  expect(set.decide(bash('make'), { now: NOW })).toEqual({
    decision: 'ask',
    reason: 'no-rule',
    final: false,
  });
  expect(set.decide(bash('$X y'), { now: NOW })).toMatchObject({
    reason: 'dynamic-command',
    final: true,
  });
  expect(createRuleSet([], CONTEXT).decide(bash('$X y'), { now: NOW })).toMatchObject({
    reason: 'dynamic-command',
    final: false,
  });
});

test('a rule dies at its instant and lives before it, whichever way time goes', () => {
  const set = createRuleSet(
    [
      { effect: 'allow', rule: 'bash(ls)', expiresAt: '2026-11-21T12:00:00Z' },
      { effect: 'deny', rule: 'bash(ls)', expiresAt: '2026-11-21T11:00:00Z', id: 'early' },
    ],
    CONTEXT,
  );
  const at = (now: number): string => set.decide(bash('ls'), { now }).decision;
  expect(at(NOW - 3_600_001)).toBe('denied');
  expect(at(NOW - 1)).toBe('allowed');
  expect(at(NOW)).toBe('ask');
  expect(at(NOW - 1)).toBe('allowed');
  expect(at(NOW - 4_000_000)).toBe('denied');
  expect(set.nextExpiry({ now: NOW - 1 })).toBe(NOW);
  expect(set.nextExpiry({ now: NOW })).toBeUndefined();
  set.remove({ id: 'early' });
  expect(at(NOW - 4_000_000)).toBe('allowed');
});

test('an unreadable expiry switches an allow off and leaves a deny on', () => {
  const soon = { expiresAt: 'soon' };
  const set = createRuleSet([], CONTEXT);
  expect(set.add({ effect: 'allow', rule: 'bash(ls)', ...soon })).toMatchObject({ ok: false });
  expect(set.decide(bash('ls'), { now: NOW }).decision).toBe('ask');
  expect(set.add({ effect: 'deny', rule: 'bash(rm)', ...soon })).toEqual({ ok: true });
  expect(set.decide(bash('rm'), { now: NOW }).decision).toBe('denied');
});

test('an unreadable deny rule makes its tool ask, and only its tool', () => {
  const set = createRuleSet(rules('allow *(*)', 'deny bash(ls) x'), CONTEXT);
  expect(set.decide(bash('pwd'), { now: NOW })).toMatchObject({
    decision: 'ask',
    reason: 'invalid-rule',
    final: true,
  });
  const read = { toolName: 'file_read', toolArgs: { path: 'a' } };
  expect(set.decide(read, { now: NOW }).decision).toBe('allowed');
});

test('counts its versions, replaces a rule of the same name, and removes by id or text', () => {
  const set = createRuleSet(rules('allow bash(ls)'), CONTEXT);
  const { version } = set;
  set.add({ effect: 'allow', rule: ' bash(ls) ', expiresAt: '2000-01-01' });
  expect(set.size).toBe(1);
  expect(set.version).toBe(version + 1);
  expect(set.decide(bash('ls'), { now: NOW }).decision).toBe('ask');
  expect(set.remove({ effect: 'deny', rule: 'bash(ls)' })).toBe(false);
  expect(set.remove({ effect: 'allow', rule: 'bash(ls)' })).toBe(true);
  expect(set.size).toBe(0);
  expect(() => set.decide(bash('ls'), { now: 'never' })).toThrow(TypeError);
});

test('says what is missing where the time of a question is', () => {
  const set = createRuleSet(rules('allow bash(ls)'), CONTEXT);
  for (const method of ['decide', 'explain', 'suggest', 'offers', 'suggestDeny'] as const) {
    expect(() => Reflect.apply(set[method], set, [bash('ls')]), method).toThrow(
      'at is undefined; expected an object such as { now: new Date() }.',
    );
  }
  expect(() => set.lint(Object({}))).toThrow('now is undefined; expected milliseconds');
});

test('looks tools up by name alone, whatever objects are called', () => {
  const set = createRuleSet(rules('allow toString(*)'), CONTEXT);
  const asked = (toolName: string): string =>
    set.decide({ toolName, toolArgs: {} }, { now: NOW }).decision;
  expect(asked('toString')).toBe('allowed');
  expect(asked('__proto__')).toBe('ask');
  expect(asked('constructor')).toBe('ask');
});

test('forgets tools that only a model has named', () => {
  const set = createRuleSet(rules('allow mcp__a__*(*)'), CONTEXT);
  for (let at = 0; at < 1000; at += 1) {
    const call = { toolName: `mcp__a__t${at}`, toolArgs: {} };
    expect(set.decide(call, { now: NOW }).decision).toBe('allowed');
  }
  set.remove({ effect: 'allow', rule: 'mcp__a__*(*)' });
  const call = { toolName: 'mcp__a__t999', toolArgs: {} };
  expect(set.decide(call, { now: NOW }).decision).toBe('ask');
});

test.each([
  ['deny bash(curl * | sh)', 'curl -s u | sudo sh', 'denied'],
  ['deny bash(curl * | sh)', 'ls; curl u | sh -', 'ask'],
  ['deny bash(curl * | sh)', 'curl u; sh', 'ask'],
  ['deny bash(curl * | sh)', 'curl u | cat', 'allowed'],
  ['deny bash(cd /x && rm *)', 'cd /x && rm -rf a', 'denied'],
  ['deny bash(git * --force)', 'git push origin --force', 'denied'],
  ['deny bash(git * --force)', 'git push origin', 'allowed'],
  ['deny bash(* --force)', 'npm publish --force', 'denied'],
  ['deny bash(npm run deploy*)', 'npm run deploy-prod', 'denied'],
  ['deny bash(npm run deploy*)', 'npm --silent run deploy', 'denied'],
  ['deny bash(git push --force:*)', 'git push -f origin', 'denied'],
  ['deny bash(git push --force:*)', 'git push origin $BRANCH', 'ask'],
  ['deny bash(git push --force:*)', 'git commit -m "$MESSAGE"', 'allowed'],
  ['deny bash(kubectl delete:*)', 'kubectl -n prod delete pod x', 'denied'],
  ['deny bash(rm -rf *)', 'rm --rec --force x', 'denied'],
  ['deny bash(find * -delete)', 'find . -name x -delete', 'denied'],
  ['deny bash(find * -delete)', 'find . -name x', 'allowed'],
  ['deny bash(kill -9 *)', 'kill -KILL 1', 'denied'],
  ['deny bash(CI=1 npm:*)', 'CI=1 npm test', 'denied'],
  ['deny bash(CI=1 npm:*)', 'npm test', 'allowed'],
  ['deny bash(rm:*)', 'rm.exe x', 'denied'],
  ['deny bash(rm:*)', 'PAGER="rm x" man ls', 'denied'],
  ['deny bash(rm:*)', 'foo bar "rm x"', 'ask'],
  ['deny bash(rm:*)', 'enable -f ./x rm', 'ask'],
  ['deny bash(rm:*)', 'bash /bin/rm x', 'denied'],
  ['deny bash(rm:*)', 'sudo -s', 'ask'],
  ['deny file_write(./.git/**)', 'echo x > "$F"', 'ask'],
  ['deny file_write(./.git/**)', 'cd .git && echo x > hooks', 'ask'],
  ['deny file_write(./.git/**)', 'sh -c "echo x > .git/config"', 'denied'],
  ['deny file_write(./.git/**)', 'echo x > a/../.git/config', 'denied'],
  ['deny file_write(./.git/**)', 'echo x > b', 'allowed'],
  ['deny file_read(.env)', 'cat < .env', 'denied'],
  ['ask file_write(./.git/**)', 'echo x > .git/config', 'ask'],
])('with %s, %j is %s', (rule, command, expected) => {
  const set = createRuleSet(rules('allow bash(*)', rule), CONTEXT);
  expect(set.decide(bash(command), { now: NOW }).decision).toBe(expected);
});

test('every reason has a sentence', () => {
  expect(describeReason('opaque-wrapper')).toBe('It runs another program that no rule covers.');
  expect(describeReason('expired')).toMatch(/expired/);
});

test('takes the present as milliseconds, as text and as a Date', () => {
  const set = createRuleSet(
    [{ effect: 'allow', rule: 'bash(ls)', expiresAt: new Date(NOW) }],
    CONTEXT,
  );
  for (const now of [NOW - 1, new Date(NOW - 1), new Date(NOW - 1).toISOString()]) {
    expect(set.decide(bash('ls'), { now }).decision).toBe('allowed');
  }
  expect(set.decide(bash('ls'), { now: new Date(NOW) }).decision).toBe('ask');
});

describe('a value of another type is refused by its name', () => {
  // As a program without types would call it.
  const make = createRuleSet as (rules: unknown, context: unknown) => RuleSet;

  test.each([
    ['no list', 'bash(ls)', {}, 'rules is "bash(ls)"; expected a list of rules.'],
    ['a text', ['bash(ls)'], {}, 'rules[0] is "bash(ls)"; expected an object.'],
    [
      'another effect',
      [{ effect: 'Allow', rule: 'bash(ls)' }],
      {},
      'rules[0].effect is "Allow"; expected "allow", "deny", "ask".',
    ],
    ['no rule', [{ effect: 'allow' }], {}, 'rules[0].rule is undefined; expected a string.'],
    [
      'the name that it has on the wire',
      [{ effect: 'allow', rule: 'bash(ls)', expires_at: '2026-01-01' }],
      {},
      'rules[0].expires_at is not known; it is called expiresAt.',
    ],
    [
      'a number for a time',
      [{ effect: 'allow', rule: 'bash(ls)', expiresAt: 5 }],
      {},
      'rules[0].expiresAt is 5; expected an RFC 3339 time, a Date or null.',
    ],
    [
      'a URL for a folder',
      [],
      { root: new URL('file:///repo') },
      'context.root is "file:///repo"; expected a string.',
    ],
    [
      'another case',
      [],
      { pathCase: 'any' },
      'context.pathCase is "any"; expected "sensitive", "insensitive", "unknown".',
    ],
    [
      'another kind',
      [],
      { tools: { run: { kind: 'shell' } } },
      'context.tools.run.kind is "shell"; expected "command", "path", "url", "json", "text".',
    ],
    [
      'a text for arguments',
      [],
      { tools: { run: { kind: 'command', arg: 'line', safeArgs: 'timeout' } } },
      'context.tools.run.safeArgs is "timeout"; expected a list of strings.',
    ],
  ])('%s', (_, given, context, message) => {
    expect(() => make(given, context)).toThrow(new TypeError(message));
  });

  test.each([
    [undefined, 'now is undefined;'],
    ['never', 'now is "never";'],
    [new Date(Number.NaN), 'now is an invalid Date;'],
    [Number.NaN, 'now is NaN;'],
    [true, 'now is true;'],
  ])('%s as the present', (now, message) => {
    const at = { now } as { now: number };
    expect(() => createRuleSet([], CONTEXT).decide(bash('ls'), at)).toThrow(
      `${message} expected milliseconds since 1970, an RFC 3339 time or a Date.`,
    );
  });

  test('a call without a tool', () => {
    const call = { toolArgs: {} } as ToolCall;
    expect(() => createRuleSet([], CONTEXT).decide(call, { now: NOW })).toThrow(
      'call.toolName is undefined; expected a string.',
    );
  });
});
