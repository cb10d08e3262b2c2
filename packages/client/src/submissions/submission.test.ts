import type { EventDraft, InteractionOutcome, InteractionRequest } from '@hitl/protocol';
import { problem } from '@hitl/protocol/endpoints';
import {
  authorizationRequest,
  inputRequest,
  inputResponse,
  interactionRequest,
  interactionResolved,
  interactionResponse,
  interactionView,
  run,
  runStarted,
  sessionLog,
  testTime,
  toolPaused,
  toolResumed,
} from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { approvalOf, denialOf } from './answers.ts';
import { ClientError } from '../base/errors.ts';
import type { SubmissionStatus } from './status.ts';
import { createSubmission, type Submission } from './submission.ts';
import { createFakeClient, type FakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';

interface Card {
  readonly client: FakeClient;
  readonly request: InteractionRequest;
  readonly submission: Submission;
  /** Every status that a listener saw, in order, without repeats. */
  readonly statuses: SubmissionStatus[];
  /** Appends to the log, which an open stream of the session delivers. */
  happens(...drafts: EventDraft[]): void;
}

/** A card with a listener, and an open stream of its session. */
function showCard(request: InteractionRequest = authorizationRequest()): Card {
  const client = createFakeClient({ pending: [request] });
  let log = sessionLog([runStarted(), interactionRequest(request)]);
  client.emit(...log);
  client.sessionEvents(request.session_id, { onEvent() {} });
  const submission = createSubmission(client, request);
  const statuses: SubmissionStatus[] = [submission.getSnapshot().status];
  submission.subscribe(() => {
    const { status } = submission.getSnapshot();
    if (status !== statuses.at(-1)) statuses.push(status);
  });
  return {
    client,
    request,
    submission,
    statuses,
    happens(...drafts) {
      const events = sessionLog(drafts, { after: log });
      log = [...log, ...events];
      client.emit(...events);
    },
  };
}

const resolved = (outcome: InteractionOutcome): EventDraft =>
  interactionResolved({ outcome, ...(outcome === 'answered' && { resolved_by: 'bob' }) });

const keysOf = ({ client }: Card): unknown[] =>
  client.calls
    .filter(({ name }) => name === 'respond')
    .map(({ options }) => options?.idempotencyKey);

const sentTo = ({ client }: Card): string[] =>
  client.calls.map(({ name }) => name).filter((name) => name !== 'session_events');

describe('an answer', () => {
  test('is pending, then submitting, then confirmed', async () => {
    const card = showCard();
    const release = card.client.hold('respond');
    const answer = approvalOf(card.request);
    const sending = card.submission.submit(answer);
    expect(card.submission.getSnapshot()).toMatchObject({
      status: 'submitting',
      action: 'approve',
    });
    release();
    expect(await sending).toEqual({
      request: card.request,
      status: 'confirmed',
      action: 'approve',
      retryable: false,
      result: { status: 'running', run: run() },
    });
    expect(card.statuses).toEqual(['pending', 'submitting', 'confirmed']);
    expect(card.client.responses).toEqual([answer]);
  });

  test('is sent once, however often it is pressed', async () => {
    const card = showCard();
    const presses = [1, 2, 3].map(() => card.submission.submit(approvalOf(card.request)));
    presses.push(card.submission.submit(denialOf(card.request)), card.submission.retry());
    const outcomes = await Promise.all(presses);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('confirmed'));
    await card.submission.submit(denialOf(card.request));
    expect(card.client.responses).toEqual([approvalOf(card.request)]);
  });

  test.each([
    ['invalid_response', false],
    ['stale_approval', false],
    ['forbidden', false],
    ['interaction_not_found', false],
    ['unauthenticated', true],
    ['rate_limited', true],
  ] as const)(
    'that fails with %s was not recorded, and the card is answerable again',
    async (code, retryable) => {
      const card = showCard();
      card.client.fail('respond', code, { errors: [{ path: 'text', message: 'no' }] });
      await card.submission.submit(approvalOf(card.request));
      expect(card.submission.getSnapshot()).toMatchObject({
        status: 'failed',
        retryable,
        error: { code, errors: [{ path: 'text', message: 'no' }] },
      });
      expect(await card.submission.retry()).toMatchObject({ status: 'confirmed' });
      expect(card.statuses).toEqual(['pending', 'submitting', 'failed', 'submitting', 'confirmed']);
      const [first, second] = keysOf(card);
      expect(second).toBe(first);
    },
  );

  test('after a refusal is another submission', async () => {
    const card = showCard(inputRequest());
    card.client.fail('respond', 'invalid_response');
    await card.submission.submit(inputResponse({ text: '' }));
    await card.submission.submit(inputResponse({ text: 'Ada' }));
    const [first, second] = keysOf(card);
    expect(second).not.toBe(first);
  });

  test('that came second shows the outcome of the first', async () => {
    const card = showCard();
    const view = interactionView({
      status: 'answered',
      resolved_by: 'bob',
      resolved_at: testTime(9),
      response: denialOf(card.request),
    });
    card.client.fail('respond', 'already_resolved', { interaction: view });
    expect(await card.submission.submit(approvalOf(card.request))).toMatchObject({
      status: 'answered_elsewhere',
      settlement: {
        outcome: 'answered',
        resolvedBy: 'bob',
        resolvedAt: testTime(9),
        response: denialOf(card.request),
      },
    });
  });

  test('that came too late says so and what it asked for, even if the log reported the other one first', async () => {
    const card = showCard();
    const release = card.client.hold('respond');
    card.client.fail('respond', 'already_resolved', {
      interaction: interactionView({ status: 'answered', resolved_by: 'bob' }),
    });
    const sent = card.submission.submit(denialOf(card.request));
    card.happens(interactionResolved({ interaction_id: card.request.id, resolved_by: 'bob' }));
    release();
    expect(await sent).toMatchObject({ status: 'answered_elsewhere', action: 'deny', late: true });
  });

  test('is not late if none was given here, or if this one was recorded', async () => {
    const watching = showCard();
    watching.happens(interactionResolved({ interaction_id: watching.request.id }));
    expect(watching.submission.getSnapshot()).toMatchObject({ status: 'answered_elsewhere' });
    expect(watching.submission.getSnapshot()).not.toHaveProperty('late');
    const first = showCard(authorizationRequest({ id: 'int_first' }));
    expect(await first.submission.submit(approvalOf(first.request))).not.toHaveProperty('late');
  });

  test.each(['expired', 'cancelled', 'superseded'] as const)(
    'finds the request already %s',
    async (status) => {
      const card = showCard();
      const interaction = interactionView({ status });
      card.client.fail('respond', 'already_resolved', { interaction });
      const outcome = await card.submission.submit(approvalOf(card.request));
      expect(outcome).toMatchObject({ status, settlement: { outcome: status } });
    },
  );

  test('is too late by the clock of the server', async () => {
    const card = showCard();
    card.client.fail('respond', 'interaction_expired');
    expect(await card.submission.submit(approvalOf(card.request))).toMatchObject({
      status: 'expired',
    });
  });
});

