import {
  batchJudged,
  permissionRule,
  rulesSaved,
  runStarted,
  sessionLog,
} from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { createPermissionsStore, type PermissionsStore } from './permissions-store.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';

const patterns = (store: PermissionsStore): string[] =>
  store.getSnapshot().rules.map(({ effect, pattern }) => `${effect} ${pattern}`);

test('the rules are read with the first listener, and loaded says when they were', async () => {
  const client = createFakeClient({ rules: [permissionRule()] });
  const store = createPermissionsStore(client, 'ada');
  expect(store.getSnapshot()).toEqual({
    userId: 'ada',
    rules: [],
    loaded: false,
    loading: false,
  });
  store.subscribe(() => {});
  expect(store.getSnapshot()).toMatchObject({ loaded: false, loading: true });
  await settled();
  expect(store.getSnapshot()).toMatchObject({
    rules: [permissionRule()],
    loaded: true,
    loading: false,
  });
});

test('a revoked rule is removed, and can be saved again', async () => {
  const client = createFakeClient({ rules: [permissionRule()] });
  const store = createPermissionsStore(client, 'ada');
  store.subscribe(() => {});
  await settled();
  await store.revoke('bash(npm run lint)');
  expect(patterns(store)).toEqual([]);
  await store.save('deny', { resource: 'bash(npm run lint)' });
  expect(patterns(store)).toEqual(['deny bash(npm run lint)']);
});

test('a rule that could not be revoked stays', async () => {
  const client = createFakeClient({ rules: [permissionRule()] });
  client.fail('revoke', 'forbidden');
  const store = createPermissionsStore(client, 'ada');
  store.subscribe(() => {});
  await expect(store.revoke('bash(npm run lint)')).rejects.toMatchObject({ code: 'forbidden' });
  await settled();
  expect(patterns(store)).toEqual(['allow bash(npm run lint)']);
});

test('a rule saved by an answer appears', async () => {
  const client = createFakeClient();
  const store = createPermissionsStore(client, 'ada');
  store.subscribe(() => {});
  await settled();
  client.sessionEvents('ses_1', { onEvent() {} });
  client.reply('list_rules', { rules: [permissionRule()] });
  client.emit(...sessionLog([runStarted(), rulesSaved()]));
  await settled();
  expect(patterns(store)).toEqual(['allow bash(npm run lint)']);
});

test('a rule that decided a call shows its last use', async () => {
  const client = createFakeClient({ rules: [permissionRule()] });
  const store = createPermissionsStore(client, 'ada');
  store.subscribe(() => {});
  await settled();
  client.sessionEvents('ses_1', { onEvent() {} });
  const used = permissionRule({ last_used_at: '2026-11-21T12:00:00.000Z' });
  client.reply('list_rules', { rules: [used] });
  const [verdict] = batchJudged().data.verdicts;
  if (verdict === undefined) throw new Error('no call was judged');
  client.emit(...sessionLog([runStarted(), batchJudged()]));
  await settled();
  expect(store.getSnapshot().rules).toEqual([permissionRule()]);
  const verdicts = [{ ...verdict, decision: 'allowed' as const, rule: used.pattern }];
  client.emit(...sessionLog([runStarted(), batchJudged(), batchJudged({ verdicts })]));
  await settled();
  expect(store.getSnapshot().rules).toEqual([used]);
});

test('a failed read keeps the rules and has an error', async () => {
  const client = createFakeClient({ rules: [permissionRule()] });
  const store = createPermissionsStore(client, 'ada');
  store.subscribe(() => {});
  await settled();
  client.fail('list_rules', 'network');
  await store.refresh();
  expect(store.getSnapshot()).toMatchObject({ loaded: true, error: { code: 'network' } });
  expect(patterns(store)).toHaveLength(1);
  await store.refresh();
  expect(store.getSnapshot()).not.toHaveProperty('error');
});

test('an older response never replaces a newer one', async () => {
  const client = createFakeClient();
  const answers: ((rules: object) => void)[] = [];
  client.reply('list_rules', () => new Promise((resolve) => answers.push(resolve)));
  const store = createPermissionsStore(client, 'ada');
  const older = store.refresh();
  const newer = store.refresh();
  await settled();
  answers[1]?.({ rules: [permissionRule({ pattern: 'bash(new)' })] });
  await newer;
  expect(store.getSnapshot().loading).toBe(false);
  answers[0]?.({ rules: [permissionRule({ pattern: 'bash(old)' })] });
  await older;
  expect(patterns(store)).toEqual(['allow bash(new)']);
});
