import type { InteractionRequest } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import type { Agent } from '../agents/agent.ts';
import { agentTool } from '../agents/agent-tool.ts';
import type { ModelRequest } from '../agents/model.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  typesOf,
  valueOf,
  world,
} from './engine.fixture.ts';

const ASK = { requiresConsent: true } as const;
const FREE = { requiresConsent: false } as const;

function call(id: string, name: string, args: unknown = {}) {
  return { id, name, args };
}

function approve({ id, type }: InteractionRequest) {
  return { request_id: id, type, action: 'approve' as const };
}

function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('there should be one');
  return item;
}

describe('nested agents', () => {
  function nestedWorld(store = createMemoryStore(), permissions = createMemoryPermissionStore()) {
    const ledger = newLedger();
    const inner = scripted(
      [{ calls: [call('i1', 'free'), call('i2', 'gated')] }, { text: 'inner says yes' }],
      [ledgerTool(ledger, 'free', FREE), ledgerTool(ledger, 'gated', ASK)],
      { name: 'inner' },
    );
    const middle = scripted(
      [{ calls: [call('m1', 'inner', { input: 'deeper' })] }, { text: 'middle says yes' }],
      [agentTool(inner.agent)],
      { name: 'middle' },
    );
    const outer = scripted(
      [{ calls: [call('o1', 'middle', { input: 'look' }), call('o2', 'free')] }, { text: 'end' }],
      [agentTool(middle.agent), ledgerTool(ledger, 'free', FREE)],
    );
    return {
      scripts: { inner, middle, outer },
      ...world([outer.agent, middle.agent, inner.agent], ledger, { store, permissions }),
    };
  }

  test('suspend and resume at the root, whatever their depth, in one numbering', async () => {
    const { engine, ledger, scripts } = nestedWorld();
    const { run_id: id, events } = await start(engine, ALICE);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('suspended');
    const request = first(await pendingOf(engine, ALICE));
    expect(request.agent_path).toEqual(['agent', 'middle', 'inner']);
    expect(request.root_run_id).toBe(id);
    expect(request.run_id).not.toBe(id);
    valueOf(await engine.respond(ALICE, request.id, approve(request)));
    await settle(engine, ALICE, id);
    expect(ledger.runs.map(({ tool }) => tool)).toEqual(['free', 'gated', 'free']);
    expect(valueOf(await engine.getRun(ALICE, id)).run).toMatchObject({
      status: 'completed',
      response: 'end',
    });
    expect(valueOf(await engine.getRun(ALICE, request.run_id)).run).toMatchObject({
      status: 'completed',
      response: 'inner says yes',
      root_run_id: id,
    });
    const seen = scripts.outer.requests.at(-1)?.messages.map(({ content }) => content);
    expect(seen).toEqual(['go', '', 'middle says yes', 'free ran {}']);
  });

  test('continue in another instance that only shares the store', async () => {
    const store = createMemoryStore();
    const before = nestedWorld(store);
    const { run_id: id } = await start(before.engine, ALICE);
    const request = first(await pendingOf(before.engine, ALICE));
    await before.engine.close(0);

    const after = nestedWorld(store);
    valueOf(await after.engine.respond(ALICE, request.id, approve(request)));
    await settle(after.engine, ALICE, id);
    expect(before.ledger.runs).toEqual([]);
    expect(after.ledger.runs.map(({ tool }) => tool)).toEqual(['free', 'gated', 'free']);
    expect(valueOf(await after.engine.getRun(ALICE, id)).run.status).toBe('completed');
  });

  test('abort_run reaches them, deepest first', async () => {
    const { engine } = nestedWorld();
    const { run_id: id } = await start(engine, ALICE);
    valueOf(await engine.control(ALICE, { run_id: id, action: 'abort_run' }));
    const events = await settle(engine, ALICE, id);
    const aborted = events.filter(({ type }) => type === 'run_aborted').map(({ run_id }) => run_id);
    expect(aborted).toHaveLength(3);
    expect(aborted.at(-1)).toBe(id);
  });
});

