import { createFakeClient, type FakeClient } from '@hitl/client/testing';
import type { AuditTrail, EventDraft } from '@hitl/protocol';
import {
  auditEntry,
  authorizationRequest,
  confirmResponse,
  interactionView,
  permissionRule,
  rulesSaved,
  run,
  runCompleted,
  runStarted,
  sessionLog,
  sessionSummary,
  settlement,
  stepCompleted,
  suspension,
  testTime,
} from '@hitl/protocol/testing';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  auditQuery,
  hitlKeys,
  interactionQuery,
  rulesQuery,
  runQuery,
  runsQuery,
  sessionsQuery,
  syncQueryCache,
} from './index.ts';
import { callsOf } from './testing.fixture.tsx';

const request = authorizationRequest();
const trail = (...seqs: number[]): AuditTrail => ({
  run_id: 'run_1',
  head: null,
  entries: seqs.map((seq) => auditEntry({ seq })),
});

let client: FakeClient;
let queryClient: QueryClient;
let stop: () => void;

beforeEach(() => {
  client = createFakeClient({ rules: [permissionRule()] });
  client.reply('run_audit', trail(1));
  client.reply('get_run', run());
  client.reply('list_runs', { runs: [run()], next_cursor: null });
  client.reply('list_sessions', { sessions: [sessionSummary()], next_cursor: null });
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = syncQueryCache(client, queryClient);
  client.sessionEvents('ses_1', { onEvent() {} });
});
afterEach(() => {
  stop();
  queryClient.clear();
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Observes a query, so that it is fetched, and fetched again when it is invalidated. */
async function observe(query: { queryKey: readonly unknown[] }): Promise<void> {
  new QueryObserver(queryClient, query).subscribe(() => {});
  await settled();
}

async function happen(...drafts: EventDraft[]): Promise<void> {
  client.emit(...sessionLog(drafts));
  await settled();
}

test('an event fetches exactly the trail of its run again', async () => {
  await observe(auditQuery(client, 'run_1'));
  await observe(auditQuery(client, 'run_2'));
  await observe(rulesQuery(client, 'ada'));
  client.reply('run_audit', trail(1, 4));
  await happen(runStarted(), ...suspension(request));
  expect(queryClient.getQueryData(hitlKeys.audit('run_1'))?.entries).toHaveLength(2);
  const audits = client.calls.filter(({ name }) => name === 'run_audit');
  expect(audits.map(({ params }) => params?.['run_id'])).toEqual(['run_1', 'run_2', 'run_1']);
  expect(callsOf(client, 'list_rules')).toBe(1);
});

test('events within a second fetch a trail at most twice', async () => {
  await observe(auditQuery(client, 'run_1'));
  const drafts = [runStarted(), ...suspension(request), ...settlement(request, confirmResponse())];
  for (const event of sessionLog(drafts)) {
    client.emit(event);
    await settled();
  }
  expect(callsOf(client, 'run_audit')).toBe(2);
  client.clock.advance(1000);
  await settled();
  expect(callsOf(client, 'run_audit')).toBe(3);
});

test('an up-to-date trail is not fetched again, for example after a reconnect', async () => {
  client.reply('run_audit', trail(1, 20));
  await observe(auditQuery(client, 'run_1'));
  await happen(runStarted(), ...suspension(request));
  client.clock.advance(5000);
  await settled();
  expect(callsOf(client, 'run_audit')).toBe(1);
});

test('a fetch in progress is never cancelled, and checked when it is done', async () => {
  const release = client.hold('run_audit');
  await observe(auditQuery(client, 'run_1'));
  await happen(runStarted(), ...suspension(request));
  expect(callsOf(client, 'run_audit')).toBe(1);
  release();
  await settled();
  expect(queryClient.getQueryData(hitlKeys.audit('run_1'))).toEqual(trail(1));
  client.clock.advance(1000);
  await settled();
  expect(callsOf(client, 'run_audit')).toBe(2);
});

test('a settlement updates the details immediately, without a fetch', async () => {
  client.emit(...sessionLog([runStarted(), ...suspension(request)]));
  await observe(interactionQuery(client, request.id));
  client.emit(
    ...sessionLog(settlement(request, confirmResponse()), {
      after: sessionLog([runStarted(), ...suspension(request)]),
    }),
  );
  expect(queryClient.getQueryData(hitlKeys.interaction(request.id))).toMatchObject({
    status: 'answered',
    resolved_by: 'ada',
    response: { confirmed: true },
  });
  await settled();
  expect(callsOf(client, 'get_interaction')).toBe(1);
});

test('details are fetched again if an inbox contains only the settlement', async () => {
  client = createFakeClient({ pending: [request] });
  stop();
  stop = syncQueryCache(client, queryClient);
  client.inboxEvents({}, { onSnapshot() {}, onEvent() {} });
  await observe(interactionQuery(client, request.id));
  client.reply(
    'get_interaction',
    interactionView({ status: 'answered', response: confirmResponse() }),
  );
  client.emit(...sessionLog(settlement(request, confirmResponse())));
  expect(queryClient.getQueryData(hitlKeys.interaction(request.id))?.status).toBe('answered');
  await settled();
  expect(queryClient.getQueryData(hitlKeys.interaction(request.id))?.response).toEqual(
    confirmResponse(),
  );
});

test('saved rules are fetched again only for their user', async () => {
  await observe(rulesQuery(client, 'ada'));
  await observe(rulesQuery(client, 'bob'));
  await happen(runStarted({ user_id: 'ada' }), rulesSaved());
  const lists = client.calls.filter(({ name }) => name === 'list_rules');
  expect(lists.map(({ params }) => params?.['user_id'])).toEqual(['ada', 'bob', 'ada']);
});

test('saved rules of a run with an unknown user are fetched again for all users', async () => {
  await observe(rulesQuery(client, 'ada'));
  await observe(rulesQuery(client, 'bob'));
  await happen(rulesSaved());
  expect(callsOf(client, 'list_rules')).toBe(4);
});

test('the end of a run fetches it and the lists that contain it again, and no others', async () => {
  await observe(runQuery(client, 'run_1'));
  for (const filter of [{}, { sessionId: 'ses_1' }, { sessionId: 'ses_2' }]) {
    const query = runsQuery(client, filter);
    await queryClient.prefetchInfiniteQuery(query);
  }
  await queryClient.prefetchInfiniteQuery(sessionsQuery(client));
  await happen(runStarted(), stepCompleted(), runCompleted());
  const stale = (queryKey: readonly unknown[]) =>
    queryClient.getQueryState(queryKey)?.isInvalidated;
  expect(callsOf(client, 'get_run')).toBe(2);
  expect(stale(hitlKeys.runs())).toBe(true);
  expect(stale(hitlKeys.runs({ sessionId: 'ses_1' }))).toBe(true);
  expect(stale(hitlKeys.runs({ sessionId: 'ses_2' }))).toBe(false);
  expect(stale(hitlKeys.sessions())).toBe(true);
});

test('lists that are newer than the events are not fetched', async () => {
  client.reply('list_runs', { runs: [run({ last_seq: 9 })], next_cursor: null });
  client.reply('list_sessions', {
    sessions: [sessionSummary({ updated_at: testTime(900) })],
    next_cursor: null,
  });
  await queryClient.prefetchInfiniteQuery(runsQuery(client));
  await queryClient.prefetchInfiniteQuery(sessionsQuery(client));
  await happen(runStarted(), stepCompleted(), runCompleted());
  expect(queryClient.getQueryState(hitlKeys.runs())?.isInvalidated).toBe(false);
  expect(queryClient.getQueryState(hitlKeys.sessions())?.isInvalidated).toBe(false);
});

test('several followers share one observer, and the last one ends it', async () => {
  await observe(auditQuery(client, 'run_1'));
  const stopToo = syncQueryCache(client, queryClient);
  stopToo();
  stopToo();
  await happen(runStarted());
  expect(callsOf(client, 'run_audit')).toBe(1);
  client.reply('run_audit', trail(1, 3));
  client.emit(...sessionLog([...suspension(request)], { after: sessionLog([runStarted()]) }));
  await settled();
  client.clock.advance(1000);
  await settled();
  expect(callsOf(client, 'run_audit')).toBe(2);
  stop();
  expect(client.clock.timers).toBe(0);
  client.emit(
    ...sessionLog([runCompleted()], { after: sessionLog([runStarted(), ...suspension(request)]) }),
  );
  await settled();
  expect(callsOf(client, 'run_audit')).toBe(2);
});
