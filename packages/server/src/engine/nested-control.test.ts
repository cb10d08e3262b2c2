import type { ControlResult } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { createHandler } from '../http/handler.ts';
import { createMemoryStore } from '../store/memory.ts';
import { agentTool } from '../agents/agent-tool.ts';
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

/** An agent that calls `middle`, which calls `inner`, which has the given tool `work`. */
function nested(
  work: Parameters<typeof ledgerTool>[3],
  { consent = true, store = createMemoryStore() } = {},
) {
  const ledger = newLedger();
  const tool = ledgerTool(ledger, 'work', { requiresConsent: consent }, work);
  const after = ledgerTool(ledger, 'after', { requiresConsent: false });
  const inner = scripted(
    [{ calls: [{ id: 'i1', name: 'work', args: {} }] }, { text: 'inner is done' }],
    [tool],
    { name: 'inner' },
  );
  const middle = scripted(
    [
      {
        calls: [
          { id: 'm1', name: 'inner', args: { input: 'deeper' } },
          { id: 'm2', name: 'after', args: {} },
        ],
      },
      { text: 'middle is done' },
    ],
    [agentTool(inner.agent), after],
    { name: 'middle' },
  );
  const outer = scripted(
    [{ calls: [{ id: 'o1', name: 'middle', args: { input: 'look' } }] }, { text: 'end' }],
    [agentTool(middle.agent)],
  );
  const agents = [outer.agent, middle.agent, inner.agent];
  return { middle, ...world(agents, ledger, { store }) };
}

describe('control of a nested run', () => {
  test('abort_run ends only this run: the call that started it gets an error, and its parent continues', async () => {
    const { engine, ledger, middle } = nested(undefined);
    const { run_id: root } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    const id = request?.run_id ?? '';
    const reply = valueOf(await engine.control(ALICE, { run_id: id, action: 'abort_run' }));
    expect(reply).toMatchObject({ id, status: 'aborted', affected_run_ids: [id] });
    const events = await settle(engine, ALICE, root);
    expect(events.at(-1)?.type).toBe('run_completed');
    expect(ledger.runs.map(({ tool }) => tool)).toEqual(['after']);
    const result = events.find(
      (event) => event.type === 'tool_completed' && event.data.result.tool_call_id === 'm1',
    );
    expect(result?.data).toMatchObject({
      result: {
        is_success: false,
        error: 'Run aborted',
        content: 'Tool execution failed: Run aborted',
      },
    });
    expect(middle.requests.at(-1)?.messages.map(({ content }) => content)).toContain(
      'Tool execution failed: Run aborted',
    );
    expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('aborted');
    expect(valueOf(await engine.getRun(ALICE, root)).run.status).toBe('completed');
    expect(await engine.control(ALICE, { run_id: id, action: 'abort_run' })).toMatchObject({
      problem: { code: 'run_finished' },
    });
  });

  test('abort_run also ends its nested runs, and returns the named run', async () => {
    const { engine, ledger } = nested(undefined);
    const { run_id: root } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    const inner = request?.run_id ?? '';
    const { items } = await engine.listRuns(ALICE, { limit: 10 });
    const middle = items.find(({ parent_run_id: parent }) => parent === root)?.id ?? '';
    const reply = valueOf(await engine.control(ALICE, { run_id: middle, action: 'abort_run' }));
    expect(reply).toMatchObject({
      id: middle,
      status: 'aborted',
      affected_run_ids: [inner, middle],
    });
    const events = await settle(engine, ALICE, root);
    expect(events.at(-1)?.type).toBe('run_completed');
    expect(ledger.runs).toEqual([]);
    expect(valueOf(await engine.getRun(ALICE, inner)).run.status).toBe('aborted');
  });

  test('abort_run stops its running tool', async () => {
    let entered: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const store = createMemoryStore();
    const work = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<string>((_resolve, reject) => {
        entered();
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    const { engine, ledger } = nested(work, { consent: false, store });
    const { run } = valueOf(await engine.createRun(ALICE, { agent_id: 'agent', input: 'go' }));
    await running;
    const { items } = await engine.listRuns(ALICE, { limit: 10 });
    const inner = items.find(({ agent_id: agent }) => agent === 'inner')?.id ?? '';
    valueOf(await engine.control(ALICE, { run_id: inner, action: 'abort_run' }));
    const events = await settle(engine, ALICE, run.id);
    expect(events.at(-1)?.type).toBe('run_completed');
    expect(ledger.runs.map(({ tool }) => tool)).toEqual(['work', 'after']);
  });

  test('abort_run in a paused tree leaves the rest paused', async () => {
    const { engine, ledger } = nested(undefined);
    const { run_id: root } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    const id = request?.run_id ?? '';
    valueOf(await engine.control(ALICE, { run_id: root, action: 'pause_run' }));
    valueOf(await engine.control(ALICE, { run_id: id, action: 'abort_run' }));
    expect(valueOf(await engine.getRun(ALICE, root)).run.status).toBe('paused');
    expect(ledger.runs).toEqual([]);
    valueOf(await engine.control(ALICE, { run_id: root, action: 'resume_run' }));
    await settle(engine, ALICE, root);
    expect(ledger.runs.map(({ tool }) => tool)).toEqual(['after']);
  });

  test('pause_run and resume_run apply to the whole tree, as the response over HTTP shows', async () => {
    const { engine } = nested(undefined);
    const { run_id: root } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    const id = request?.run_id ?? '';
    const { items } = await engine.listRuns(ALICE, { limit: 10 });
    const all = items.map((run) => run.id).toSorted();
    const { fetch } = createHandler({ engine, authenticate: 'none' });
    for (const [action, status] of [
      ['pause_run', 'paused'],
      ['pause_run', 'paused'],
      ['resume_run', 'suspended'],
    ]) {
      const response = await fetch(
        new Request(`http://127.0.0.1/runs/${id}/control`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ action }),
        }),
      );
      const reply = (await response.json()) as ControlResult;
      expect(reply).toMatchObject({ id, status, root_run_id: root });
      expect(reply.affected_run_ids.toSorted()).toEqual(all);
      expect(valueOf(await engine.getRun(ALICE, root)).run.status).toBe(status);
    }
  });
});

