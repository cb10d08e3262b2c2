import type { AuditTrail, ClaimResult, GateOutcome, InteractionRequest } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { expect, test } from 'vitest';
import { approval, served, type Served } from './served.fixture.ts';
import type { SharedStores } from './shared-stores.fixture.ts';

const CALL = {
  session_id: 'theirs',
  tool_call_id: 'call-1',
  tool_name: 'deploy',
  tool_args: { env: 'production' },
};

async function ask(on: Served, call: object = CALL): Promise<InteractionRequest> {
  const { body } = await on.post<GateOutcome>('/interactions', call);
  if (body.interaction_request === undefined) throw new Error(`not asked: ${body.decision}`);
  return body.interaction_request;
}

async function approved(on: Served, call: object = CALL): Promise<string> {
  const request = await ask(on, call);
  await on.post(`/interactions/${request.id}/respond`, approval(request));
  return request.id;
}

const claim = (on: Served, id: string, holder: string, more: object = {}, wait = 0) =>
  on.post<ClaimResult>(`/interactions/${encodeURIComponent(id)}/claim?wait=${wait}`, {
    holder,
    ...more,
  });
const complete = (on: Served, id: string, holder: string, content = 'deployed', more = {}) =>
  on.post<ClaimResult>(`/interactions/${encodeURIComponent(id)}/complete`, {
    holder,
    content,
    ...more,
  });
const code = (answered: { body: unknown }): string => (answered.body as Problem).code;

/** Claims until another holder's lease has ended and a person is asked about the outcome. */
async function doubted(on: Served, id: string): Promise<ClaimResult> {
  for (;;) {
    const { body } = await claim(on, id, 'next', {}, 1);
    if (body.status !== 'running') return body;
  }
}

