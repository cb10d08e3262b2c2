import type { InteractionRequest } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  typesOf,
  valueOf,
  world,
  type Turn,
} from './engine.fixture.ts';

const ASK = { requiresConsent: true } as const;
const FREE = { requiresConsent: false } as const;

function call(id: string, name: string, args: unknown = {}) {
  return { id, name, args };
}

function approve({ id, type }: InteractionRequest) {
  return { request_id: id, type, action: 'approve' as const };
}

function deny({ id, type }: InteractionRequest) {
  return { request_id: id, type, action: 'deny' as const };
}

describe('one gated call', () => {
  const turns: Turn[] = [
    { calls: [call('c1', 'bash', { command: 'npm run lint' })] },
    { text: 'done' },
  ];

  function one(options = {}) {
    const ledger = newLedger();
    const script = scripted(turns, [ledgerTool(ledger, 'bash', ASK)], options);
    return { script, ...world([script.agent], ledger) };
  }

  test('waits for a person, then runs once and completes', async () => {
    const { engine, ledger, script, errors } = one();
    const { run_id: id, events } = await start(engine, ALICE);
    expect(typesOf(events)).toEqual([
      'run_started',
      'run_claimed',
      'step_completed',
      'step_completed',
      'batch_judged',
      'interaction_request',
      'tool_auth_required',
      'execution_suspended',
    ]);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(ledger.runs).toEqual([]);
    expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('suspended');
    const [request] = await pendingOf(engine, ALICE);
    expect(request).toMatchObject({
      type: 'confirm',
      title: 'Authorization Required',
      description: 'Do you want to allow: Execute bash on bash(npm run lint)?',
      tool_args: { command: 'npm run lint' },
      purpose: 'authorization',
      batch: { index: 0, size: 1 },
      agent_path: ['agent'],
    });
    if (request === undefined) throw new Error('nothing waits');

    valueOf(await engine.respond(ALICE, request.id, approve(request)));
    const all = await settle(engine, ALICE, id);
    expect(typesOf(all.slice(8))).toEqual([
      'interaction_response',
      'interaction_resolved',
      'permission_updated',
      'execution_resumed',
      'run_claimed',
      'tool_started',
      'tool_completed',
      'step_completed',
      'step_completed',
      'run_completed',
    ]);
    expect(ledger.runs).toMatchObject([{ tool: 'bash', args: { command: 'npm run lint' } }]);
    expect(valueOf(await engine.getRun(ALICE, id)).run).toMatchObject({
      status: 'completed',
      response: 'done',
      pending_interaction_ids: [],
    });
    expect(script.requests).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test('a reason that ends with a full stop gets no second one', async () => {
    const { engine } = one();
    const { run_id: id, session_id: session } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    valueOf(await engine.respond(ALICE, request.id, { ...deny(request), note: 'Use yarn.' }));
    await settle(engine, ALICE, id);
    const { messages } = valueOf(await engine.getMessages(ALICE, session));
    expect(messages.find(({ role }) => role === 'tool')?.content).toBe(
      'Tool execution denied: User denied consent: Use yarn. Please ask the user for permission or use a different approach.',
    );
  });

  test('a denial gives the uniform result and the run continues', async () => {
    const { engine, ledger } = one();
    const { run_id: id, session_id: session } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    valueOf(await engine.respond(ALICE, request.id, { ...deny(request), note: 'use yarn' }));
    const events = await settle(engine, ALICE, id);
    expect(ledger.runs).toEqual([]);
    expect(events.find(({ type }) => type === 'tool_auth_denied')?.data).toMatchObject({
      reason: 'User denied consent',
    });
    const { messages } = valueOf(await engine.getMessages(ALICE, session));
    expect(messages.find(({ role }) => role === 'tool')?.content).toBe(
      'Tool execution denied: User denied consent: use yarn. Please ask the user for permission or use a different approach.',
    );
    expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('completed');
  });

  test('onDenied fail_run stores the result first, then fails', async () => {
    const { engine } = one({ onDenied: 'fail_run' });
    const { run_id: id } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    valueOf(await engine.respond(ALICE, request.id, deny(request)));
    const events = await settle(engine, ALICE, id);
    expect(typesOf(events.slice(-3))).toEqual(['tool_completed', 'step_completed', 'run_failed']);
    expect(valueOf(await engine.getRun(ALICE, id)).run).toMatchObject({
      status: 'failed',
      error: 'Permission denied by user',
    });
  });

  test('edited arguments run, and three sets of arguments stay apart', async () => {
    const { engine, ledger } = one();
    const { run_id: id, session_id: session } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    const edited = { command: 'npm run lint -- --fix' };
    valueOf(
      await engine.respond(ALICE, request.id, {
        ...approve(request),
        action: 'modify_args',
        modified_args: edited,
      }),
    );
    await settle(engine, ALICE, id);
    expect(ledger.runs).toMatchObject([{ args: edited }]);
    const { messages } = valueOf(await engine.getMessages(ALICE, session));
    expect(messages[1]?.tool_calls?.[0]?.args).toEqual(edited);
    expect(messages[2]?.content.split('\n')[0]).toBe(
      '[Arguments edited by the user before running]',
    );
    const { entries } = valueOf(await engine.audit(ALICE, id));
    expect(entries.find(({ kind }) => kind === 'approval_decision')).toMatchObject({
      proposed_args: { command: 'npm run lint' },
      approved_args: edited,
      effective_args: edited,
      actor: 'alice',
    });
  });

  test('of twenty concurrent different answers one wins, and the tool runs once', async () => {
    const { engine, ledger } = one();
    const { run_id: id } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engine.respond(ALICE, request.id, { ...approve(request), note: `answer ${index}` }),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const losers = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.problem]));
    expect(losers.map(({ code }) => code)).toEqual(Array(19).fill('already_resolved'));
    expect(losers[0]?.['interaction']).toMatchObject({ status: 'answered' });
    await settle(engine, ALICE, id);
    expect(ledger.runs).toHaveLength(1);
  });

  test('equal answers all get the reply of the winner', async () => {
    const { engine, ledger } = one();
    const { run_id: id } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => engine.respond(ALICE, request.id, approve(request))),
    );
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    await settle(engine, ALICE, id);
    expect(ledger.runs).toHaveLength(1);
  });

  test('a bare confirmation saves the exact resource, so the next call runs without asking', async () => {
    const { engine, ledger } = one();
    const first = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    valueOf(
      await engine.respond(ALICE, request.id, {
        request_id: request.id,
        type: 'confirm',
        confirmed: true,
      }),
    );
    expect(valueOf(await engine.getPermissions(ALICE, 'alice'))).toEqual({
      allow: ['bash(npm run lint)'],
      deny: [],
    });
    await settle(engine, ALICE, first.run_id);
    const second = await start(engine, ALICE, { input: 'again' });
    expect(typesOf(second.events)).not.toContain('interaction_request');
    expect(ledger.runs).toHaveLength(2);
  });

  test('a deny rule saved while it is pending wins over the approval', async () => {
    const { engine, ledger } = one();
    const { run_id: id } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    valueOf(await engine.saveRule(ALICE, 'alice', 'deny', { resource: 'bash(npm run lint)' }));
    valueOf(await engine.respond(ALICE, request.id, approve(request)));
    await settle(engine, ALICE, id);
    expect(ledger.runs).toEqual([]);
  });

  test('belongs to its user: for others it does not exist', async () => {
    const { engine } = one();
    const { run_id: id, session_id: session } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    const foreign = await engine.respond(BOB, request.id, approve(request));
    const absent = await engine.respond(BOB, 'no-such', approve(request));
    expect(foreign).toMatchObject({ ok: false, problem: { code: 'interaction_not_found' } });
    expect(absent).toMatchObject({ ok: false, problem: { code: 'interaction_not_found' } });
    expect(await engine.getRun(BOB, id)).toMatchObject({ problem: { code: 'run_not_found' } });
    expect(await engine.getSession(BOB, session)).toMatchObject({
      problem: { code: 'session_not_found' },
    });
    expect(await pendingOf(engine, BOB)).toEqual([]);
  });

  test.each([
    ['another type', { type: 'input' }, 'invalid_response'],
    ['contradiction', { confirmed: true, action: 'deny' }, 'invalid_response'],
    ['edit without arguments', { action: 'modify_args' }, 'invalid_response'],
    ['a stale digest', { action: 'approve', args_digest: 'f'.repeat(64) }, 'stale_approval'],
    ['no decision at all', {}, 'invalid_response'],
    [
      'a pattern that was not offered',
      { action: 'approve', remember: { scope: 'always', patterns: ['bash(*)'] } },
      'invalid_response',
    ],
  ])('%s is refused and changes nothing', async (_, answer, code) => {
    const { engine, ledger } = one();
    const { run_id: id } = await start(engine, ALICE);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    const before = valueOf(await engine.getRun(ALICE, id)).run;
    const response = { request_id: request.id, type: 'confirm', ...answer };
    const outcome = await engine.respond(ALICE, request.id, response as ReturnType<typeof approve>);
    expect(outcome).toMatchObject({ ok: false, problem: { code } });
    expect(valueOf(await engine.getRun(ALICE, id)).run).toEqual(before);
    expect(ledger.runs).toEqual([]);
  });
});

