import { authorizationRequest, sessionLog, settlement, suspension } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { createSettledNotices, type SettledNotice } from './settled-notices.ts';

const asked = authorizationRequest({ id: 'int_1', tool_call_id: 'c1', tool_args: { to: 'ann' } });
const answer = { request_id: 'int_1', type: 'confirm', confirmed: true } as const;
const settled = sessionLog([
  ...suspension(asked),
  ...settlement(asked, { ...answer, responded_at: '2026-01-01T00:00:00.000Z' }),
]);

test('notices of settled requests contain ids and the outcome', async () => {
  const told: SettledNotice[] = [];
  const notices = createSettledNotices({
    onSettled: (notice) => void told.push(notice),
    onError: () => undefined,
  });
  notices.appended(settled);
  await notices.close(1000);
  const { run_id, session_id } = asked;
  expect(told).toEqual([
    { interaction_id: 'int_1', run_id, session_id, tool_call_id: 'c1', status: 'answered' },
  ]);
});

test('a notice that could not be delivered is reported without the answer', async () => {
  const errors: unknown[] = [];
  const notices = createSettledNotices({
    onSettled() {
      throw new Error('away');
    },
    onError: (error) => errors.push(error),
    pause: () => Promise.resolve(),
  });
  notices.appended(settled);
  await notices.close(1000);
  expect(errors).toMatchObject([
    {
      code: 'settled_not_delivered',
      message: expect.stringMatching(/int_1 is answered could not be delivered: away\./),
    },
  ]);
  expect(JSON.stringify(errors)).not.toContain('ann');
});
