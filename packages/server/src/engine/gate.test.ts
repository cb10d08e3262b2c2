import { describe, expect, test } from 'vitest';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  valueOf,
  world,
} from './engine.fixture.ts';
import { createGate } from './gate.ts';

function gated() {
  const ledger = newLedger();
  const tool = ledgerTool(ledger, 'deploy', {
    requiresConsent: true,
    permission: { kind: 'text', arg: 'env' },
  });
  const { engine } = world([scripted([], [tool]).agent], ledger);
  return { engine, gate: createGate(engine) };
}

const CALL = {
  session_id: 'theirs',
  tool_call_id: 'call-1',
  tool_name: 'deploy',
  tool_args: { env: 'production' },
  user_id: 'alice',
};

describe('the gate for external loops', () => {
  test('asks a person, and resolves when the answer arrives', async () => {
    const { engine, gate } = gated();
    const asked = await gate.request(CALL);
    if (asked.decision !== 'needs_auth') throw new Error('it should wait');
    const { id } = asked.interaction.interaction_request;
    const waiting = gate.waitFor(id, { timeoutMs: 5000 });
    const [request] = await pendingOf(engine, ALICE);
    expect(request?.id).toBe(id);
    valueOf(
      await engine.respond(ALICE, id, { request_id: id, type: 'confirm', action: 'approve' }),
    );
    expect(await waiting).toMatchObject({
      status: 'answered',
      response: { action: 'approve' },
      resolved_by: 'alice',
    });
  });

  test('treats undefined members as absent', async () => {
    const { gate } = gated();
    const asked = await gate.request({
      ...CALL,
      run_id: undefined,
      reason: undefined,
      expires_at: undefined,
      allowed_actions: undefined,
    });
    expect(await gate.request(CALL)).toEqual(asked);
    expect(asked.decision).toBe('needs_auth');
  });

  test('asks once about a call, however often it is requested', async () => {
    const { engine, gate } = gated();
    const [one, two] = await Promise.all([gate.request(CALL), gate.request(CALL)]);
    expect(two).toEqual(one);
    expect(await pendingOf(engine, ALICE)).toHaveLength(1);
  });

  test('asks a question once too, also one whose parts have no ids', async () => {
    const { engine, gate } = gated();
    const parts = [{ type: 'input', title: 'Name?' }];
    const question = {
      session_id: 'theirs',
      tool_call_id: 'call-2',
      type: 'combined' as const,
      title: 'Who?',
      user_id: 'alice',
      interactions: parts,
    };
    const asked = await gate.request(question);
    expect(await gate.request(question)).toEqual(asked);
    expect(await pendingOf(engine, ALICE)).toHaveLength(1);
    await expect(gate.request({ ...question, title: 'Where?' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  test('lets a rule decide without a person, repeatedly', async () => {
    const { engine, gate } = gated();
    valueOf(await engine.saveRule(ALICE, 'alice', 'allow', { resource: 'deploy(production)' }));
    const decided = { decision: 'allowed', reason: 'Matched allow pattern' };
    expect(await gate.request(CALL)).toEqual(decided);
    valueOf(await engine.revokeRule(ALICE, 'alice', 'deploy(production)'));
    expect(await gate.request(CALL)).toEqual(decided);
  });

  test('returns the state of the same call only: an approval is not valid for other arguments under its id', async () => {
    const { engine, gate } = gated();
    const asked = await gate.request(CALL);
    if (asked.decision !== 'needs_auth') throw new Error('it should wait');
    const { id } = asked.interaction.interaction_request;
    const approve = { request_id: id, type: 'confirm' as const, action: 'approve' as const };
    valueOf(await engine.respond(ALICE, id, approve));
    const conflict = { code: 'idempotency_conflict' };
    for (const other of [
      { tool_args: { env: 'everything' } },
      { tool_name: 'destroy' },
      { user_id: 'bob' },
      { agent_id: 'agent' },
      { type: 'input' as const, title: 'Which branch?' },
    ]) {
      await expect(gate.request({ ...CALL, ...other })).rejects.toMatchObject(conflict);
    }
    expect(await gate.request({ ...CALL, reason: 'said in other words' })).toMatchObject({
      interaction: { status: 'answered' },
    });
  });

  test('a call allowed by a rule is not allowed with other arguments under its id', async () => {
    const { engine, gate } = gated();
    valueOf(await engine.saveRule(ALICE, 'alice', 'allow', { resource: 'deploy(staging)' }));
    const staging = { ...CALL, tool_args: { env: 'staging' } };
    expect(await gate.request(staging)).toMatchObject({ decision: 'allowed' });
    await expect(gate.request(CALL)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  test('several calls of one session can be pending at the same time', async () => {
    const { engine, gate } = gated();
    await gate.request(CALL);
    await gate.request({ ...CALL, tool_call_id: 'call-2' });
    expect(await pendingOf(engine, ALICE)).toHaveLength(2);
  });

  test('a question of an external loop is answered like the server’s own', async () => {
    const { engine, gate } = gated();
    const asked = await gate.request({
      session_id: 'theirs',
      tool_call_id: 'q',
      user_id: 'alice',
      type: 'input',
      title: 'Which branch?',
    });
    if (asked.decision !== 'needs_auth') throw new Error('it should wait');
    const { id } = asked.interaction.interaction_request;
    valueOf(await engine.respond(ALICE, id, { request_id: id, type: 'input', text: 'main' }));
    expect(await gate.waitFor(id)).toMatchObject({ response: { text: 'main' } });
  });

  test('stops waiting when aborted, and leaves the request pending', async () => {
    const { engine, gate } = gated();
    const asked = await gate.request(CALL);
    if (asked.decision !== 'needs_auth') throw new Error('it should wait');
    const controller = new AbortController();
    const waiting = gate.waitFor(asked.interaction.interaction_request.id, {
      signal: controller.signal,
    });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    expect(await pendingOf(engine, ALICE)).toHaveLength(1);
  });
});

describe('a call with options', () => {
  test('accepts only the actions of its loop, and no invalid schema', async () => {
    const { engine, gate } = gated();
    const own = { ...CALL, tool_name: 'theirs' };
    const asked = await gate.request(own, {
      allowedActions: ['approve', 'deny', 'modify_args'],
      toolSchema: { type: 'object', properties: { env: { enum: ['test', 'production'] } } },
      title: 'Deploy the shop',
      description: 'To every customer.',
      expiresAt: '2099-01-01T00:00:00Z',
    });
    if (asked.decision !== 'needs_auth') throw new Error('it should wait');
    const { interaction_request: request } = asked.interaction;
    expect(request).toMatchObject({
      title: 'Authorization Required',
      allowed_actions: ['approve', 'deny', 'modify_args'],
      tool_schema: { type: 'object' },
      expires_at: '2099-01-01T00:00:00.000Z',
      external: { title: 'Deploy the shop', description: 'To every customer.' },
    });
    const answer = { request_id: request.id, type: request.type };
    expect(await engine.respond(ALICE, request.id, { ...answer, action: 'pause' })).toMatchObject({
      problem: { code: 'invalid_response', errors: [{ path: 'action' }] },
    });
    const edited = { ...answer, action: 'modify_args' as const, modified_args: { env: 'none' } };
    expect(await engine.respond(ALICE, request.id, edited)).toMatchObject({
      problem: { code: 'invalid_response', errors: [{ path: 'modified_args.env' }] },
    });
    await expect(
      gate.request({ ...own, tool_call_id: 'call-3' }, { allowedActions: ['approve'] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is decided by a rule regardless of its options', async () => {
    const { engine, gate } = gated();
    valueOf(await engine.saveRule(ALICE, 'alice', 'allow', { resource: 'deploy(production)' }));
    expect(await gate.request(CALL, { title: 'Deploy the shop' })).toMatchObject({
      decision: 'allowed',
    });
  });

  test('names no agent unless its loop did', async () => {
    const { gate } = gated();
    const asked = await gate.request(CALL);
    if (asked.decision !== 'needs_auth') throw new Error('it should wait');
    expect(asked.interaction.interaction_request.agent_path).toEqual([]);
    const named = await gate.request({ ...CALL, tool_call_id: 'call-4', agent_id: 'agent' });
    if (named.decision !== 'needs_auth') throw new Error('it should wait');
    expect(named.interaction.interaction_request.agent_path).toEqual(['agent']);
  });

  test('is approved or denied in one call of its loop', async () => {
    const { engine, gate } = gated();
    const call = {
      sessionId: 'theirs',
      toolCallId: 'call-1',
      toolName: 'deploy',
      toolArgs: { env: 'production' },
      userId: 'alice',
    };
    const waiting = gate.authorize(call);
    await expect.poll(() => pendingOf(engine, ALICE)).toHaveLength(1);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('it should wait');
    const { id, type } = request;
    valueOf(
      await engine.respond(ALICE, id, {
        request_id: id,
        type,
        action: 'modify_args',
        modified_args: { env: 'test' },
        note: 'not there',
      }),
    );
    expect(await waiting).toEqual({
      decision: 'allow',
      decidedBy: 'person',
      args: { env: 'test' },
      edited: true,
      note: 'not there',
      status: 'answered',
      interactionId: id,
      approvedBy: 'alice',
    });
    valueOf(await engine.saveRule(ALICE, 'alice', 'deny', { resource: 'deploy(production)' }));
    expect(await gate.authorize({ ...call, toolCallId: 'call-2' })).toEqual({
      decision: 'deny',
      decidedBy: 'rule',
      args: { env: 'production' },
      reason: 'Matched deny pattern',
      interactionId: null,
    });
  });

  test('can be withdrawn, once', async () => {
    const { engine, gate } = gated();
    const asked = await gate.request(CALL);
    if (asked.decision !== 'needs_auth') throw new Error('it should wait');
    const { id } = asked.interaction.interaction_request;
    const waiting = gate.waitFor(id);
    expect(await gate.cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(await waiting).toMatchObject({ status: 'cancelled' });
    expect(await gate.cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(await pendingOf(engine, ALICE)).toEqual([]);
    await expect(gate.cancel('nothing')).rejects.toMatchObject({ code: 'interaction_not_found' });
  });
});

describe('a call that was evaluated elsewhere', () => {
  test('reaches a person regardless of rules here, accepts only its actions, and saves no rule', async () => {
    const { engine } = gated();
    valueOf(await engine.saveRule(ALICE, 'alice', 'allow', { resource: 'deploy(production)' }));
    const relayed = { allowedActions: ['approve', 'deny'] as const };
    const { outcome } = valueOf(await engine.createInteraction(ALICE, CALL, { relayed }));
    const { interaction_request: asked } = outcome;
    if (asked === undefined) throw new Error('it should wait');
    const { id, type, metadata } = asked;
    expect(metadata).toMatchObject({ rememberable: false, suggested_patterns: [] });
    const edited = { action: 'modify_args', modified_args: { env: 'test' } } as const;
    expect(await engine.respond(ALICE, id, { request_id: id, type, ...edited })).toMatchObject({
      problem: { code: 'invalid_response', errors: [{ path: 'action' }] },
    });
    valueOf(await engine.respond(ALICE, id, { request_id: id, type, confirmed: true }));
    const rules = valueOf(await engine.listRules(ALICE, 'alice'));
    expect(rules.map(({ pattern }) => pattern)).toEqual(['deploy(production)']);
  });

  test('a relayed call and a direct one are never confused', async () => {
    const { engine, gate } = gated();
    const relayed = { allowedActions: ['approve', 'deny'] as const };
    const conflict = { ok: false, problem: { code: 'idempotency_conflict' } };
    // Not relayed, so a person may edit the arguments.
    await gate.request(CALL);
    expect(await engine.createInteraction(ALICE, CALL, { relayed })).toMatchObject(conflict);
    const next = { ...CALL, tool_call_id: 'call-2' };
    valueOf(await engine.createInteraction(ALICE, next, { relayed }));
    expect(await engine.createInteraction(ALICE, next)).toMatchObject(conflict);
    expect(await engine.createInteraction(ALICE, next, { relayed })).toMatchObject({ ok: true });
  });
});
