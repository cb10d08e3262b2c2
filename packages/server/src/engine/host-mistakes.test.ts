import type { Question } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import type { ModelChunk } from '../agents/model.ts';
import type { ToolOutput } from '../agents/tool.ts';
import { agentTool } from '../agents/agent-tool.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  valueOf,
  world,
} from './engine.fixture.ts';

const CYCLE: Record<string, unknown> = {};
CYCLE['self'] = CYCLE;

const ASK = { requiresConsent: true } as const;
const FREE = { requiresConsent: false } as const;

const QUESTION: Question = {
  id: 'q',
  type: 'input',
  title: 'Which one?',
  multiline: false,
  input_type: 'text',
  sensitive: false,
  required: true,
  metadata: {},
};

function call(id: string, name: string, args: unknown = {}) {
  return { id, name, args };
}

/** The result of a run's call, and the run. */
async function endOf({ engine }: ReturnType<typeof world>, runId: string) {
  const events = await settle(engine, ALICE, runId);
  const results = events.flatMap((event) =>
    event.type === 'tool_completed' ? [event.data.result] : [],
  );
  return { results, run: valueOf(await engine.getRun(ALICE, runId)).run, events };
}

describe('a mistake of the host ends a call or the run, and never leaves it running', () => {
  test('a question that cannot be made of edited arguments is an error result', async () => {
    const ledger = newLedger();
    const tool = ledgerTool(ledger, 'ask', {
      ...ASK,
      question(args) {
        if (args['bad'] === true) throw new Error('No question can be made of that');
        return QUESTION;
      },
    });
    const w = world(
      [scripted([{ calls: [call('a', 'ask')] }, { text: 'end' }], [tool]).agent],
      ledger,
    );
    const { run_id: id } = await start(w.engine, ALICE);
    valueOf(
      await w.engine.decide(ALICE, {
        tool_call_id: 'a',
        action: 'modify_args',
        modified_args: { bad: true },
      }),
    );
    const { results, run } = await endOf(w, id);
    expect(run.status).toBe('completed');
    expect(results[0]).toMatchObject({
      is_success: false,
      content: expect.stringContaining('No question can be made of that'),
    });
    expect(w.errors).toEqual([]);
  });

  test('an error in a description right before execution is a denial', async () => {
    const ledger = newLedger();
    const tool = ledgerTool(ledger, 'work', {
      parameters: { type: 'object' },
      describeCall() {
        throw new Error('no facts today');
      },
    });
    const w = world(
      [
        scripted(
          [{ calls: [call('a', 'other'), call('b', 'work')] }, { text: 'end' }],
          [
            tool,
            ledgerTool(ledger, 'other', FREE, async () => {
              // The rule that allowed the call is revoked before the call starts.
              valueOf(await w.engine.revokeRule(ALICE, 'alice', 'work({})'));
              return 'revoked';
            }),
          ],
        ).agent,
      ],
      ledger,
    );
    valueOf(await w.engine.saveRule(ALICE, 'alice', 'allow', { resource: 'work({})' }));
    const { run_id: id } = await start(w.engine, ALICE);
    const { results, run } = await endOf(w, id);
    expect(run.status).toBe('completed');
    expect(results[1]).toMatchObject({
      tool_call_id: 'b',
      error: 'Permission denied: The call could not be evaluated: no facts today',
    });
    expect(ledger.runs.map(({ tool: name }) => name)).toEqual(['other']);
    expect(w.errors).toEqual([]);
  });

  test('a model whose call has no arguments at all fails the run', async () => {
    const ledger = newLedger();
    const { agent } = scripted([], []);
    const broken: ModelChunk = JSON.parse('{"type":"tool_call","id":"a","name":"work"}');
    const w = world(
      [
        {
          ...agent,
          model: {
            name: 'broken',
            // oxlint-disable-next-line require-await -- a model is asynchronous by contract
            async *generate() {
              yield broken;
            },
          },
        },
      ],
      ledger,
    );
    const { run_id: id } = await start(w.engine, ALICE);
    expect(valueOf(await w.engine.getRun(ALICE, id)).run).toMatchObject({ status: 'failed' });
    expect(w.errors).toEqual([]);
  });

  test.each([
    [
      'that JSON cannot represent',
      { tokens: 7, nanoseconds: 10n as never, price: Number.NaN },
      { tokens: 7 },
    ],
    ['without a value', undefined as never, {}],
  ])('usage %s is omitted, and the turn is stored', async (_, usage, metrics) => {
    const { agent } = scripted([], []);
    const model = {
      name: 'counting',
      // oxlint-disable-next-line require-await -- a model is asynchronous by contract
      async *generate(): AsyncIterable<ModelChunk> {
        yield { type: 'text', text: 'end' };
        yield { type: 'usage', usage };
      },
    };
    const w = world([{ ...agent, model }], newLedger());
    const { events } = await start(w.engine, ALICE);
    expect(events.at(-1)).toMatchObject({
      type: 'run_completed',
      data: { response: 'end', metrics: { steps: 1, ...metrics } },
    });
    expect(w.errors).toEqual([]);
  });

  test('an output that JSON cannot represent leaves the content, and the tool runs once', async () => {
    const ledger = newLedger();
    const tool = ledgerTool(ledger, 'work', FREE, () => {
      const output: { self?: unknown } = {};
      output.self = output;
      return Promise.resolve({ content: 'done', output } satisfies ToolOutput);
    });
    const w = world(
      [scripted([{ calls: [call('a', 'work')] }, { text: 'end' }], [tool]).agent],
      ledger,
    );
    const { run_id: id } = await start(w.engine, ALICE);
    const { results, run } = await endOf(w, id);
    expect(run.status).toBe('completed');
    expect(results[0]).toMatchObject({ content: 'done', output: 'done', is_success: true });
    expect(ledger.runs).toHaveLength(1);
  });

  test('arguments with a lone surrogate are invalid, as they could not be approved or recovered', async () => {
    const ledger = newLedger();
    const w = world(
      [
        scripted(
          [{ calls: [call('a', 'work', String.raw`{"x":"\ud800"}`)] }, { text: 'end' }],
          [ledgerTool(ledger, 'work', FREE)],
        ).agent,
      ],
      ledger,
    );
    const { run_id: id } = await start(w.engine, ALICE);
    const { results, run } = await endOf(w, id);
    expect(run.status).toBe('completed');
    expect(results[0]?.is_success).toBe(false);
    expect(ledger.runs).toEqual([]);
  });
});