describe('a batch', () => {
  test('runs nothing until every gated call is settled, then in call order', async () => {
    const ledger = newLedger();
    const script = scripted(
      [
        {
          calls: [call('a', 'free'), call('b', 'gated'), call('c', 'free'), call('d', 'gated')],
        },
        { text: 'end' },
      ],
      [ledgerTool(ledger, 'free', FREE), ledgerTool(ledger, 'gated', ASK)],
    );
    const { engine } = world([script.agent], ledger);
    const { run_id: id, session_id: session } = await start(engine, ALICE);
    const [first, second] = await pendingOf(engine, ALICE);
    if (first === undefined || second === undefined) throw new Error('two should wait');
    expect(first.batch).toEqual({ index: 1, size: 4 });
    valueOf(await engine.respond(ALICE, second.id, deny(second)));
    expect(ledger.runs).toEqual([]);
    expect(valueOf(await engine.getSession(ALICE, session)).status).toBe('waiting_permission');
    valueOf(await engine.respond(ALICE, first.id, approve(first)));
    const events = await settle(engine, ALICE, id);
    expect(ledger.runs.map(({ tool }) => tool)).toEqual(['free', 'gated', 'free']);
    const results = events.flatMap((event) =>
      event.type === 'tool_completed' ? [event.data.result.tool_call_id] : [],
    );
    expect(results).toEqual(['a', 'b', 'c', 'd']);
    expect(typesOf(events).filter((type) => type === 'execution_resumed')).toHaveLength(1);
    expect(script.requests).toHaveLength(2);
  });

  test('unknown tools and invalid arguments are settled before anyone is asked', async () => {
    const ledger = newLedger();
    const strict = { ...ASK, parameters: { type: 'object', required: ['env'] } };
    const script = scripted(
      [
        {
          calls: [
            call('a', 'nope'),
            call('b', 'deploy'),
            call('c', 'deploy', '[1'),
            call('d', 'deploy', { env: 'x' }),
          ],
        },
      ],
      [ledgerTool(ledger, 'deploy', strict)],
    );
    const { engine } = world([script.agent], ledger);
    const { run_id: id } = await start(engine, ALICE);
    const waiting = await pendingOf(engine, ALICE);
    expect(waiting.map(({ tool_call_id }) => tool_call_id)).toEqual(['d']);
    const events = await settle(engine, ALICE, id);
    const failed = events.flatMap((event) =>
      event.type === 'tool_completed' ? [event.data.result.content] : [],
    );
    expect(failed[0]).toBe('Unknown tool: nope');
    expect(failed[1]).toMatch(/^Invalid arguments for deploy: /);
    expect(failed[2]).toBe('The arguments of deploy are not a JSON object');
  });

  test('duplicate and empty call ids are replaced, except for the model', async () => {
    const ledger = newLedger();
    const script = scripted(
      [{ calls: [call('x', 'free'), call('x', 'free'), call('', 'free')] }, { text: 'end' }],
      [ledgerTool(ledger, 'free', FREE)],
    );
    const { engine } = world([script.agent], ledger);
    await start(engine, ALICE);
    expect(new Set(ledger.runs.map(({ key }) => key)).size).toBe(3);
    const last = script.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
    expect(last?.map((message) => ('toolCallId' in message ? message.toolCallId : ''))).toEqual([
      'x',
      'x',
      expect.stringMatching(/.{8}/),
    ]);
  });
});

