import { describe, expect, test } from 'vitest';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import {
  createRuleCache,
  type PermissionCacheOptions,
  type RuleCacheOptions,
} from './rule-cache.ts';
import type { RuleCall, ScopedCall } from './rules.ts';

const OWNER = { tenantId: 'default', userId: 'ann' };
const SCOPE = { ...OWNER, sessionId: 's', agentId: 'agent' };

function bash(command: string): RuleCall {
  return { toolName: 'bash', toolArgs: { command } };
}

/** A rule cache over a store that counts its reads. */
function book(cache: PermissionCacheOptions = {}, context: RuleCacheOptions['context'] = {}) {
  let time = Date.parse('2026-11-21T12:00:00.000Z');
  let asked = 0;
  const store = createMemoryPermissionStore({ now: () => time });
  const counting: PermissionStore = {
    ...store,
    version(owner) {
      asked += 1;
      return store.version(owner);
    },
  };
  const rules = createRuleCache({
    store: counting,
    tools: new Map(),
    cache,
    context,
    now: () => time,
  });
  return {
    store,
    rules,
    asked: () => asked,
    pass: (ms: number) => (time += ms),
    allow: (pattern: string, expiresAt?: string) =>
      store.save(OWNER, [
        {
          pattern,
          effect: 'allow',
          source: 'api',
          ...(expiresAt !== undefined && { expiresAt }),
        },
      ]),
    find: (
      call = bash('npm test'),
      scope: Pick<ScopedCall, 'tenantId' | 'sessionId' | 'userId' | 'agentId'> = SCOPE,
    ) => rules.find({ ...scope, ...call, now: new Date(time).toISOString() }),
  };
}

describe('a clock that is set back by hours', () => {
  test('hides no rule that another server has saved', async () => {
    const { allow, find, pass, store } = book();
    await allow('bash(npm test)');
    expect(await find()).toMatchObject({ kind: 'allow' });
    await store.save(OWNER, [{ pattern: 'bash(npm test)', effect: 'deny', source: 'api' }]);
    pass(-21_600_000);
    expect(await find()).toMatchObject({ kind: 'deny' });
  });

  test('lets no rule live on whose time is over by the clock of the store', async () => {
    const { allow, rules, pass } = book();
    const ask = (now: string) => rules.find({ ...SCOPE, ...bash('npm test'), now });
    await allow('bash(npm test)', '2026-11-21T12:01:00.000Z');
    expect(await ask('2026-11-21T12:00:59.999Z')).toMatchObject({ kind: 'allow' });
    pass(-21_600_000);
    expect(await ask('2026-11-21T12:01:00.000Z')).toMatchObject({ kind: 'none' });
    pass(21_600_000);
    expect(await ask('2026-11-21T12:01:00.000Z')).toMatchObject({ kind: 'none' });
  });
});

