import { expect, test } from 'vitest';
import { formatTime } from '@hitl/protocol/fold';
import { describePermissionStore } from '../testing/describe-permission-store.ts';
import { describeSessionStore } from '../testing/describe-session-store.ts';
import { createSampleLog, started } from '../testing/sample-log.ts';
import { createMemoryPermissionStore } from './memory-permissions.ts';
import { createMemoryStore } from './memory.ts';

describeSessionStore('memory', async () => ({ store: createMemoryStore() }));
describePermissionStore('memory', async () => ({ store: createMemoryPermissionStore() }));

test('uses the given clock', async () => {
  let now = Date.UTC(2026, 5, 1);
  const store = createMemoryStore({ now: () => now });
  const log = createSampleLog({ tenantId: 'default', sessionId: 'ses_1' });
  expect((await store.load(log.key)).now).toBe('2026-06-01T00:00:00.000Z');
  const until = formatTime(now + 1000);
  now += 999;
  await log.append(store, started('run_1', { owner: 'host:1:a' }), {
    notAfter: until,
    leaseMs: 5000,
  });
  expect(await store.load(log.key)).toMatchObject({
    commit: 1,
    ownerUntil: formatTime(now + 5000),
  });
  now += 4999;
  expect(await store.due(10)).toEqual([]);
  now += 1;
  expect(await store.due(10)).toHaveLength(1);
  expect(await log.append(store, [], { notAfter: until })).toBe('too_late');

  const rules = createMemoryPermissionStore({ now: () => now });
  const [rule] = await rules.save({ tenantId: 'default', userId: 'ada' }, [
    { pattern: 'bash(ls)', effect: 'allow', source: 'api' },
  ]);
  expect(rule?.created_at).toBe(formatTime(now));
});
