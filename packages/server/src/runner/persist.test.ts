import { HitlError } from '@hitl/protocol/endpoints';
import { INITIAL_CONTROL } from '@hitl/protocol/fold';
import { expect, test } from 'vitest';
import type { SessionLog, Transacted } from '../log/session-log.ts';
import { persist } from './persist.ts';

const handle = {
  key: { tenantId: 'default', sessionId: 's' },
  signal: new AbortController().signal,
};
const command = { type: 'fail_run', runId: 'r', owner: 'here', error: 'e', code: 'c' } as const;
const done: Transacted = { kind: 'nothing', state: INITIAL_CONTROL };

/** A log that fails with these errors in turn, then succeeds. */
function failing(...errors: Error[]) {
  const world = {
    attempts: 0,
    reported: [] as unknown[],
    onError(error: unknown) {
      world.reported.push(error);
    },
    log: {
      load: () => Promise.reject(new Error('nothing is read')),
      latest: () => Promise.reject(new Error('nothing is read')),
      recent: () => undefined,
      hinted: () => undefined,
      transact(): Promise<Transacted> {
        world.attempts += 1;
        const error = errors.shift();
        return error === undefined ? Promise.resolve(done) : Promise.reject(error);
      },
    } satisfies SessionLog,
  };
  return world;
}

test('a failed append is repeated once the store is back', async () => {
  const world = failing(new Error('connect ECONNREFUSED'), new Error('connect ECONNREFUSED'));
  expect(await persist(world, handle, command)).toBe(done);
  expect(world.attempts).toBe(3);
  expect(world.reported).toHaveLength(1);
});

test('a damaged journal is not written again, since it does not repair itself', async () => {
  const damage = new HitlError('journal_damaged', 'The journal cannot be used: it is gone.');
  const world = failing(damage);
  await expect(persist(world, handle, command)).rejects.toBe(damage);
  expect(world.attempts).toBe(1);
});

test('nothing is appended any more once another instance may have taken over the run', async () => {
  const stop = new AbortController();
  const away = new Error('connect ECONNREFUSED');
  const world = failing(away, away, away);
  const appended = persist(world, { ...handle, signal: stop.signal }, command);
  stop.abort();
  await expect(appended).rejects.toBe(away);
  expect(world.attempts).toBeLessThan(3);
});