describe('findings are kept', () => {
  test('and marked as cached, without reading the store again', async () => {
    const { allow, find, asked } = book();
    await allow('bash(npm test)');
    expect(await find()).toEqual({
      kind: 'allow',
      reason: 'Allow rules cover the whole call.',
      rule: 'bash(npm test)',
    });
    const before = asked();
    expect(await find()).toMatchObject({ kind: 'allow', fromCache: true });
    expect(asked()).toBe(before);
  });

  test('by all arguments, whatever the order of keys', async () => {
    const { find } = book();
    const call = (toolArgs: Record<string, unknown>) => ({ toolName: 'tool', toolArgs });
    await find(call({ a: 1, b: 2 }));
    expect(await find(call({ b: 2, a: 1 }))).toMatchObject({ fromCache: true });
    expect(await find(call({ a: 1, b: 3 }))).not.toHaveProperty('fromCache');
  });

  test('except when the evaluation took too long, as the machine may be less busy later', async () => {
    let busy = true;
    let elapsed = 0;
    const { store, allow, find } = book({}, { clock: () => (elapsed += busy ? 30 : 0) });
    await allow('bash(*)');
    await store.save(OWNER, [{ pattern: 'bash(rm:*)', effect: 'deny', source: 'api' }]);
    const call = bash('ls; '.repeat(4000));
    expect(await find(call)).toEqual({
      kind: 'ask',
      reason: expect.stringMatching(/too|large|long|limit/i),
    });
    busy = false;
    const again = await find(call);
    expect(again).toMatchObject({ kind: 'allow' });
    expect(again).not.toHaveProperty('fromCache');
    expect(await find(call)).toMatchObject({ kind: 'allow', fromCache: true });
  });

  test('for one session and one agent only', async () => {
    const { find } = book();
    await find();
    const other = { ...SCOPE, agentId: 'other' };
    expect(await find(bash('npm test'), other)).not.toHaveProperty('fromCache');
    const later = { ...SCOPE, sessionId: 'later' };
    expect(await find(bash('npm test'), later)).not.toHaveProperty('fromCache');
  });

  test('for no longer than 300 seconds, with the first use of each', async () => {
    const { find, pass } = book();
    await find();
    pass(299_000);
    expect(await find()).toMatchObject({ fromCache: true });
    pass(2000);
    expect(await find()).not.toHaveProperty('fromCache');
  });

  test('no longer than the rule that led to them lasts', async () => {
    const { allow, find, pass } = book();
    await allow('bash(npm test)', '2026-11-21T12:00:10.000Z');
    expect(await find()).toMatchObject({ kind: 'allow' });
    pass(9000);
    expect(await find()).toMatchObject({ kind: 'allow', fromCache: true });
    pass(1000);
    expect(await find()).toMatchObject({ kind: 'none' });
  });

  test('up to a maximum, dropping the least recently used', async () => {
    const { find } = book({ max: 2 });
    await find(bash('one'));
    await find(bash('two'));
    await find(bash('one'));
    await find(bash('three'));
    expect(await find(bash('one'))).toMatchObject({ fromCache: true });
    expect(await find(bash('two'))).not.toHaveProperty('fromCache');
  });

  test('is never used without a user', async () => {
    const { find } = book();
    const nobody = { ...SCOPE, userId: null };
    await find(bash('npm test'), nobody);
    expect(await find(bash('npm test'), nobody)).not.toHaveProperty('fromCache');
  });
});

describe('a change of rules', () => {
  test('of this instance counts immediately', async () => {
    const { allow, find, rules, store } = book();
    await allow('bash(npm test)');
    await find();
    await store.save(OWNER, [{ pattern: 'bash(npm test)', effect: 'deny', source: 'api' }]);
    rules.invalidate(OWNER.tenantId, OWNER.userId);
    expect(await find()).toMatchObject({ kind: 'deny' });
  });

  test('of another instance counts within a second, also when its hint is lost', async () => {
    const { allow, find, pass, store } = book();
    await allow('bash(npm test)');
    await find();
    await store.save(OWNER, [{ pattern: 'bash(npm test)', effect: 'deny', source: 'api' }]);
    pass(1000);
    expect(await find()).toMatchObject({ kind: 'deny' });
  });
});

test('the last use of a rule is stored afterwards, without changing the version', async () => {
  const { allow, find, rules, store } = book();
  await allow('bash(npm test)');
  const version = await store.version(OWNER);
  await find();
  await rules.writeUses();
  expect((await store.rules(OWNER))[0]?.last_used_at).toBe('2026-11-21T12:00:00.000Z');
  expect(await store.version(OWNER)).toBe(version);
});

test('a cached finding counts as a use, and a trial does not', async () => {
  const { allow, find, pass, rules, store } = book();
  await allow('bash(npm test)');
  const lastUse = async (): Promise<string | undefined> => {
    await rules.writeUses();
    return (await store.rules(OWNER))[0]?.last_used_at;
  };
  const now = '2026-11-21T12:00:00.000Z';
  await rules.find({ ...SCOPE, ...bash('npm test'), now }, true);
  expect(await lastUse()).toBeUndefined();
  pass(500);
  expect(await find()).toMatchObject({ kind: 'allow', fromCache: true });
  expect(await lastUse()).toBe('2026-11-21T12:00:00.500Z');
});

test('an explanation lists the rules that could deny the call from now on, and the scope of each', async () => {
  const { rules } = book();
  const now = '2026-11-21T12:00:00.000Z';
  const explained = await rules.explain({ ...SCOPE, ...bash('npm run lint'), now });
  expect(explained).toMatchObject({
    denial_suggestions: ['bash(npm run lint)', 'bash(npm run lint:*)', 'bash(npm:*)'],
    suggestion_examples: { 'bash(npm:*)': ['npm --any-option', 'npm ../any/file', 'npm'] },
  });
});