describe('a new message', () => {
  function askWorld(onNewMessage: 'reject' | 'supersede') {
    const ledger = newLedger();
    const script = scripted(
      [{ calls: [call('a', 'gated')] }, { text: 'end' }],
      [ledgerTool(ledger, 'gated', ASK)],
      { onNewMessage },
    );
    return world([script.agent], ledger);
  }

  test('is refused while a run is unfinished', async () => {
    const { engine } = askWorld('reject');
    const { session_id: session } = await start(engine, ALICE);
    const request = first(await pendingOf(engine, ALICE));
    expect(
      await engine.createRun(ALICE, { agent_id: 'agent', input: 'hi', session_id: session }),
    ).toMatchObject({
      problem: { code: 'session_busy', pending_interaction_ids: [request.id] },
    });
  });

  test('supersedes a suspended run in one commit, if the agent is configured so', async () => {
    const { engine } = askWorld('supersede');
    const { run_id: old, session_id: session } = await start(engine, ALICE);
    const request = first(await pendingOf(engine, ALICE));
    const next = await start(engine, ALICE, { session_id: session, input: 'never mind' });
    expect(valueOf(await engine.getRun(ALICE, old)).run).toMatchObject({
      status: 'aborted',
      error: 'superseded by a new message',
    });
    expect(valueOf(await engine.getInteraction(ALICE, request.id)).status).toBe('superseded');
    expect(next.run_id).not.toBe(old);
    expect(await engine.respond(ALICE, request.id, approve(request))).toMatchObject({
      problem: { code: 'already_resolved', interaction: { status: 'superseded' } },
    });
  });
});

describe('time', () => {
  function timed(options = {}) {
    let now = Date.parse('2026-11-21T12:00:00.000Z');
    const ledger = newLedger();
    const script = scripted(
      [{ calls: [call('a', 'gated')] }, { text: 'end' }],
      [ledgerTool(ledger, 'gated', ASK)],
      { consentTimeoutMs: 1000, ...options },
    );
    const store = createMemoryStore({ now: () => now });
    return { ...world([script.agent], ledger, { store }), pass: (ms: number) => (now += ms) };
  }

  test('an answer at the deadline is too late, and the call is denied as timed out', async () => {
    const { engine, ledger, pass } = timed();
    const { run_id: id } = await start(engine, ALICE);
    const request = first(await pendingOf(engine, ALICE));
    pass(1000);
    const outcome = await engine.respond(ALICE, request.id, approve(request));
    expect(outcome).toMatchObject({
      problem: {
        code: 'interaction_expired',
        detail: expect.stringContaining('not found or expired'),
      },
    });
    const events = await settle(engine, ALICE, id);
    expect(ledger.runs).toEqual([]);
    expect(events.find(({ type }) => type === 'tool_auth_denied')?.data).toMatchObject({
      reason: 'Timeout',
    });
    expect(events.find((event) => event.type === 'tool_completed')?.data).toMatchObject({
      result: {
        error: 'Permission denied: User consent request timed out',
      },
    });
    expect(valueOf(await engine.getInteraction(ALICE, request.id)).status).toBe('expired');
  });

  test('pausing a request stops its clock, resuming restores the remaining time', async () => {
    const { engine, pass } = timed();
    await start(engine, ALICE);
    const request = first(await pendingOf(engine, ALICE));
    pass(400);
    valueOf(await engine.decide(ALICE, { tool_call_id: 'a', action: 'pause' }));
    pass(60_000);
    valueOf(await engine.decide(ALICE, { tool_call_id: 'a', action: 'resume' }));
    const again = first(await pendingOf(engine, ALICE));
    expect(Date.parse(again.expires_at ?? '') - Date.parse(request.expires_at ?? '')).toBe(60_000);
    valueOf(await engine.respond(ALICE, request.id, approve(request)));
  });

  test('onTimeout fail_run fails the run', async () => {
    const { engine, pass } = timed({ onTimeout: 'fail_run' });
    const { run_id: id } = await start(engine, ALICE);
    const request = first(await pendingOf(engine, ALICE));
    pass(2000);
    await engine.respond(ALICE, request.id, approve(request));
    expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('failed');
  });
});

