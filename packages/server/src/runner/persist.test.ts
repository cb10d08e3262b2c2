import { HitlError } from '@hitl/protocol/endpoints';
import { INITIAL_CONTROL } from '@hitl/protocol/fold';
import { expect, test } from 'vitest';
import type { SessionLog, Transacted } from '../log/session-log.ts';
import { persist } from './persist.ts';

const key = { tenantId: 'default', sessionId: 's' };
const command = { type: 'fail_run', runId: 'r', owner: 'here', error: 'e', code: 'c' } as const;
const done: Transacted = { kind: 'nothing', state: INITIAL_CONTROL };

/** A log that fails with these errors in turn, then succeeds. */
function failing(...errors: Error[]): { readonly log: SessionLog; attempts: number } {
  const world = {
    attempts: 0,
    log: {
      load: () => Promise.reject(new Error('nothing is read')),
      latest: () => Promise.reject(new Error('nothing is read')),
      recent: () => undefined,
      hinted: () => undefined,
      transact() {
        world.attempts += 1;
        const error = errors.shift();
        return error === undefined ? Promise.resolve(done) : Promise.reject(error);
      },
    },
  };
  return world;
}

test('a failed append is repeated once the store is back', async () => {
  const world = failing(new Error('connect ECONNREFUSED'), new Error('connect ECONNREFUSED'));
  expect(await persist(world.log, key, command)).toBe(done);
  expect(world.attempts).toBe(3);
});

test('a damaged journal is not written again, since it does not repair itself', async () => {
  const damage = new HitlError('journal_damaged', 'The journal cannot be used: it is gone.');
  const world = failing(damage);
  await expect(persist(world.log, key, command)).rejects.toBe(damage);
  expect(world.attempts).toBe(1);
});