describe('control', () => {
  const turns: Turn[] = [{ calls: [call('a', 'gated'), call('b', 'gated'), call('c', 'gated')] }];

  test('abort_run on one gate settles its siblings and ends the run', async () => {
    const ledger = newLedger();
    const script = scripted(turns, [ledgerTool(ledger, 'gated', ASK)]);
    const { engine } = world([script.agent], ledger);
    const { run_id: id } = await start(engine, ALICE);
    const [, second] = await pendingOf(engine, ALICE);
    if (second === undefined) throw new Error('nothing waits');
    const outcome = await engine.decide(ALICE, { tool_call_id: 'b', action: 'abort_run' });
    expect(outcome).toEqual({ ok: true, value: { tool_call_id: 'b', status: 'cancelled' } });
    expect(valueOf(await engine.getRun(ALICE, id)).run).toMatchObject({
      status: 'aborted',
      pending_interaction_ids: [],
    });
    const events = await settle(engine, ALICE, id);
    expect(typesOf(events).filter((type) => type === 'tool_completed')).toHaveLength(3);
    expect(script.requests).toHaveLength(1);
    expect(ledger.runs).toEqual([]);
    expect(valueOf(await engine.getInteraction(ALICE, second.id)).status).toBe('cancelled');
  });

  test('a paused run takes answers but runs nothing until it is resumed', async () => {
    const ledger = newLedger();
    const script = scripted(
      [{ calls: [call('a', 'gated')] }, { text: 'end' }],
      [ledgerTool(ledger, 'gated', ASK)],
    );
    const { engine } = world([script.agent], ledger);
    const { run_id: id } = await start(engine, ALICE);
    const signal = (action: 'pause_run' | 'resume_run') =>
      engine.control(ALICE, { run_id: id, action });
    expect(valueOf(await signal('pause_run')).status).toBe('paused');
    expect(valueOf(await signal('pause_run')).status).toBe('paused');
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    valueOf(await engine.respond(ALICE, request.id, approve(request)));
    expect(ledger.runs).toEqual([]);
    expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('paused');
    valueOf(await signal('resume_run'));
    await settle(engine, ALICE, id);
    expect(ledger.runs).toHaveLength(1);
    expect(await engine.control(ALICE, { run_id: id, action: 'pause_run' })).toMatchObject({
      problem: { code: 'run_finished' },
    });
  });

  test('abort_run stops a running tool within a second, and its late result is ignored', async () => {
    const ledger = newLedger();
    let stopped: () => void = () => undefined;
    const stop = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    let entered: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const slow = ledgerTool(ledger, 'slow', FREE, async (_, { signal }) => {
      entered();
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          stopped();
          resolve();
        });
      });
      return 'too late';
    });
    const script = scripted([{ calls: [call('a', 'slow')] }], [slow]);
    const { engine } = world([script.agent], ledger);
    const { run } = valueOf(await engine.createRun(ALICE, { agent_id: 'agent', input: 'go' }));
    await running;
    valueOf(await engine.control(ALICE, { run_id: run.id, action: 'abort_run' }));
    await stop;
    const events = await settle(engine, ALICE, run.id);
    const results = events.flatMap((event) =>
      event.type === 'tool_completed' ? [event.data.result.content] : [],
    );
    expect(results).toEqual(['Tool execution was cancelled']);
    expect(events.at(-1)?.type).toBe('run_aborted');
  });
});

