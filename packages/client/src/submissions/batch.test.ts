import type { InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  inputRequest,
  interactionResolved,
  interactionView,
  runStarted,
  sessionLog,
} from '@hitl/protocol/testing';
import { problem } from '@hitl/protocol/endpoints';
import { describe, expect, test } from 'vitest';
import { approvalOf, denialOf } from './answers.ts';
import { createBatch, type Batch } from './batch.ts';
import { createSubmission } from './submission.ts';
import { createFakeClient, type FakeClient } from '../testing/fake-client.ts';

function requests(count: number): InteractionRequest[] {
  return Array.from({ length: count }, (_, index) =>
    authorizationRequest({
      id: `int_${index}`,
      tool_call_id: `call_${index}`,
      batch: { index, size: count },
    }),
  );
}

const statuses = (batch: Batch): string[] =>
  batch.getSnapshot().items.map(({ request, status }) => `${request.id} ${status}`);

const posts = (client: FakeClient): string[] =>
  client.calls.map(({ name }) => name).filter((name) => name.startsWith('respond'));

describe('a batch', () => {
  test('shows its requests in call order, whatever their order of arrival', () => {
    const client = createFakeClient();
    const [first, second, third] = requests(3);
    const late = inputRequest({ id: 'int_late' });
    const batch = createBatch(client, [late, third!, first!]);
    batch.update([second!]);
    expect(statuses(batch)).toEqual([
      'int_0 pending',
      'int_1 pending',
      'int_2 pending',
      'int_late pending',
    ]);
  });

  test('counts settled requests, and keeps them', async () => {
    const client = createFakeClient();
    const all = requests(3);
    const batch = createBatch(client, all);
    let renders = 0;
    batch.subscribe(() => (renders += 1));
    await batch.item('int_1')?.submit(denialOf(all[1]!));
    batch.update([all[0]!, all[2]!]);
    expect(statuses(batch)).toEqual(['int_0 pending', 'int_1 confirmed', 'int_2 pending']);
    expect(batch.getSnapshot()).toMatchObject({ settled: 1, submitting: false });
    expect(renders).toBeGreaterThan(0);
    expect(posts(client)).toEqual(['respond']);
  });

  test('shares the answer of each request with its card', async () => {
    const client = createFakeClient();
    const all = requests(2);
    const batch = createBatch(client, all);
    await createSubmission(client, all[0]!).submit(approvalOf(all[0]!));
    expect(statuses(batch)).toEqual(['int_0 confirmed', 'int_1 pending']);
  });

  test('reflects answers given elsewhere', () => {
    const client = createFakeClient();
    const batch = createBatch(client, requests(2));
    batch.subscribe(() => {});
    client.inboxEvents({}, { onSnapshot() {}, onEvent() {} });
    client.emit(...sessionLog([runStarted(), interactionResolved({ interaction_id: 'int_0' })]));
    expect(statuses(batch)).toEqual(['int_0 answered_elsewhere', 'int_1 pending']);
  });

  test('is not updated without listeners', () => {
    const client = createFakeClient();
    const batch = createBatch(client, requests(3));
    batch.subscribe(() => {})();
    client.clock.advance(0);
    client.clock.advance(0);
    expect(client.clock.timers).toBe(0);
  });
});

describe('answering all together', () => {
  test('takes one call for all pending requests', async () => {
    const client = createFakeClient();
    const batch = createBatch(client, requests(3));
    const outcomes = await batch.allowAll();
    expect(outcomes.map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(posts(client)).toEqual(['respond_batch']);
    expect(client.responses).toEqual(requests(3).map((request) => approvalOf(request)));
    expect(batch.getSnapshot().settled).toBe(3);
  });

  test('does not affect requests that arrive after the click', async () => {
    const client = createFakeClient();
    const [first, second, third] = requests(3);
    const batch = createBatch(client, [first!, second!]);
    const release = client.hold('respond_batch');
    const allowing = batch.allowAll();
    batch.update([third!]);
    expect(batch.getSnapshot().submitting).toBe(true);
    release();
    await allowing;
    expect(statuses(batch)).toEqual(['int_0 confirmed', 'int_1 confirmed', 'int_2 pending']);
    expect(client.responses.map(({ request_id: id }) => id)).toEqual(['int_0', 'int_1']);
  });

  test('skips answered requests and those that are not authorizations', async () => {
    const client = createFakeClient();
    const [first, second] = requests(2);
    const question = inputRequest({ id: 'int_q' });
    const batch = createBatch(client, [first!, second!, question]);
    await batch.item('int_0')?.submit(denialOf(first!));
    await batch.allowAll();
    expect(statuses(batch)).toEqual(['int_0 confirmed', 'int_1 confirmed', 'int_q pending']);
    await batch.denyAll('Not today');
    expect(client.responses.at(-1)).toEqual({
      request_id: 'int_q',
      type: 'input',
      action: 'deny',
      note: 'Not today',
    });
    expect(batch.getSnapshot().settled).toBe(3);
    expect(await batch.allowAll()).toEqual([]);
  });

  test('can exclude some, and remember the others', async () => {
    const client = createFakeClient();
    const batch = createBatch(client, requests(3));
    const remember = { scope: 'session' as const };
    await batch.allowAll({ remember }, ({ id }) => id !== 'int_1');
    expect(statuses(batch)).toEqual(['int_0 confirmed', 'int_1 pending', 'int_2 confirmed']);
    expect(client.responses.map((response) => response.remember)).toEqual([remember, remember]);
  });

  test('has an outcome for each', async () => {
    const all = requests(4);
    // The server has lost the last one: it is checked and, still pending, answered separately.
    const client = createFakeClient({ pending: [all[3]!] });
    client.reply('respond_batch', {
      results: [
        { request_id: 'int_0', ok: true },
        { request_id: 'int_1', ok: false, problem: problem('stale_approval', 'Changed.') },
        {
          request_id: 'int_2',
          ok: false,
          problem: problem('already_resolved', 'Bob was faster.', {
            interaction: interactionView({ status: 'answered', resolved_by: 'bob' }),
          }),
        },
      ],
    });
    const batch = createBatch(client, all);
    await batch.allowAll();
    expect(statuses(batch)).toEqual([
      'int_0 confirmed',
      'int_1 failed',
      'int_2 answered_elsewhere',
      'int_3 confirmed',
    ]);
  });

  test('checks each answer after a lost reply, and sends it again automatically', async () => {
    const client = createFakeClient({ pending: requests(2) });
    client.fail('respond_batch', 'network');
    const batch = createBatch(client, requests(2));
    await batch.allowAll();
    expect(statuses(batch)).toEqual(['int_0 confirmed', 'int_1 confirmed']);
    expect(client.calls.map(({ name }) => name).toSorted()).toEqual([
      'get_interaction',
      'get_interaction',
      'respond',
      'respond',
      'respond_batch',
    ]);
  });

  test('leaves all requests answerable if the whole call is refused', async () => {
    const client = createFakeClient();
    client.fail('respond_batch', 'unauthenticated');
    const batch = createBatch(client, requests(2));
    await batch.allowAll();
    expect(batch.getSnapshot().items).toMatchObject([
      { status: 'failed', retryable: true },
      { status: 'failed', retryable: true },
    ]);
    await batch.allowAll();
    expect(batch.getSnapshot().settled).toBe(2);
  });
});