describe('the payload of a signal', () => {
  test('is stored completely in the event of the named run, and in the audit trail', async () => {
    const { engine } = nested(undefined);
    const { run_id: root } = await start(engine, ALICE);
    const payload = { reason: 'lunch', ticket: { id: 7, tags: ['a', null] } };
    valueOf(await engine.control(ALICE, { run_id: root, action: 'pause_run', payload }));
    valueOf(
      await engine.control(ALICE, { run_id: root, action: 'resume_run', payload: { back: true } }),
    );
    valueOf(await engine.control(ALICE, { run_id: root, action: 'abort_run', payload }));
    const events = await settle(engine, ALICE, root);
    const signals = events.filter(
      (event) =>
        (event.type === 'run_paused' ||
          event.type === 'run_resumed' ||
          event.type === 'run_aborted') &&
        event.data.payload !== undefined,
    );
    expect(signals.map(({ type, run_id, data }) => [type, run_id, data])).toEqual([
      ['run_paused', root, { by: 'alice', reason: 'lunch', payload }],
      ['run_resumed', root, { by: 'alice', payload: { back: true } }],
      ['run_aborted', root, { by: 'alice', reason: 'lunch', payload }],
    ]);
    const { entries } = valueOf(await engine.audit(ALICE, root));
    expect(
      entries.flatMap(({ kind, payload: sent }) => (sent === undefined ? [] : [[kind, sent]])),
    ).toEqual([
      ['run_paused', payload],
      ['run_resumed', { back: true }],
      ['run_aborted_by_human', payload],
    ]);
  });
});

describe('a denial right before execution', () => {
  test('has an audit entry of its own, with rule and step', async () => {
    const ledger = newLedger();
    const work = ledgerTool(ledger, 'work', {
      requiresConsent: true,
      permission: { kind: 'text', arg: 'env' },
    });
    const script = scripted(
      [{ calls: [{ id: 'c1', name: 'work', args: { env: 'production' } }] }, { text: 'end' }],
      [work],
    );
    const { engine } = world([script.agent], ledger);
    const { run_id: id } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    valueOf(await engine.saveRule(ALICE, 'alice', 'deny', { resource: 'work(prod*)' }));
    valueOf(
      await engine.respond(ALICE, request?.id ?? '', {
        request_id: request?.id ?? '',
        type: 'confirm',
        action: 'approve',
      }),
    );
    const events = await settle(engine, ALICE, id);
    expect(typesOf(events)).not.toContain('tool_started');
    const { entries } = valueOf(await engine.audit(ALICE, id));
    expect(entries.filter(({ tool_call_id: call }) => call === 'c1')).toMatchObject([
      { kind: 'approval_required' },
      { kind: 'approval_decision', action: 'approve' },
      {
        kind: 'auto_denied',
        tool_name: 'work',
        step: 'deny_rule',
        rule: 'work(prod*)',
        reason: 'Matched deny pattern',
      },
      { kind: 'tool_completed', is_success: false },
    ]);
  });
});
