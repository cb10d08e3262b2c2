import { expect, test } from 'vitest';
import type { DeltaStatus, Latest, Metadata } from '../delta-folder/metadata.ts';
import { planRun, type OwnerState, type Plan } from './plan.ts';

const metadata: Metadata = {
  run_id: 'r1',
  status: 'RUNNING',
  created_at: '2026-11-22T00:00:00.000Z',
  updated_at: '2026-11-22T00:00:00.000Z',
  pid: 7,
  host: 'other',
  iterations: 0,
};
const found = (status: DeltaStatus): Latest => ({
  kind: 'found',
  metadata: { ...metadata, status },
});

/** The plan by status, by the state of the process, without and with --recover. */
const TABLE: Readonly<
  Record<DeltaStatus, Readonly<Record<OwnerState, readonly [Plan['kind'], Plan['kind']]>>>
> = {
  RUNNING: {
    alive: ['refuse', 'refuse'],
    elsewhere: ['refuse', 'resume'],
    gone: ['new', 'resume'],
  },
  WAITING_FOR_INPUT: {
    alive: ['resume', 'resume'],
    elsewhere: ['resume', 'resume'],
    gone: ['resume', 'resume'],
  },
  INTERRUPTED: {
    alive: ['resume', 'resume'],
    elsewhere: ['resume', 'resume'],
    gone: ['resume', 'resume'],
  },
  COMPLETED: { alive: ['new', 'new'], elsewhere: ['new', 'new'], gone: ['new', 'new'] },
  FAILED: { alive: ['new', 'new'], elsewhere: ['new', 'new'], gone: ['new', 'new'] },
};

const STATUSES = Object.keys(TABLE) as DeltaStatus[];
const OWNERS = ['alive', 'elsewhere', 'gone'] as const;

test.each(STATUSES.flatMap((status) => OWNERS.map((owner) => [status, owner] as const)))(
  'a run at %s whose process is %s',
  (status, owner) => {
    const plans = [false, true].map((recover) => planRun(found(status), recover, () => owner).kind);
    expect(plans).toEqual(TABLE[status][owner]);
  },
);

test('names the run and its process if it refuses', () => {
  const plan = planRun(found('RUNNING'), false, () => 'gone');
  expect(plan).toMatchObject({ kind: 'new', warning: expect.stringContaining('r1') });
  expect(planRun(found('RUNNING'), false, () => 'elsewhere')).toMatchObject({
    reason: expect.stringContaining('other'),
  });
});

test('starts a new run if there is none, and says so if the newest is unreadable', () => {
  expect(planRun({ kind: 'none' }, false, () => 'gone')).toEqual({ kind: 'new' });
  expect(planRun({ kind: 'unreadable', why: 'torn' }, true, () => 'gone')).toMatchObject({
    kind: 'new',
    warning: expect.stringContaining('torn'),
  });
});
