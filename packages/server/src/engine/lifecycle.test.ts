import type { InteractionRequest } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { Engine } from './engine.ts';
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
  type World,
} from './engine.fixture.ts';

/** Lessons that other projects learned about state machines, as cases. */

const ASK = {
  requiresConsent: true,
  permission: { kind: 'command', arg: 'command', safeArgs: [] },
} as const;

function one(commands: readonly string[] = ['npm run lint'], options = {}): World {
  const ledger = newLedger();
  const calls = commands.map((command, index) => ({
    id: `c${index}`,
    name: 'bash',
    args: { command },
  }));
  const script = scripted([{ calls }, { text: 'end' }], [ledgerTool(ledger, 'bash', ASK)], options);
  return world([script.agent], ledger);
}

async function waiting(engine: Engine): Promise<InteractionRequest> {
  const [request] = await pendingOf(engine, ALICE);
  if (request === undefined) throw new Error('nothing waits');
  return request;
}

function approve({ id, type }: InteractionRequest) {
  return { request_id: id, type, action: 'approve' as const };
}

describe('rules', () => {
  test('an unchanged suggestion, once saved, allows the call that asked', async () => {
    const { engine, ledger } = one();
    const first = await start(engine, ALICE);
    const request = await waiting(engine);
    const offered = request.metadata['suggested_patterns'];
    if (!Array.isArray(offered)) throw new Error('nothing is offered');
    valueOf(
      await engine.respond(ALICE, request.id, {
        ...approve(request),
        remember: { scope: 'always', patterns: [String(offered.at(-1))] },
      }),
    );
    await settle(engine, ALICE, first.run_id);
    const second = await start(engine, ALICE);
    expect(typesOf(second.events)).not.toContain('interaction_request');
    expect(ledger.runs).toHaveLength(2);
  });

  test('a second rule does not replace the first one', async () => {
    const { engine } = one();
    valueOf(await engine.saveRule(ALICE, 'alice', 'allow', { resource: 'bash(ls)' }));
    valueOf(await engine.saveRule(ALICE, 'alice', 'allow', { resource: 'bash(pwd)' }));
    expect(valueOf(await engine.getPermissions(ALICE, 'alice')).allow).toEqual([
      'bash(ls)',
      'bash(pwd)',
    ]);
  });

  test('a denial wins over an approval from another scope', async () => {
    const { engine, ledger } = one();
    valueOf(await engine.saveRule(ALICE, 'alice', 'deny', { resource: 'bash(npm run lint)' }));
    const session = { session_id: 's', resource: 'bash(npm:*)' };
    valueOf(await engine.saveRule(ALICE, 'alice', 'allow', session));
    await start(engine, ALICE, { session_id: 's' });
    expect(ledger.runs).toEqual([]);
    expect(await pendingOf(engine, ALICE)).toEqual([]);
  });

  test('a rule for a session does not reach another one', async () => {
    const { engine } = one();
    await start(engine, ALICE, { session_id: 'here' });
    const request = await waiting(engine);
    valueOf(
      await engine.respond(ALICE, request.id, {
        ...approve(request),
        remember: { scope: 'session' },
      }),
    );
    const elsewhere = await start(engine, ALICE, { session_id: 'there' });
    expect(typesOf(elsewhere.events)).toContain('interaction_request');
  });

  test('an approval for this call only is possible, and an unknown call is an error', async () => {
    const { engine } = one();
    await start(engine, ALICE);
    const consent = { decision: 'allow' as const, patterns: [] };
    expect(await engine.consent(ALICE, { ...consent, tool_call_id: 'nope' })).toMatchObject({
      problem: { code: 'interaction_not_found' },
    });
    const forged = { ...consent, tool_call_id: 'c0', user_id: 'bob' };
    expect(await engine.consent(ALICE, forged)).toMatchObject({ problem: { code: 'forbidden' } });
    expect(await engine.consent(ALICE, { ...consent, tool_call_id: 'c0' })).toMatchObject({
      value: { message: 'Consent saved and execution resumed' },
    });
    expect(valueOf(await engine.getPermissions(ALICE, 'alice')).allow).toEqual([]);
  });
});