describe('enable_hitl: false', () => {
  test('asks no one during execution either', async () => {
    const ledger = newLedger();
    const tool = ledgerTool(ledger, 'work', FREE, async (_, context) => {
      await context.ask('which', QUESTION);
      return 'never';
    });
    const w = world(
      [
        scripted([{ calls: [call('a', 'work')] }, { text: 'end' }], [tool], { enableHitl: false })
          .agent,
      ],
      ledger,
    );
    const { run_id: id } = await start(w.engine, ALICE);
    const { results, run } = await endOf(w, id);
    expect(await pendingOf(w.engine, ALICE)).toEqual([]);
    expect(run.status).toBe('completed');
    expect(results[0]?.error).toMatch(
      /^Permission denied: A person would have to decide, but no one can be asked/,
    );
  });

  test('asks no one about calls of an external loop either', async () => {
    const ledger = newLedger();
    const agent = scripted([], [ledgerTool(ledger, 'work', ASK)], { enableHitl: false }).agent;
    const { engine } = world([agent], ledger);
    const outcome = valueOf(
      await engine.createInteraction(ALICE, {
        session_id: 's',
        tool_call_id: 'x',
        tool_name: 'work',
        tool_args: {},
        agent_id: 'agent',
      }),
    );
    expect(outcome).toMatchObject({ isNew: false, outcome: { decision: 'denied' } });
  });
});

describe('calls of external loops', () => {
  const input = { session_id: 's', tool_name: 'theirs', tool_args: {} };

  test('are denied when too many requests of the session are pending', async () => {
    const { engine } = world([scripted([], []).agent], newLedger(), { maxPending: 2 });
    const kinds: unknown[] = [];
    for (const id of ['x', 'y', 'z']) {
      const { outcome } = valueOf(
        await engine.createInteraction(ALICE, { ...input, tool_call_id: id }),
      );
      const { decision, reason } = outcome;
      kinds.push(reason === undefined ? decision : { decision, reason });
    }
    expect(kinds).toEqual([
      'pending',
      'pending',
      { decision: 'denied', reason: 'Too many requests are pending in this session (2)' },
    ]);
  });

  test('are denied when their tool describes them badly', async () => {
    const tool = ledgerTool(newLedger(), 'theirs', {
      describeCall() {
        throw new Error('no facts today');
      },
    });
    const { engine } = world([scripted([], [tool]).agent], newLedger());
    const outcome = valueOf(await engine.createInteraction(ALICE, { ...input, tool_call_id: 'x' }));
    expect(outcome).toMatchObject({
      outcome: { decision: 'denied', reason: 'The call could not be evaluated: no facts today' },
    });
  });
});

test('two concurrent deletions of one session both end', async () => {
  const ledger = newLedger();
  const { engine } = world([scripted([{ text: 'end' }], []).agent], ledger);
  const { session_id: session } = await start(engine, ALICE);
  const outcomes = await Promise.all([
    engine.deleteSession(ALICE, session),
    engine.deleteSession(ALICE, session),
  ]);
  expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.problem.code)).toSorted()).toEqual([
    'ok',
    'session_not_found',
  ]);
});

