import { hostname, uptime } from 'node:os';
import { formatTime } from '@hitl/protocol/fold';
import { createInstance } from '@hitl/server/config';
import { expect, test } from 'vitest';
import type { Metadata } from '../delta-folder/metadata.ts';
import { ownerState } from './owner-state.ts';

const NOBODY = 2 ** 22 + 1;
const BEFORE_THE_START = formatTime(Date.now() - uptime() * 1000 - 60_000);
const { owner, liveness } = createInstance();

const mine: Metadata = {
  run_id: 'r1',
  status: 'RUNNING',
  created_at: '2026-11-22T00:00:00.000Z',
  updated_at: formatTime(Date.now()),
  pid: process.pid,
  host: hostname(),
  owner,
  iterations: 0,
};

test.each<[string, Partial<Metadata>, ReturnType<typeof ownerState>]>([
  ['this process', {}, 'alive'],
  ['a process that is there, by its id alone', { owner: undefined }, 'alive'],
  ['an id that nobody has', { owner: undefined, pid: NOBODY }, 'gone'],
  ['an id that no process can have', { owner: undefined, pid: 0 }, 'gone'],
  // `pid` decides, because its writer may not know `owner`.
  [
    'a process that is there, beside an owner that is not',
    { owner: `${liveness.prefix}${NOBODY}/1/x` },
    'alive',
  ],
  ['an id that nobody has, beside an owner that is there', { pid: NOBODY }, 'gone'],
  [
    'an id that another program has by now',
    { owner: `${liveness.prefix}${process.pid}/1/x` },
    'gone',
  ],
  ['another host', { host: `not-${hostname()}` }, 'elsewhere'],
  ['another host, where the id is free here', { host: 'not-here', pid: NOBODY }, 'elsewhere'],
  [
    'another container of the same name',
    { owner: `${hostname()}~boot~pid:[1]/${process.pid}/1/x` },
    'elsewhere',
  ],
  [
    'a machine that has been started again since',
    { owner: `${hostname()}~boot~pid:[1]/${process.pid}/1/x`, updated_at: BEFORE_THE_START },
    'gone',
  ],
  [
    'another host, long before this one was started',
    { host: 'not-here', updated_at: BEFORE_THE_START },
    'elsewhere',
  ],
])('recognizes %s', (_, change, state) => {
  expect(ownerState({ ...mine, ...change })).toBe(state);
});