describe('answers', () => {
  test('the first one wins, and a later one is refused with the winner', async () => {
    const { engine, ledger } = one();
    const { run_id: id } = await start(engine, ALICE);
    const request = await waiting(engine);
    valueOf(await engine.respond(ALICE, request.id, { ...approve(request), action: 'deny' }));
    expect(await engine.respond(ALICE, request.id, approve(request))).toMatchObject({
      problem: { code: 'already_resolved' },
    });
    await settle(engine, ALICE, id);
    expect(ledger.runs).toEqual([]);
  });

  test('one that is sent as soon as the request is seen is not lost', async () => {
    const { engine, ledger } = one();
    const { key, run } = valueOf(await engine.createRun(ALICE, { agent_id: 'agent', input: 'go' }));
    const stop = new AbortController();
    for await (const { event } of engine.feed.run(key, run.id, {
      until: 'end',
      signal: stop.signal,
    })) {
      if (event?.type !== 'interaction_request') continue;
      const { interaction_request: request } = event.data;
      valueOf(await engine.respond(ALICE, request.id, approve(request)));
    }
    expect(ledger.runs).toHaveLength(1);
    expect(valueOf(await engine.getRun(ALICE, run.id)).run.status).toBe('completed');
  });

  test('one that arrives after the run was aborted changes nothing', async () => {
    const { engine, ledger } = one();
    const { run_id: id } = await start(engine, ALICE);
    const request = await waiting(engine);
    valueOf(await engine.control(ALICE, { run_id: id, action: 'abort_run' }));
    expect(await engine.respond(ALICE, request.id, approve(request))).toMatchObject({
      problem: { code: 'already_resolved', interaction: { status: 'cancelled' } },
    });
    expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('aborted');
    expect(ledger.runs).toEqual([]);
  });

  test('waiting for one ends when the run is aborted', async () => {
    const { engine } = one();
    const { run_id: id } = await start(engine, ALICE);
    const request = await waiting(engine);
    const woken = engine.getInteraction(ALICE, request.id, { waitMs: 30_000 });
    valueOf(await engine.control(ALICE, { run_id: id, action: 'abort_run' }));
    expect(valueOf(await woken).status).toBe('cancelled');
  });

  test('several in one request are settled separately', async () => {
    const { engine, ledger } = one(['ls', 'pwd']);
    const { run_id: id } = await start(engine, ALICE);
    const [first, second] = await pendingOf(engine, ALICE);
    if (first === undefined || second === undefined) throw new Error('two should wait');
    const { results } = await engine.respondAll(ALICE, [
      { ...approve(first), type: 'input' },
      approve(second),
    ]);
    expect(results).toMatchObject([
      { ok: false, problem: { code: 'invalid_response' } },
      { ok: true },
    ]);
    expect(ledger.runs).toEqual([]);
    valueOf(await engine.respond(ALICE, first.id, approve(first)));
    await settle(engine, ALICE, id);
    expect(ledger.runs).toHaveLength(2);
  });
});

describe('a batch', () => {
  test('resumes with the last decision, once, for all of its calls', async () => {
    const { engine, ledger } = one(['ls', 'pwd']);
    const { run_id: id } = await start(engine, ALICE);
    const requests = await pendingOf(engine, ALICE);
    for (const request of requests) {
      expect(ledger.runs).toEqual([]);
      valueOf(await engine.respond(ALICE, request.id, approve(request)));
    }
    const events = await settle(engine, ALICE, id);
    expect(ledger.runs.map(({ args }) => args['command'])).toEqual(['ls', 'pwd']);
    expect(typesOf(events).filter((type) => type === 'execution_resumed')).toHaveLength(1);
  });

  test('reports that nothing is pending any more', async () => {
    const { engine } = one();
    const { run_id: id } = await start(engine, ALICE);
    const request = await waiting(engine);
    valueOf(await engine.respond(ALICE, request.id, approve(request)));
    const events = await settle(engine, ALICE, id);
    expect(events.find(({ type }) => type === 'permission_updated')?.data).toMatchObject({
      pending_count: 0,
      pending_interaction_ids: [],
    });
  });

  test('keeps calls of the same tool and the same arguments apart', async () => {
    const { engine, ledger } = one(['ls', 'ls']);
    const { run_id: id } = await start(engine, ALICE);
    const [first, second] = await pendingOf(engine, ALICE);
    if (first === undefined || second === undefined) throw new Error('two should wait');
    valueOf(await engine.respond(ALICE, first.id, { ...approve(first), action: 'deny' }));
    valueOf(await engine.respond(ALICE, second.id, approve(second)));
    const events = await settle(engine, ALICE, id);
    expect(ledger.runs).toHaveLength(1);
    expect(
      events.flatMap((event) =>
        event.type === 'tool_completed' ? [event.data.result.is_success] : [],
      ),
    ).toEqual([false, true]);
  });

  test('shows no call as completed before it ran', async () => {
    const { engine } = one(['ls', 'pwd']);
    const { session_id: session } = await start(engine, ALICE);
    const request = await waiting(engine);
    valueOf(await engine.respond(ALICE, request.id, approve(request)));
    const { messages } = valueOf(await engine.getMessages(ALICE, session));
    expect(messages.filter(({ role }) => role === 'tool')).toEqual([]);
    expect(messages[1]?.blocks.map(({ status }) => status)).toEqual(['granted', 'pending']);
  });
});