describe('an answer without a reply', () => {
  const uncertain = [
    new ClientError('network', 'gone'),
    new ClientError('timeout', 'slow'),
    new ClientError('bad_reply', 'a proxy', { status: 502 }),
    new ClientError('bad_reply', 'broken JSON', { status: 200 }),
    new ClientError('internal', 'oops', { status: 500, problem: problem('internal', 'oops') }),
  ];

  test.each(uncertain)(
    '$code $status: the server is asked before anything is sent',
    async (error) => {
      const card = showCard();
      let first = true;
      card.client.reply('respond', () => {
        if (!first) return { status: 'running', run: run() };
        first = false;
        throw error;
      });
      const outcome = await card.submission.submit(approvalOf(card.request));
      expect(outcome.status).toBe('confirmed');
      expect(card.statuses).toEqual([
        'pending',
        'submitting',
        'unknown',
        'submitting',
        'confirmed',
      ]);
      expect(sentTo(card)).toEqual(['respond', 'get_interaction', 'respond']);
      const [one, two] = keysOf(card);
      expect(two).toBe(one);
    },
  );

  test('does not send another press meanwhile', async () => {
    const card = showCard();
    card.client.fail('respond', 'network');
    const release = card.client.hold('respond');
    const sending = card.submission.submit(approvalOf(card.request));
    const other = card.submission.submit(denialOf(card.request));
    release();
    expect(await sending).toMatchObject({ status: 'confirmed', action: 'approve' });
    expect(await other).toMatchObject({ status: 'confirmed', action: 'approve' });
    expect(card.client.responses).toEqual([approvalOf(card.request)]);
  });

  test('that had arrived gets its first reply again, by the same key', async () => {
    const card = showCard();
    card.client.fail('respond', 'network');
    card.client.reply('get_interaction', interactionView({ status: 'answered' }));
    const outcome = await card.submission.submit(approvalOf(card.request));
    expect(outcome.status).toBe('confirmed');
    expect(sentTo(card)).toEqual(['respond', 'get_interaction', 'respond']);
  });

  test("that lost meanwhile gets the winner's outcome from the server", async () => {
    const card = showCard();
    card.client.fail('respond', 'network');
    card.client.reply('get_interaction', interactionView({ status: 'answered' }));
    card.client.fail('respond', 'already_resolved', {
      interaction: interactionView({ status: 'answered', resolved_by: 'bob' }),
    });
    const outcome = await card.submission.submit(approvalOf(card.request));
    expect(outcome).toMatchObject({
      status: 'answered_elsewhere',
      settlement: { resolvedBy: 'bob' },
    });
  });

  test.each(['expired', 'cancelled', 'superseded'] as const)(
    'that had %s is not sent again',
    async (status) => {
      const card = showCard();
      card.client.fail('respond', 'network');
      card.client.reply('get_interaction', interactionView({ status }));
      const outcome = await card.submission.submit(approvalOf(card.request));
      expect(outcome.status).toBe(status);
      expect(sentTo(card)).toEqual(['respond', 'get_interaction']);
    },
  );

  test('that aborts the run counts as ours if it cancelled the request', async () => {
    const card = showCard();
    card.client.fail('respond', 'network');
    card.client.reply('get_interaction', interactionView({ status: 'cancelled' }));
    const abort = { ...denialOf(card.request), action: 'abort_run' as const };
    const outcome = await card.submission.submit(abort);
    expect(outcome).toMatchObject({ status: 'confirmed', action: 'abort_run' });
  });

  test('checks automatically while the server cannot be reached', async () => {
    const card = showCard();
    for (let lost = 0; lost < 3; lost += 1) card.client.fail('get_interaction', 'network');
    card.client.fail('respond', 'network');
    const outcome = await card.submission.submit(approvalOf(card.request));
    expect(outcome).toMatchObject({ status: 'unknown', error: { code: 'network' } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(card.submission.getSnapshot().status).toBe('unknown');
      card.client.clock.advance(30_000);
      await settled();
    }
    expect(card.submission.getSnapshot().status).toBe('confirmed');
    expect(sentTo(card)).toEqual([
      'respond',
      'get_interaction',
      'get_interaction',
      'get_interaction',
      'get_interaction',
      'respond',
    ]);
  });

  test('does not check automatically without listeners', async () => {
    const client = createFakeClient({ pending: [authorizationRequest()] });
    client.fail('respond', 'network');
    client.fail('get_interaction', 'network');
    const submission = createSubmission(client, authorizationRequest());
    await submission.submit(approvalOf(authorizationRequest()));
    client.clock.advance(3_600_000);
    await settled();
    expect(client.calls).toHaveLength(2);
    expect(await submission.check()).toMatchObject({ status: 'confirmed' });
  });

  test('can be checked immediately by a person', async () => {
    const card = showCard();
    card.client.fail('respond', 'network');
    card.client.fail('get_interaction', 'network');
    await card.submission.submit(approvalOf(card.request));
    expect(await card.submission.check()).toMatchObject({ status: 'confirmed' });
  });

  test('is read at once when the stream reports the settlement', async () => {
    const card = showCard();
    card.client.fail('respond', 'network');
    card.client.fail('get_interaction', 'network');
    await card.submission.submit(approvalOf(card.request));
    card.client.reply('get_interaction', interactionView({ status: 'answered' }));
    card.happens(resolved('answered'));
    await settled();
    expect(card.submission.getSnapshot().status).toBe('confirmed');
  });

  test('ends if its request no longer exists', async () => {
    const card = showCard();
    card.client.fail('respond', 'network');
    card.client.fail('get_interaction', 'interaction_not_found');
    const outcome = await card.submission.submit(approvalOf(card.request));
    expect(outcome).toMatchObject({ status: 'failed', retryable: false });
  });
});

describe('events of the streams', () => {
  test('show who answered in another tab, and the outcome', () => {
    const card = showCard();
    const response = denialOf(card.request);
    card.happens(interactionResponse({ response }), resolved('answered'));
    expect(card.submission.getSnapshot()).toMatchObject({
      status: 'answered_elsewhere',
      settlement: { outcome: 'answered', resolvedBy: 'bob', response },
    });
  });

  test('do not make our own answer look like another one if they are faster', async () => {
    const card = showCard();
    const release = card.client.hold('respond');
    const sending = card.submission.submit(approvalOf(card.request));
    card.happens(resolved('answered'));
    expect(card.submission.getSnapshot().status).toBe('submitting');
    release();
    expect(await sending).toMatchObject({
      status: 'confirmed',
      settlement: { outcome: 'answered', resolvedBy: 'bob' },
    });
  });

  test('stop and restart the clock', () => {
    const card = showCard();
    card.happens(toolPaused());
    expect(card.submission.getSnapshot()).toMatchObject({
      status: 'paused',
      request: { paused: true },
    });
    expect(card.submission.getSnapshot().request.expires_at).toBeUndefined();
    card.client.clock.advance(3_600_000);
    expect(card.submission.getSnapshot().status).toBe('paused');
    card.happens(toolResumed({ expires_at: testTime(3700) }));
    expect(card.submission.getSnapshot()).toMatchObject({
      status: 'pending',
      request: { expires_at: testTime(3700) },
    });
    card.client.clock.advance(100_000);
    expect(card.submission.getSnapshot().status).toBe('expired');
  });

  test('settle nothing by a pause or resume', async () => {
    const card = showCard();
    const say = (action: 'pause' | 'resume'): Promise<{ status: SubmissionStatus }> =>
      card.submission.submit({ request_id: 'int_1', type: 'confirm', action });
    expect(await say('pause')).toMatchObject({ status: 'paused', request: { paused: true } });
    expect(await say('resume')).toMatchObject({ status: 'pending' });
    expect(await card.submission.submit(approvalOf(card.request))).toMatchObject({
      status: 'confirmed',
    });
    expect(new Set(keysOf(card)).size).toBe(3);
  });

  test('reach one submission for the two cards of a request', async () => {
    const card = showCard();
    const second = createSubmission(card.client, { ...card.request });
    expect(second).toBe(card.submission);
    const other = createFakeClient();
    expect(createSubmission(other, card.request)).not.toBe(card.submission);
  });
});

describe('expiry', () => {
  test('ends the card on time', () => {
    const card = showCard();
    card.client.clock.advance(299_999);
    expect(card.submission.getSnapshot().status).toBe('pending');
    card.client.clock.advance(1);
    expect(card.submission.getSnapshot().status).toBe('expired');
  });

  test('ends a card that is created late immediately', () => {
    const client = createFakeClient();
    client.clock.advance(300_000);
    const submission = createSubmission(client, authorizationRequest());
    submission.subscribe(() => {});
    expect(submission.getSnapshot().status).toBe('expired');
  });

  test('leaves the outcome of an answer being sent to the server', async () => {
    for (const [reply, status] of [
      [undefined, 'confirmed'],
      ['interaction_expired', 'expired'],
    ] as const) {
      const card = showCard();
      const release = card.client.hold('respond');
      if (reply !== undefined) card.client.fail('respond', reply);
      const sending = card.submission.submit(approvalOf(card.request));
      card.client.clock.advance(300_000);
      expect(card.submission.getSnapshot().status).toBe('submitting');
      release();
      expect((await sending).status).toBe(status);
    }
  });

  test('leaves no timer without listeners', () => {
    const client = createFakeClient();
    const submission = createSubmission(client, authorizationRequest());
    expect(client.clock.timers).toBe(0);
    const stop = submission.subscribe(() => {});
    expect(client.clock.timers).toBe(1);
    stop();
    client.clock.advance(0);
    expect(client.clock.timers).toBe(0);
  });
});

test('leaves no input of a person in a snapshot', async () => {
  const canary = 'canary-51c2';
  const request = inputRequest({ sensitive: true });
  const card = showCard(request);
  const seen: string[] = [];
  card.submission.subscribe(() => seen.push(JSON.stringify(card.submission.getSnapshot())));
  card.client.fail('respond', 'network');
  card.client.fail('get_interaction', 'network');
  await card.submission.submit(inputResponse({ text: canary }));
  await card.submission.check();
  expect(card.submission.getSnapshot().status).toBe('confirmed');
  expect(seen.join('\n')).not.toContain(canary);
});

/** How to reach each status. */
const REACH: Record<SubmissionStatus, (card: Card) => unknown> = {
  pending: () => {},
  paused: (card) => card.happens(toolPaused()),
  failed(card) {
    card.client.fail('respond', 'invalid_response');
    return card.submission.submit(approvalOf(card.request));
  },
  submitting(card) {
    card.client.hold('respond');
    void card.submission.submit(approvalOf(card.request));
  },
  unknown(card) {
    card.client.fail('respond', 'network');
    card.client.fail('get_interaction', 'network');
    return card.submission.submit(approvalOf(card.request));
  },
  confirmed: (card) => card.submission.submit(approvalOf(card.request)),
  answered_elsewhere: (card) => card.happens(resolved('answered')),
  expired: (card) => card.happens(resolved('expired')),
  superseded: (card) => card.happens(resolved('superseded')),
  cancelled: (card) => card.happens(resolved('cancelled')),
};

const INPUTS = {
  submit: (card: Card) => card.submission.submit(denialOf(card.request)),
  retry: (card: Card) => card.submission.retry(),
  check: (card: Card) => card.submission.check(),
  answered: (card: Card) => card.happens(resolved('answered')),
  expired: (card: Card) => card.happens(resolved('expired')),
  superseded: (card: Card) => card.happens(resolved('superseded')),
  cancelled: (card: Card) => card.happens(resolved('cancelled')),
  paused: (card: Card) => card.happens(toolPaused()),
  resumed: (card: Card) => card.happens(toolResumed({ expires_at: testTime(900) })),
  deadline: (card: Card) => card.client.clock.advance(300_000),
} satisfies Record<string, (card: Card) => unknown>;

type Input = keyof typeof INPUTS;

const stays = (status: SubmissionStatus): Record<Input, SubmissionStatus> => ({
  submit: status,
  retry: status,
  check: status,
  answered: status,
  expired: status,
  superseded: status,
  cancelled: status,
  paused: status,
  resumed: status,
  deadline: status,
});

const live: Record<Input, SubmissionStatus> = {
  submit: 'confirmed',
  retry: 'pending',
  check: 'pending',
  answered: 'answered_elsewhere',
  expired: 'expired',
  superseded: 'superseded',
  cancelled: 'cancelled',
  paused: 'paused',
  resumed: 'pending',
  deadline: 'expired',
};

/** The server's latest state wins over the card's. */
const over = (status: SubmissionStatus): Record<Input, SubmissionStatus> => ({
  ...stays(status),
  answered: 'answered_elsewhere',
  expired: 'expired',
  superseded: 'superseded',
  cancelled: 'cancelled',
});

/** Every status with every input. */
const TABLE: Record<SubmissionStatus, Record<Input, SubmissionStatus>> = {
  pending: live,
  paused: { ...live, retry: 'paused', check: 'paused', deadline: 'paused' },
  failed: { ...live, retry: 'confirmed', check: 'failed', paused: 'failed', resumed: 'failed' },
  submitting: stays('submitting'),
  unknown: {
    ...stays('unknown'),
    submit: 'confirmed',
    retry: 'confirmed',
    check: 'confirmed',
    answered: 'confirmed',
    expired: 'expired',
    superseded: 'superseded',
    cancelled: 'cancelled',
    deadline: 'confirmed',
  },
  confirmed: stays('confirmed'),
  answered_elsewhere: over('answered_elsewhere'),
  expired: over('expired'),
  superseded: over('superseded'),
  cancelled: over('cancelled'),
};

describe.each(Object.keys(TABLE) as SubmissionStatus[])('%s', (status) => {
  test.each(Object.entries(TABLE[status]) as [Input, SubmissionStatus][])(
    'on %s becomes %s',
    async (input, next) => {
      const card = showCard();
      await REACH[status](card);
      expect(card.submission.getSnapshot().status).toBe(status);
      const outcome = INPUTS[input](card);
      await settled();
      expect(card.submission.getSnapshot().status).toBe(next);
      // An operation in progress stays in progress; every other input has an outcome.
      if (status !== 'submitting') await outcome;
    },
  );
});
