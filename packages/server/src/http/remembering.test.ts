import type { ConfirmRequest, InteractionRequest, InteractionView, Run } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { expect, test } from 'vitest';
import type { Agent } from '../agents/agent.ts';
import { ledgerTool, newLedger, scripted } from '../engine/engine.fixture.ts';
import type { DescribedTool, Tool } from '../agents/tool.ts';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import { approval, served, type Served, type ServedOptions } from './served.fixture.ts';

/** A server whose agent calls one tool, which needs consent, once. */
async function server(
  tool: Partial<Tool> = {},
  agent: Partial<Agent> = {},
  options: ServedOptions = {},
): Promise<Served> {
  const ledger = newLedger();
  const bash = ledgerTool(ledger, 'bash', {
    requiresConsent: true,
    permission: { kind: 'command', arg: 'command' },
    ...tool,
  });
  const calls = [{ id: 'c1', name: 'bash', args: { command: 'npm run lint' } }];
  const script = scripted([{ calls }, { text: 'end' }], [bash], agent);
  return served({ ...options, ledger, on: { ...options.on, agents: [script.agent] } });
}

interface Asked {
  readonly run: Run;
  /** The request as in the event. */
  readonly request: ConfirmRequest;
  readonly notice: Readonly<Record<string, unknown>>;
}

async function ask(on: Served, body: object = {}): Promise<Asked> {
  const created = await on.post<Run>('/runs', { agent_id: 'agent', input: 'go', ...body });
  const stream = await on.follow(`/runs/${created.body.id}/events`);
  const events = await stream.until('execution_suspended');
  stream.hangUp();
  const dataOf = (type: string) => {
    const frame = events.find(({ event }) => event === type);
    return (JSON.parse(frame?.data ?? '{}') as { data: Record<string, unknown> }).data;
  };
  const { interaction_request: request } = dataOf('interaction_request');
  return {
    run: created.body,
    request: request as ConfirmRequest,
    notice: dataOf('tool_auth_required'),
  };
}

const rulesOf = async (on: Served, user: string) =>
  (await on.get<{ allow: string[] }>(`/permissions/${user}`)).body.allow;

const statusOf = async (on: Served, { id }: InteractionRequest) =>
  (await on.get<InteractionView>(`/interactions/${id}`)).body.status;

test('a request without a user offers no rules, in its event, its notice and the list', async () => {
  const on = await server();
  const { request, notice } = await ask(on);
  expect(request.metadata).toMatchObject({ rememberable: false, suggested_patterns: [] });
  expect(request.metadata).not.toHaveProperty('suggested_offers');
  expect(notice).toMatchObject({ suggested_patterns: [] });
  const listed = await on.get<{ interactions: InteractionRequest[] }>('/interactions');
  expect(listed.body.interactions).toEqual([request]);
});

test('saving rules for a request without a user is refused, and nothing is settled', async () => {
  const on = await server();
  const { request } = await ask(on);
  const path = `/interactions/${request.id}/respond`;
  const answer = { ...approval(request), remember: { scope: 'always' } };
  const refused = { status: 422, body: { code: 'invalid_response' } };
  expect(await on.post<Problem>(path, answer)).toMatchObject(refused);
  const session = { ...answer, remember: { scope: 'session' } };
  expect(await on.post<Problem>(path, session)).toMatchObject(refused);
  const consent = { tool_call_id: 'c1', decision: 'allow', patterns: ['bash(npm run lint)'] };
  expect(await on.post<Problem>('/tool-consent', consent)).toMatchObject(refused);
  const denial = { tool_call_id: 'c1', decision: 'deny', deny_patterns: ['bash(npm:*)'] };
  expect(await on.post<Problem>('/tool-consent', denial)).toMatchObject(refused);
  expect(await statusOf(on, request)).toBe('pending');
  const once = { tool_call_id: 'c1', decision: 'allow', patterns: [] };
  expect(await on.post('/tool-consent', once)).toMatchObject({ status: 200 });
});

test('rules of a request without a user are saved for the user named in the answer', async () => {
  const on = await server();
  await ask(on);
  const consent = {
    tool_call_id: 'c1',
    decision: 'allow',
    patterns: ['bash(npm run lint)'],
    user_id: 'ann',
  };
  expect(await on.post('/tool-consent', consent)).toMatchObject({
    status: 200,
    body: { message: 'Consent saved and execution resumed' },
  });
  expect(await rulesOf(on, 'ann')).toEqual(['bash(npm run lint)']);
});

