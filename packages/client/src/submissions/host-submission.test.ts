import type { InteractionResponse } from '@hitl/protocol';
import { authorizationRequest } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { approvalOf, denialOf } from './answers.ts';
import { createHostBatch } from './batch.ts';
import { createHostSubmission } from './host-submission.ts';

const request = authorizationRequest();

test('an answer to the host is sent once, and confirmed when the host accepts it', async () => {
  const taken: InteractionResponse[] = [];
  const submission = createHostSubmission(request, (response) => void taken.push(response));
  const statuses: string[] = [];
  submission.subscribe(() => statuses.push(submission.getSnapshot().status));
  await Promise.all([submission.submit(approvalOf(request)), submission.submit(denialOf(request))]);
  await submission.submit(denialOf(request));
  expect(taken).toEqual([approvalOf(request)]);
  expect(statuses).toEqual(['submitting', 'confirmed']);
  expect(submission.getSnapshot()).toMatchObject({ action: 'approve', retryable: false });
});

test('an answer that the host rejects has an error and can be sent again', async () => {
  const refusal = new Error('not now');
  let refusing = true;
  const submission = createHostSubmission(request, () => {
    if (refusing) throw refusal;
  });
  expect(await submission.submit(denialOf(request))).toEqual({
    status: 'failed',
    action: 'deny',
    error: refusal,
    retryable: true,
  });
  refusing = false;
  expect(await submission.retry()).toMatchObject({ status: 'confirmed', action: 'deny' });
});

test('a pause leaves the request unchanged', async () => {
  const submission = createHostSubmission(request, () => {});
  const pause = { ...denialOf(request), action: 'pause' as const };
  expect(await submission.submit(pause)).toEqual({ status: 'pending', retryable: false });
  expect(await submission.submit(approvalOf(request))).toMatchObject({ status: 'confirmed' });
});

test('a batch of a host shows each request as last updated, and answers those that can be', async () => {
  const taken: string[] = [];
  const one = authorizationRequest({ id: 'one', batch: { index: 1, size: 2 } });
  const two = authorizationRequest({ id: 'two', batch: { index: 0, size: 2 } });
  const batch = createHostBatch(({ request_id: id }) => void taken.push(id), [one, two]);
  let told = 0;
  batch.subscribe(() => (told += 1));
  expect(batch.getSnapshot().items.map((item) => item.request.id)).toEqual(['two', 'one']);
  const longer = { ...one, title: 'Another title' };
  batch.update([longer, two]);
  expect(told).toBe(1);
  expect(batch.getSnapshot().items[1]?.request).toBe(longer);
  await batch.item('two')?.submit(denialOf(two));
  await batch.allowAll();
  expect(taken).toEqual(['two', 'one']);
  expect(batch.getSnapshot()).toMatchObject({ settled: 2, submitting: false });
  expect(batch.getSnapshot()).toBe(batch.getSnapshot());
});