describe('a call whose server died while it ran', () => {
  async function orphan(
    effects: 'pure' | 'keyed' | 'at_most_once',
    meanwhile?: PermissionStore,
    separate = false,
  ) {
    const store = createMemoryStore();
    const ledger = newLedger();
    let hang = true;
    const tool = ledgerTool(ledger, 'work', { ...FREE, effects }, () =>
      hang ? new Promise<string>(() => undefined) : Promise.resolve('worked'),
    );
    const build = () => scripted([{ calls: [call('a', 'work')] }, { text: 'end' }], [tool]).agent;
    const dead = world([build()], ledger, { store, owner: 'host:1:dead' });
    const { run } = valueOf(await dead.engine.createRun(ALICE, { agent_id: 'agent', input: 'go' }));
    while (ledger.runs.length === 0) await new Promise((resolve) => setImmediate(resolve));
    hang = false;
    const alive = world([build()], ledger, {
      store,
      ...(meanwhile !== undefined && { permissions: meanwhile }),
      separateReviewer: separate,
      owner: 'host:2:alive',
      liveness: { prefix: 'host:', isGone: (owner) => owner === 'host:1:dead' },
    });
    alive.engine.start();
    const events = await settle(alive.engine, ALICE, run.id);
    return { ...alive, events, run_id: run.id, ledger };
  }

  test.each(['pure', 'keyed'] as const)('%s: runs again with the same key', async (effects) => {
    const { engine, ledger, run_id: id } = await orphan(effects);
    expect(ledger.runs).toHaveLength(2);
    expect(new Set(ledger.runs.map(({ key }) => key)).size).toBe(1);
    expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('completed');
    await engine.close(0);
  });

  test('keyed: does not run again if a deny rule was saved meanwhile', async () => {
    const permissions = createMemoryPermissionStore();
    await permissions.save({ tenantId: 'default', userId: 'alice' }, [
      { pattern: 'work(*)', effect: 'deny', source: 'api' },
    ]);
    const { engine, ledger, events } = await orphan('keyed', permissions);
    expect(ledger.runs).toHaveLength(1);
    expect(typesOf(events)).toContain('tool_outcome_unknown');
    await engine.close(0);
  });

  test.each([
    ['retry', 2, 'worked'],
    ['mark_done', 1, 'it had worked'],
    ['mark_failed', 1, 'it had worked'],
  ])('at_most_once: a person is asked, and %s has its effect', async (choice, runs, content) => {
    const { engine, ledger, events, run_id: id } = await orphan('at_most_once');
    expect(ledger.runs).toHaveLength(1);
    expect(typesOf(events)).toContain('tool_outcome_unknown');
    const request = first(await pendingOf(engine, ALICE));
    expect(request).toMatchObject({ purpose: 'recovery', type: 'select' });
    expect(request.expires_at).toBeUndefined();
    valueOf(
      await engine.respond(ALICE, request.id, {
        request_id: request.id,
        type: 'select',
        selected_values: [choice],
        text: 'it had worked',
      }),
    );
    const after = await settle(engine, ALICE, id);
    expect(ledger.runs).toHaveLength(runs);
    expect(after.findLast((event) => event.type === 'tool_completed')?.data).toMatchObject({
      result: { content, is_success: choice !== 'mark_failed' },
    });
    await engine.close(0);
  });

  test('with a separate reviewer, another person decides about an unknown outcome', async () => {
    const { engine, ledger } = await orphan('at_most_once', undefined, true);
    const request = first(await pendingOf(engine, ALICE));
    const selected_values = ['retry'];
    const retry = { request_id: request.id, type: 'select' as const, selected_values };
    const own = await engine.respond(ALICE, request.id, retry);
    expect(own).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    expect(ledger.runs).toHaveLength(1);
    const rita = { ...ALICE, userId: 'rita', reviewer: true };
    expect(await engine.respond(rita, request.id, retry)).toMatchObject({ ok: true });
    await engine.close(0);
  });
});