test('rules of a request without a user are saved for the caller who answers it', async () => {
  const on = await server(
    {},
    {},
    {
      authenticate: () => ({ userId: 'rita', roles: ['reviewer'] }),
      on: { namedCallers: true },
    },
  );
  const anybody = { tenantId: 'default', userId: null, reviewer: true, anyUser: true };
  const created = await on.engine.createRun(anybody, { agent_id: 'agent', input: 'go' });
  if (!created.ok) throw new Error(created.problem.detail);
  const stream = await on.follow(`/runs/${created.value.run.id}/events`);
  await stream.until('execution_suspended');
  stream.hangUp();
  const listed = await on.get<{ interactions: ConfirmRequest[] }>('/interactions');
  const [request] = listed.body.interactions;
  if (request === undefined) throw new Error('nothing was asked');
  expect(request.metadata).toMatchObject({ rememberable: true });
  const answer = { ...approval(request), remember: { scope: 'always' } };
  expect(await on.post(`/interactions/${request.id}/respond`, answer)).toMatchObject({
    status: 200,
  });
  expect(await rulesOf(on, 'rita')).toEqual(['bash(npm run lint)']);
});

test('a server without a store of rules offers none and refuses to save any', async () => {
  const on = await server({}, {}, { on: { permissions: null, defaultPolicy: 'ask' } });
  // Without rules only a policy can ask.
  const policy = { shouldApprove: () => ({ decision: 'require_human' as const }) };
  const asking = await server({}, { approvalPolicy: policy }, { on: { permissions: null } });
  const { request } = await ask(asking, { user_id: 'ann' });
  expect(request.metadata).toMatchObject({ rememberable: false, suggested_patterns: [] });
  const answer = { ...approval(request), remember: { scope: 'always' } };
  expect(await asking.post(`/interactions/${request.id}/respond`, answer)).toMatchObject({
    status: 422,
  });
  expect(await statusOf(asking, request)).toBe('pending');
  expect(on.errors).toEqual([]);
});

test('remember.expires_at is the expiry of the rule', async () => {
  const on = await server();
  const { request } = await ask(on, { user_id: 'ann' });
  const remember = { scope: 'always', expires_at: '2099-01-01T00:00:00Z' };
  const answer = { ...approval(request), remember };
  await on.post(`/interactions/${request.id}/respond`, answer);
  const { body } = await on.get<{ rules: unknown[] }>('/permissions/ann/rules');
  expect(body.rules).toMatchObject([{ expires_at: '2099-01-01T00:00:00.000Z' }]);
});

test('a failing store of rules does not undo the answer: its rules follow', async () => {
  const real = createMemoryPermissionStore();
  let isAway = true;
  const permissions: PermissionStore = {
    ...real,
    save: (...call) =>
      isAway ? Promise.reject(new Error('the store is away')) : real.save(...call),
  };
  const on = await server({}, {}, { on: { permissions } });
  const { run, request } = await ask(on, { user_id: 'ann' });
  const answer = { ...approval(request), remember: { scope: 'always' } };
  const settled = await on.post<object>(`/interactions/${request.id}/respond`, answer);
  expect(settled).toMatchObject({ status: 200, body: { status: 'running', rules_pending: true } });
  expect(await statusOf(on, request)).toBe('answered');
  const stream = await on.follow(`/runs/${run.id}/events`);
  const events = await stream.until('error');
  expect(JSON.parse(events.at(-1)?.data ?? '{}')).toMatchObject({
    data: { code: 'rules_pending' },
  });
  expect(on.ledger.runs).toEqual([]);
  isAway = false;
  on.engine.start();
  const rest = (await stream.until('run_completed')).map(({ event }) => event);
  expect(rest.indexOf('rules_saved')).toBeGreaterThan(-1);
  expect(rest.indexOf('rules_saved')).toBeLessThan(rest.indexOf('tool_started'));
  stream.hangUp();
  expect(await rulesOf(on, 'ann')).toEqual(['bash(npm run lint)']);
});

test('the reply to consent does not claim that pending rules are saved', async () => {
  const permissions: PermissionStore = {
    ...createMemoryPermissionStore(),
    save: () => Promise.reject(new Error('the store is away')),
  };
  const on = await server({}, {}, { on: { permissions } });
  await ask(on, { user_id: 'ann' });
  const consent = { tool_call_id: 'c1', decision: 'allow', patterns: ['bash(npm run lint)'] };
  const { status, body } = await on.post<{ message: string }>('/tool-consent', consent);
  expect(status).toBe(200);
  expect(body.message).toBe(
    'Consent recorded and execution resumed; its rules could not be saved yet and will be saved later',
  );
});