/** Tests that claims behave the same on every store, with two servers at the same time. */
export function claimCases(stores: () => SharedStores | Promise<SharedStores>): void {
  async function two(): Promise<[Served, Served]> {
    const shared = await stores();
    return [await served({ on: shared() }), await served({ on: shared() })];
  }

  test('of many callers that claim an approved call through two servers at the same time, one gets it', async () => {
    const [here, there] = await two();
    const id = await approved(here);
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        claim(index % 2 === 0 ? here : there, id, `host-${index}`),
      ),
    );
    const won = claims.filter(({ body }) => body.claimed);
    expect(won).toHaveLength(1);
    expect(won[0]?.body).toMatchObject({
      status: 'running',
      tool_name: 'deploy',
      args: { env: 'production' },
      attempt: 1,
    });
    const holder = won[0]?.body.holder ?? '';
    expect(claims.map(({ body }) => body.holder)).toEqual(claims.map(() => holder));
    expect(claims.map(({ body }) => body.status)).toEqual(claims.map(() => 'running'));
    // A claim is repeated after its reply was lost.
    expect((await claim(there, id, holder)).body.claimed).toBe(true);
    expect(code(await complete(there, id, 'somebody'))).toBe('not_claimed');

    const waiting = claim(there, id, 'late', {}, 30);
    expect((await complete(here, id, holder)).body).toMatchObject({ status: 'completed' });
    expect((await waiting).body).toMatchObject({
      claimed: false,
      status: 'completed',
      result: { content: 'deployed', is_success: true, input_args: { env: 'production' } },
    });
    expect((await complete(there, id, holder)).status).toBe(200);
    expect(code(await complete(there, id, holder, 'something else'))).toBe('idempotency_conflict');

    const { body: trail } = await here.get<AuditTrail>(
      `/runs/${won[0]?.body.run_id ?? ''}/audit?verify=true`,
    );
    expect(trail.entries.map(({ kind }) => kind)).toEqual([
      'run_started',
      'tool_started',
      'tool_completed',
      'run_completed',
    ]);
    expect(trail.entries[0]).toMatchObject({ executes: { interaction_id: id } });
    expect(trail.entries[1]).toMatchObject({ holder, effective_args: { env: 'production' } });
    expect(trail.findings).toEqual([]);
  });

  test('a call that a rule allowed can also be claimed once, with or without a run of its loop', async () => {
    const [here, there] = await two();
    await here.post('/permissions/ann/allow', { resource: 'deploy(*)' });
    for (const more of [{}, { run_id: 'loop-1' }]) {
      const call = { ...CALL, ...more, user_id: 'ann', session_id: `hers-${'run_id' in more}` };
      const [one, other] = await Promise.all([
        here.post<GateOutcome>('/interactions', call),
        there.post<GateOutcome>('/interactions', call),
      ]);
      expect([one.body.decision, other.body.decision]).toEqual(['allowed', 'allowed']);
      const claims = await Promise.all([
        claim(here, one.body.interaction_id ?? '', 'host-1'),
        claim(there, other.body.interaction_id ?? '', 'host-2'),
      ]);
      expect(claims.filter(({ body }) => body.claimed)).toHaveLength(1);
      expect(claims[0].body).toMatchObject({ tool_name: 'deploy', args: { env: 'production' } });
    }
  });

  test('a claimed call whose host is gone is asked about, and cannot be claimed before a person decides', async () => {
    const [here, there] = await two();
    const id = await approved(here);
    await claim(here, id, 'gone', { lease_ms: 1000 });
    expect((await claim(there, id, 'next')).body.claimed).toBe(false);
    const doubt = await doubted(there, id);
    expect(doubt).toMatchObject({ claimed: false, status: 'unknown' });
    const recoveryId = doubt.recovery_id ?? '';
    expect((await claim(there, id, 'another')).body).toMatchObject({ recovery_id: recoveryId });

    const again = claim(there, id, 'next', {}, 30);
    const { body: asked } = await here.get<{ interaction_request: InteractionRequest }>(
      `/interactions/${recoveryId}`,
    );
    expect(asked.interaction_request).toMatchObject({ purpose: 'recovery', tool_name: 'deploy' });
    await here.post(`/interactions/${recoveryId}/respond`, {
      request_id: recoveryId,
      type: 'select',
      selected_values: ['retry'],
    });
    expect((await again).body).toMatchObject({ claimed: true, attempt: 2 });
    expect(code(await complete(here, id, 'gone'))).toBe('not_claimed');
    expect((await complete(there, id, 'next')).status).toBe(200);
  });

  test('a claim ends with its lease for its holder too, which does not know whether it is still alone', async () => {
    const [here, there] = await two();
    const id = await approved(here);
    const { body: first } = await claim(here, id, 'slow', { lease_ms: 1000 });
    expect(first).toMatchObject({ claimed: true, lease_left_ms: 1000 });
    await expect
      .poll(async () => (await claim(there, id, 'slow', { lease_ms: 1000 })).body)
      .toMatchObject({ claimed: false, status: 'unknown' });
    const { body: doubt } = await claim(there, id, 'slow');
    expect(doubt).not.toHaveProperty('lease_left_ms');
    const waiting = claim(there, id, 'slow', { lease_ms: 5000 }, 30);
    await here.post(`/interactions/${doubt.recovery_id ?? ''}/respond`, {
      request_id: doubt.recovery_id,
      type: 'select',
      selected_values: ['retry'],
    });
    const { body: second } = await waiting;
    expect(second).toMatchObject({ claimed: true, attempt: 2, lease_left_ms: 5000 });
    const { body: again } = await claim(here, id, 'slow');
    expect(again.claimed).toBe(true);
    expect(again.lease_left_ms).toBeLessThanOrEqual(5000);
  });

  test('a person or the slow host reports the outcome of a call, whichever is first', async () => {
    const [here, there] = await two();
    for (const first of ['person', 'host'] as const) {
      const id = await approved(here, { ...CALL, session_id: first });
      await claim(here, id, 'slow', { lease_ms: 1000 });
      const { recovery_id: recoveryId = '' } = await doubted(there, id);
      const answer = () =>
        there.post(`/interactions/${recoveryId}/respond`, {
          request_id: recoveryId,
          type: 'select',
          selected_values: ['mark_done'],
          text: 'I saw it',
        });
      if (first === 'person') {
        expect((await answer()).status).toBe(200);
        expect(code(await complete(here, id, 'slow'))).toBe('idempotency_conflict');
      } else {
        expect((await complete(here, id, 'slow')).status).toBe(200);
        expect(code(await answer())).toBe('already_resolved');
      }
      expect((await claim(there, id, 'next')).body).toMatchObject({
        claimed: false,
        status: 'completed',
        result: { content: first === 'person' ? 'I saw it' : 'deployed', is_success: true },
      });
    }
  });
}