describe('several instances on one store', () => {
  test('answers through any of them settle once, and one of them resumes', async () => {
    const store = createMemoryStore();
    const ledger = newLedger();
    const build = () =>
      scripted(
        [{ calls: [call('a', 'gated')] }, { text: 'end' }],
        [ledgerTool(ledger, 'gated', ASK)],
      ).agent;
    const engines = ['1', '2', '3'].map(
      (name) => world([build()], ledger, { store, owner: name }).engine,
    );
    const [one] = engines;
    if (one === undefined) throw new Error('no engine');
    const { run_id: id } = await start(one, ALICE);
    const request = first(await pendingOf(one, ALICE));
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (engines[index % 3] ?? one).respond(ALICE, request.id, {
          ...approve(request),
          note: `from ${index}`,
        }),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const events = await settle(one, ALICE, id);
    expect(ledger.runs).toHaveLength(1);
    expect(typesOf(events).filter((type) => type === 'execution_resumed')).toHaveLength(1);
  });

  test('the turn of a model is not appended after another instance has had the run meanwhile', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z');
    const store = createMemoryStore({ now: () => time });
    const ledger = newLedger();
    const tool = ledgerTool(ledger, 'pay', FREE);
    const script = scripted([{ calls: [call('a', 'pay')] }, { text: 'end' }], [tool]);
    // The first instance stalls in its first model call, the second one in its second.
    const stalled = gated(script.agent, 0);
    const other = gated(script.agent, 1);
    const here = world([stalled.agent], ledger, { store, owner: 'here', now: () => 0 });
    const there = world([other.agent], ledger, { store, owner: 'there', now: () => time });
    const { run } = valueOf(await here.engine.createRun(ALICE, { agent_id: 'agent', input: 'go' }));
    await stalled.reached;
    time += 31_000;
    there.engine.start();
    await other.reached;
    expect(ledger.runs).toHaveLength(1);
    await there.engine.close(0);
    time += 31_000;
    here.engine.start();
    const ownerOf = async () =>
      (await store.load({ tenantId: 'default', sessionId: run.session_id })).state.trees[run.id]
        ?.owner;
    await expect.poll(ownerOf).toBe('here');
    stalled.open();
    expect(typesOf(await settle(here.engine, ALICE, run.id)).at(-1)).toBe('run_completed');
    expect(ledger.runs).toHaveLength(1);
    await here.engine.close();
  });

  test('one that drives its own run after its lease has ended renews it first', async () => {
    const store = createMemoryStore({ now: () => 0 });
    const { agent } = scripted([{ text: 'end' }], []);
    const before = gated(agent, 0);
    const stopped = world([before.agent], newLedger(), { store, owner: 'pod-0' });
    const input = { agent_id: 'agent', input: 'go' };
    const { key } = valueOf(await stopped.engine.createRun(ALICE, input));
    await before.reached;
    await stopped.engine.close(0);
    const after = gated(agent, 0);
    const { engine } = world([after.agent], newLedger(), { store, owner: 'pod-0' });
    engine.start();
    await after.reached;
    expect(await store.load(key)).toMatchObject({ ownerUntil: '1970-01-01T00:00:30.000Z' });
    await engine.close(0);
  });
});

/** The agent, whose model waits in this turn until it is opened or aborted. */
function gated(agent: Agent, turn: number) {
  let reach = (): void => {};
  let open = (): void => {};
  let stop = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve;
    stop = () => reject(new Error('aborted'));
  });
  const { model } = agent;
  return {
    agent: {
      ...agent,
      model: {
        ...model,
        async *generate(request: ModelRequest) {
          if (request.turn === turn) {
            reach();
            request.signal.addEventListener('abort', stop, { once: true });
            await opened;
          }
          yield* model.generate(request);
        },
      },
    },
    reached,
    open: () => open(),
  };
}

test('sessions that fail repeatedly do not delay others', async () => {
  let time = Date.parse('2026-01-01T00:00:00Z');
  let broken = false;
  const kept = createMemoryStore({ now: () => time });
  const store: typeof kept = {
    ...kept,
    load: (key) =>
      broken && key.sessionId.startsWith('bad')
        ? Promise.reject(new Error('the disk has a hole here'))
        : kept.load(key),
  };
  const ledger = newLedger();
  const { agent } = scripted(
    [{ calls: [call('a', 'work')] }, { text: 'end' }],
    [ledgerTool(ledger, 'work', ASK)],
    { consentTimeoutMs: 1000 },
  );
  const { engine, errors } = world([agent], ledger, { store });
  for (const session_id of [...Array.from({ length: 60 }, (_, index) => `bad_${index}`), 'good']) {
    await start(engine, ALICE, { session_id });
  }
  broken = true;
  time += 2000;
  engine.start();
  const statusOfGood = async () =>
    (await kept.findSession({ tenantId: 'default', sessionId: 'good' }))?.pending_count;
  await expect.poll(statusOfGood, { timeout: 60_000 }).toBe(0);
  expect(errors.length).toBeGreaterThan(50);
  broken = false;
  await engine.close();
});
