import { EVENT_DATA, isEventType } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { queriesAffectedBy } from './invalidation.ts';

const types = Object.keys(EVENT_DATA).filter(isEventType);

test.each(types)('lists the queries that %s invalidates, each once', (type) => {
  const touched = queriesAffectedBy(type);
  expect(new Set(touched).size).toBe(touched.length);
});

test('a settlement invalidates the trail, its details, the run and the list of sessions', () => {
  expect(queriesAffectedBy('interaction_resolved')).toEqual([
    'audit',
    'interaction',
    'run',
    'session',
  ]);
});

test('saved rules invalidate the rules, and progress invalidates nothing', () => {
  expect(queriesAffectedBy('rules_saved')).toEqual(['audit', 'rules']);
  expect(queriesAffectedBy('run_claimed')).toEqual([]);
});