describe('a run', () => {
  test('keeps its id when it is resumed, and no event is repeated', async () => {
    const { engine } = one();
    const { run_id: id } = await start(engine, ALICE);
    const request = await waiting(engine);
    const { run } = valueOf(await engine.respond(ALICE, request.id, approve(request)));
    expect(run.id).toBe(id);
    const events = await settle(engine, ALICE, id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  });

  test('stays suspended over a restart, and resumes with the answer', async () => {
    const store = createMemoryStore();
    const permissions = createMemoryPermissionStore();
    const build = () => {
      const ledger = newLedger();
      const script = scripted(
        [{ calls: [{ id: 'c', name: 'bash', args: { command: 'ls' } }] }, { text: 'end' }],
        [ledgerTool(ledger, 'bash', ASK)],
      );
      return world([script.agent], ledger, { store, permissions });
    };
    const before = build();
    const { run_id: id } = await start(before.engine, ALICE);
    await before.engine.close(0);
    const after = build();
    after.engine.start();
    expect(valueOf(await after.engine.getRun(ALICE, id)).run.status).toBe('suspended');
    const request = await waiting(after.engine);
    valueOf(await after.engine.respond(ALICE, request.id, approve(request)));
    await settle(after.engine, ALICE, id);
    expect([...before.ledger.runs, ...after.ledger.runs]).toHaveLength(1);
    await after.engine.close(0);
  });

  test('completes after an approval was remembered', async () => {
    const { engine } = one();
    const { run_id: id, session_id: session } = await start(engine, ALICE);
    const request = await waiting(engine);
    valueOf(
      await engine.respond(ALICE, request.id, {
        ...approve(request),
        remember: { scope: 'always' },
      }),
    );
    await settle(engine, ALICE, id);
    const { messages } = valueOf(await engine.getMessages(ALICE, session));
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  test('returns copies: changing them changes nothing', async () => {
    const { engine } = one();
    await start(engine, ALICE);
    const request = await waiting(engine);
    request.tool_args['command'] = 'rm -rf /';
    expect((await waiting(engine)).tool_args).toEqual({ command: 'npm run lint' });
  });

  test("does not count a person's time as the tool's", async () => {
    let now = Date.parse('2026-11-21T12:00:00.000Z');
    const ledger = newLedger();
    const script = scripted(
      [{ calls: [{ id: 'c', name: 'bash', args: { command: 'ls' } }] }, { text: 'end' }],
      [ledgerTool(ledger, 'bash', { ...ASK, timeoutMs: 1000 })],
      { consentTimeoutMs: null },
    );
    const { engine } = world([script.agent], ledger, {
      store: createMemoryStore({ now: () => now }),
      now: () => now,
    });
    const { run_id: id } = await start(engine, ALICE);
    const request = await waiting(engine);
    now += 31 * 24 * 3600 * 1000;
    valueOf(await engine.respond(ALICE, request.id, approve(request)));
    const events = await settle(engine, ALICE, id);
    expect(events.find((event) => event.type === 'tool_completed')?.data).toMatchObject({
      result: { is_success: true, duration: 0 },
    });
  });
});