test('an approval without patterns is for its call only, whatever is denied with it', async () => {
  const ledger = newLedger();
  const { engine, permissions } = world(
    [
      scripted([{ calls: [call('a', 'work')] }, { text: 'end' }], [ledgerTool(ledger, 'work', ASK)])
        .agent,
    ],
    ledger,
  );
  const { run_id: id } = await start(engine, ALICE);
  const [request] = await pendingOf(engine, ALICE);
  const once = {
    request_id: request?.id ?? '',
    type: 'confirm' as const,
    action: 'approve' as const,
    remember: { scope: 'once' as const, deny_patterns: ['other(*)'] },
  };
  expect(await engine.respond(ALICE, once.request_id, once)).toMatchObject({
    problem: { code: 'invalid_response', errors: [{ path: 'remember.deny_patterns' }] },
  });
  valueOf(
    await engine.consent(ALICE, {
      tool_call_id: 'a',
      decision: 'allow',
      patterns: [],
      deny_patterns: ['other(*)'],
    }),
  );
  await settle(engine, ALICE, id);
  expect(ledger.runs).toHaveLength(1);
  const rules = await permissions.rules({ tenantId: 'default', userId: 'alice' });
  expect(rules.map(({ pattern, effect }) => [pattern, effect])).toEqual([['other(*)', 'deny']]);
});

test("a result that a person supplies is cut like a tool's (maxResultBytes)", async () => {
  const ledger = newLedger();
  const { agent } = scripted(
    [{ calls: [call('a', 'work')] }, { text: 'end' }],
    [ledgerTool(ledger, 'work', ASK)],
  );
  const w = world([agent], ledger, { maxResultBytes: 10 });
  const { run_id: id } = await start(w.engine, ALICE);
  valueOf(
    await w.engine.decide(ALICE, { tool_call_id: 'a', action: 'answer', text: 'x'.repeat(100) }),
  );
  const { results } = await endOf(w, id);
  expect(results[0]?.content).toBe(`${'x'.repeat(10)}… [cut: 100 bytes in all]`);
});

test('everything in a result is limited to maxResultBytes, including its error', async () => {
  const ledger = newLedger();
  const long = 'x'.repeat(100);
  const { agent } = scripted(
    [{ calls: [call('a', 'large'), call('b', 'small'), call('c', 'wrong')] }, { text: 'end' }],
    [
      ledgerTool(ledger, 'large', {}, async () => ({ content: 'short', output: { long } })),
      ledgerTool(ledger, 'small', {}, async () => ({ content: 'short', output: { a: 1 } })),
      ledgerTool(ledger, 'wrong', {}, () => Promise.reject(new Error(long))),
    ],
  );
  const w = world([agent], ledger, { maxResultBytes: 20, defaultPolicy: 'allow' });
  const { run_id: id } = await start(w.engine, ALICE);
  const { results } = await endOf(w, id);
  expect(results.map(({ output }) => output)).toEqual(['short', { a: 1 }, null]);
  expect(results[2]?.error).toBe(`${'x'.repeat(20)}… [cut: 100 bytes in all]`);
});

test.each<[string, () => unknown]>([
  ['is nested too deep', () => ({ metadata: nested(3000) })],
  ['holds itself', () => ({ metadata: CYCLE })],
  ['is none', () => ({ type: 'nope' })],
  ['has no title', () => ({ title: 5 })],
])('a question that %s fails its tool at once, and is not stored', async (_, wrong) => {
  const ledger = newLedger();
  const { agent } = scripted(
    [{ calls: [call('a', 'work')] }, { text: 'end' }],
    [
      ledgerTool(ledger, 'work', {}, async (__, context) => {
        // In plain JavaScript a tool may pass any value.
        const { text } = await context.ask('which', Object.assign({ ...QUESTION }, wrong()));
        return text ?? '';
      }),
    ],
  );
  const w = world([agent], ledger, { defaultPolicy: 'allow' });
  const { run_id: id } = await start(w.engine, ALICE);
  const { results } = await endOf(w, id);
  expect(results[0]?.content).toMatch(/^Tool execution failed: Its question is not valid: /);
  expect(ledger.runs).toHaveLength(1);
});

test('a tool’s output is kept up to the maximum depth; beyond it the content replaces it', async () => {
  const ledger = newLedger();
  const outputs = [nested(64), nested(65), nested(3000)];
  const calls = outputs.map((_, index) => call(`c${index}`, `work_${index}`));
  const { agent } = scripted(
    [{ calls }, { text: 'end' }],
    outputs.map((output, index) =>
      ledgerTool(ledger, `work_${index}`, {}, async () => ({ content: 'short', output })),
    ),
  );
  const w = world([agent], ledger, { defaultPolicy: 'allow' });
  const { run_id: id } = await start(w.engine, ALICE);
  const { results } = await endOf(w, id);
  expect(results.map(({ output }) => output)).toEqual([nested(64), 'short', 'short']);
});

/** An object with this many levels. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

test("a nested agent's last word is cut like a tool's result (maxResultBytes)", async () => {
  const ledger = newLedger();
  const child = scripted([{ text: 'y'.repeat(100) }], [], { name: 'child' }).agent;
  const parent = scripted(
    [{ calls: [call('a', 'child', { input: 'go' })] }, { text: 'end' }],
    [agentTool(child)],
  ).agent;
  const w = world([parent, child], ledger, { maxResultBytes: 10 });
  const { run_id: id } = await start(w.engine, ALICE);
  const { results } = await endOf(w, id);
  expect(results[0]?.content).toBe(`${'y'.repeat(10)}… [cut: 100 bytes in all]`);
});