describe('questions', () => {
  const question = {
    parameters: { type: 'object' },
    requiresConsent: false,
    effects: 'keyed' as const,
    question: () => ({
      type: 'select' as const,
      id: 'q',
      title: 'Which one?',
      required: true,
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
      multiple: false,
      allow_other: false,
    }),
  };

  test('suspend the run like an authorization, and the answer becomes the result', async () => {
    const ledger = newLedger();
    const ask = ledgerTool(ledger, 'ask', question, (_, { answers }) =>
      Promise.resolve(answers[0]?.selected_values?.join() ?? ''),
    );
    const script = scripted(
      [{ calls: [call('f', 'free'), call('q', 'ask')] }, { text: 'end' }],
      [ask, ledgerTool(ledger, 'free', FREE)],
    );
    const { engine } = world([script.agent], ledger);
    const { run_id: id, session_id: session } = await start(engine, ALICE);
    expect(ledger.runs).toEqual([]);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    expect(request.purpose).toBe('question');
    valueOf(
      await engine.respond(ALICE, request.id, {
        request_id: request.id,
        type: 'select',
        selected_values: ['b'],
      }),
    );
    await settle(engine, ALICE, id);
    const { messages } = valueOf(await engine.getMessages(ALICE, session));
    expect(messages.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      'free ran {}',
      'b',
    ]);
  });

  test('a tool that asks while it runs is run again with the answer; earlier results are kept', async () => {
    const ledger = newLedger();
    const asking = ledgerTool(ledger, 'asking', FREE, async (_, context) => {
      const answer = await context.ask('color', { ...question.question() });
      return `picked ${answer.selected_values?.[0]}`;
    });
    const script = scripted(
      [{ calls: [call('f', 'free'), call('q', 'asking')] }, { text: 'end' }],
      [asking, ledgerTool(ledger, 'free', FREE)],
    );
    const { engine } = world([script.agent], ledger);
    const { run_id: id } = await start(engine, ALICE);
    expect(ledger.runs.map(({ tool }) => tool)).toEqual(['free', 'asking']);
    const [request] = await pendingOf(engine, ALICE);
    if (request === undefined) throw new Error('nothing waits');
    valueOf(
      await engine.respond(ALICE, request.id, {
        request_id: request.id,
        type: 'select',
        selected_values: ['a'],
      }),
    );
    const events = await settle(engine, ALICE, id);
    expect(ledger.runs.map(({ tool }) => tool)).toEqual(['free', 'asking', 'asking']);
    expect(events.findLast((event) => event.type === 'tool_completed')?.data).toMatchObject({
      result: { content: 'picked a' },
    });
  });
});

test('a run has the id that its host gave it, once', async () => {
  const { engine } = world(
    [scripted([{ text: 'done' }, { text: 'again' }], []).agent],
    newLedger(),
  );
  const input = { agent_id: 'agent', input: 'go' };
  const runId = crypto.randomUUID();
  const { run } = valueOf(await engine.createRun(ALICE, input, { runId }));
  expect(run).toMatchObject({ id: runId, root_run_id: runId });
  expect(await engine.createRun(ALICE, input, { runId })).toMatchObject({
    ok: false,
    problem: { code: 'idempotency_conflict' },
  });
});
