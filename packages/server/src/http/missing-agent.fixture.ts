import type { AuditTrail, InteractionRequest, InteractionView, Run } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { describe, expect, test } from 'vitest';
import { newLedger, scripted, type Ledger } from '../engine/engine.fixture.ts';
import { approval, served, type Answered, type Served } from './served.fixture.ts';
import type { SharedStores } from './shared-stores.fixture.ts';

/** Creates the data that servers share. */
type Open = () => SharedStores | Promise<SharedStores>;

/** One way to answer a request. */
interface Way {
  readonly name: string;
  send(server: Served, request: InteractionRequest, run: Run): Promise<Answered>;
  /** The code with which the answer was refused. */
  codeOf(answer: Answered): unknown;
}

const codeOf = ({ status, body }: Answered): unknown =>
  status === 404 ? (body as Problem).code : status;

const WAYS: readonly Way[] = [
  {
    name: 'respond',
    send: (server, request) => server.post(`/interactions/${request.id}/respond`, lasting(request)),
    codeOf,
  },
  {
    name: 'a batch of responses',
    send: (server, request) =>
      server.post('/interactions/respond', { responses: [lasting(request)] }),
    codeOf: ({ body }) =>
      (body as { results: { ok: boolean; problem?: Problem }[] }).results[0]?.problem?.code,
  },
  {
    name: 'a decision by tool call',
    send: (server, { tool_call_id: id, run_id }) =>
      server.post(`/approvals/${id}/decision`, { action: 'approve', run_id }),
    codeOf,
  },
  {
    name: 'consent with rules',
    send: (server, { tool_call_id, run_id, metadata }) =>
      server.post('/tool-consent', {
        tool_call_id,
        run_id,
        decision: 'allow',
        patterns: [metadata['resource']],
      }),
    codeOf,
  },
];

function lasting(request: InteractionRequest): Record<string, unknown> {
  return { ...approval(request), remember: { scope: 'always' } };
}

/** Two servers during a rolling deploy, each with a different agent. */
async function twoServers(
  open: Open,
): Promise<{ here: Served; elsewhere: Served; ledger: Ledger }> {
  const newShared = await open();
  const ledger = newLedger();
  const here = await served({ ledger, on: newShared() });
  const other = scripted([{ text: 'mine' }], [], { name: 'other', onNewMessage: 'supersede' });
  const elsewhere = await served({ ledger, on: { ...newShared(), agents: [other.agent] } });
  return { here, elsewhere, ledger };
}

async function asked(here: Served): Promise<{ run: Run; request: InteractionRequest }> {
  const body = { agent_id: 'agent', input: 'go', user_id: 'ann' };
  const { body: run } = await here.post<Run>('/runs', body);
  const events = await here.follow(`/runs/${run.id}/events`);
  await events.until('execution_suspended');
  events.hangUp();
  const page = await here.get<{ interactions: InteractionRequest[] }>(
    `/interactions?run_id=${run.id}`,
  );
  const [request] = page.body.interactions;
  if (request === undefined) throw new Error('nothing was asked');
  return { run, request };
}

/** Tests what a server without the agent accepts for a suspended run. `open` creates the shared data. */
export function describeMissingAgent(name: string, open: Open): void {
  describe(`an instance without the run's agent, on ${name}`, () => {
    test.each(WAYS)('accepts no answer by $name, and another instance does', async (way) => {
      const { here, elsewhere, ledger } = await twoServers(open);
      const { run, request } = await asked(here);
      const before = (await here.get<Run>(`/runs/${run.id}`)).body;
      const refused = await way.send(elsewhere, request, run);
      expect(way.codeOf(refused)).toBe('agent_not_found');
      expect((await elsewhere.get<Run>(`/runs/${run.id}`)).body).toEqual(before);
      const view = await elsewhere.get<InteractionView>(`/interactions/${request.id}`);
      expect(view.body.status).toBe('pending');
      expect((await here.get('/permissions/ann')).body).toEqual({ allow: [], deny: [] });
      expect(ledger.runs).toEqual([]);
      const taken = await way.send(here, request, run);
      expect(taken.status).toBe(200);
      const events = await here.follow(`/runs/${run.id}/events`);
      await events.until('run_completed');
      events.hangUp();
      expect(ledger.runs).toHaveLength(1);
    });

    test('does not resume it, but pauses and aborts it', async () => {
      const { here, elsewhere } = await twoServers(open);
      const { run, request } = await asked(here);
      const control = (server: Served, action: string, payload = {}) =>
        server.post<Run>(`/runs/${run.id}/control`, { action, payload });
      expect((await control(elsewhere, 'pause_run')).body.status).toBe('paused');
      const refused = await control(elsewhere, 'resume_run');
      expect(refused).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
      expect((await here.get<Run>(`/runs/${run.id}`)).body.status).toBe('paused');
      expect((await control(here, 'resume_run')).body.status).toBe('suspended');
      expect((await control(elsewhere, 'abort_run')).body.status).toBe('aborted');
      const view = await here.get<InteractionView>(`/interactions/${request.id}`);
      expect(view.body.status).toBe('cancelled');
    });

    test('ends it as agent_missing only at the request of an operator', async () => {
      const { here, elsewhere } = await twoServers(open);
      const { run } = await asked(here);
      const signal = { action: 'abort_run', payload: { code: 'agent_missing' } };
      const wrong = await here.post<Problem>(`/runs/${run.id}/control`, signal);
      expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'payload.code' }] } });
      expect((await here.get<Run>(`/runs/${run.id}`)).body.status).toBe('suspended');
      const ended = await elsewhere.post<Run>(`/runs/${run.id}/control`, signal);
      expect(ended).toMatchObject({ status: 200, body: { status: 'failed' } });
      const { entries } = (await here.get<AuditTrail>(`/runs/${run.id}/audit`)).body;
      expect(entries.at(-1)).toMatchObject({ kind: 'run_failed', code: 'agent_missing' });
    });

    test('does not supersede it with a new message', async () => {
      const { here, elsewhere } = await twoServers(open);
      const { run, request } = await asked(here);
      const next = { agent_id: 'other', input: 'new', session_id: run.session_id, user_id: 'ann' };
      expect(await elsewhere.post<Problem>('/runs', next)).toMatchObject({
        status: 409,
        body: { code: 'session_busy', pending_interaction_ids: [request.id] },
      });
      const view = await here.get<InteractionView>(`/interactions/${request.id}`);
      expect(view.body.status).toBe('pending');
    });
  });
}