test('a tool that declares a call not rememberable is respected everywhere', async () => {
  const on = await server({ describeCall: () => ({ rememberable: false, ticket: 'T-1' }) });
  await on.post('/permissions/ann/allow', { resource: 'bash(npm:*)' });
  const { request, notice } = await ask(on, { user_id: 'ann' });
  expect(request.metadata).toMatchObject({
    rememberable: false,
    suggested_patterns: [],
    ticket: 'T-1',
  });
  expect(notice).toMatchObject({ suggested_patterns: [] });
  const consent = { tool_call_id: 'c1', decision: 'allow', patterns: ['bash(npm run lint)'] };
  expect(await on.post('/tool-consent', consent)).toMatchObject({ status: 422 });
  expect(await statusOf(on, request)).toBe('pending');
});

test('a tool’s description of a call applies if it is stricter than the server’s', async () => {
  const facts = {
    permission_type: 'all',
    args_preview: 'lint the project',
    suggested_patterns: ['bash(npm run lint:*)', 'bash(make:*)', 'no rule'],
    risk_level: 'high',
    expires_at_hint: '2099-01-01T00:00:00Z',
  };
  const on = await server({ describeCall: () => facts, riskLevel: 'low' });
  const { request, notice } = await ask(on, { user_id: 'ann' });
  expect(request).toMatchObject({
    risk_level: 'high',
    metadata: {
      permission_type: 'all',
      args_preview: 'lint the project',
      suggested_patterns: ['bash(npm run lint)', 'bash(npm run lint:*)'],
      expires_at_hint: '2099-01-01T00:00:00.000Z',
    },
  });
  expect(notice).toMatchObject({
    args_preview: 'lint the project',
    suggested_patterns: ['bash(npm run lint)', 'bash(npm run lint:*)'],
    expires_at_hint: '2099-01-01T00:00:00.000Z',
  });
  const wider = { tool_call_id: 'c1', decision: 'allow', patterns: ['bash(npm run:*)'] };
  expect(await on.post('/tool-consent', wider)).toMatchObject({ status: 422 });
});

test('a tool’s description of a call cannot relax the server’s', async () => {
  const on = await server({
    describeCall: () => ({ permission_type: 'read', risk_level: 'low' }),
    riskLevel: 'medium',
  });
  const { request } = await ask(on, { user_id: 'ann' });
  expect(request).toMatchObject({ risk_level: 'medium', metadata: { permission_type: 'command' } });
});

test('a policy sees the whole tool, and suggests rules and their expiry', async () => {
  const seen: DescribedTool[] = [];
  const on = await server(
    { effects: 'keyed', describeCall: () => ({ expires_at_hint: '2099-06-01T00:00:00Z' }) },
    {
      approvalPolicy: {
        shouldApprove(tool) {
          seen.push(tool);
          return {
            decision: 'require_human',
            suggestedPatterns: ['bash(npm run lint:*)'],
            expiresAtHint: '2099-01-01T00:00:00Z',
          };
        },
      },
    },
  );
  const { request, notice } = await ask(on, { user_id: 'ann' });
  expect(seen[0]).toMatchObject({
    name: 'bash',
    effects: 'keyed',
    permission: { kind: 'command' },
  });
  expect(request.metadata['suggested_patterns']).toEqual([
    'bash(npm run lint)',
    'bash(npm run lint:*)',
  ]);
  expect(notice['expires_at_hint']).toBe('2099-01-01T00:00:00.000Z');
  // The deadline of the request is the agent's, regardless of the expiry suggested for the rule.
  expect(request.expires_at?.startsWith('2099')).toBe(false);
});

test('without a suggestion no expiry is hinted at', async () => {
  const on = await server();
  const { notice } = await ask(on, { user_id: 'ann' });
  expect(notice).not.toHaveProperty('expires_at_hint');
});

test('a rule that decided is immediately listed with its use', async () => {
  const on = await server();
  await on.post('/permissions/ann/allow', { resource: 'bash(npm run lint)' });
  const { body: run } = await on.post<Run>('/runs', {
    agent_id: 'agent',
    input: 'go',
    user_id: 'ann',
  });
  const stream = await on.follow(`/runs/${run.id}/events`);
  await stream.until('run_completed');
  stream.hangUp();
  const { body } = await on.get<{ rules: unknown[] }>('/permissions/ann/rules');
  expect(body.rules).toEqual([
    expect.objectContaining({ pattern: 'bash(npm run lint)', last_used_at: expect.any(String) }),
  ]);
});
