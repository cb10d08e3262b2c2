import { describe, expect, test } from 'vitest';
import { createHitl, createMemoryStore, createScriptedModel, type Tool } from '../../src/index.ts';

describe('a call of another loop', () => {
  async function ask(body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
    const hitl = createHitl({
      agents: [{ name: 'agent' }],
      models: [createScriptedModel({ name: 'script', turns: [] })],
      tools: [],
      sessionStore: createMemoryStore(),
    });
    const response = await hitl.fetch(
      new Request('http://localhost/interactions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
    const answer = (await response.json()) as Record<string, unknown>;
    await hitl.close();
    return { status: response.status, body: answer };
  }

  const call = { session_id: 's', tool_call_id: 'c', tool_name: 'deploy' };

  test('shows a person each argument but the ones that the loop names as its own', async () => {
    const tool_args = { env: 'prod', _branch: 'evil', _trace: '7' };
    const all = await ask({ ...call, tool_args });
    expect(JSON.stringify(all.body)).toContain('"_trace"');
    const { status, body } = await ask({ ...call, tool_args, injected_args: ['_trace'] });
    expect(status).toBe(201);
    expect(JSON.stringify(body)).toContain('"_branch":"evil"');
    expect(JSON.stringify(body)).not.toContain('_trace');
  });

  test.each(['9007199254740993', '1e-400', '1e400', '-0', '0.1000000000000000055511151231257827'])(
    'is refused with the number %s, which cannot be represented exactly',
    async (number) => {
      const text = JSON.stringify({ ...call, tool_args: { n: 'N' } }).replace('"N"', number);
      const { status, body } = await ask(text);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'invalid_request' });
      expect(JSON.stringify(body)).toMatch(/number/);
    },
  );
});

describe('a call of a model', () => {
  /** The arguments of the tool's executions, and the events of the run. */
  async function run(
    args: string,
    injectedArgs?: readonly string[],
  ): Promise<{ executed: unknown[]; stream: string }> {
    const executed: unknown[] = [];
    const tool: Tool = {
      name: 'pay',
      parameters: { type: 'object' },
      requiresConsent: false,
      permission: { kind: 'json', ...(injectedArgs !== undefined && { injectedArgs }) },
      execute(given) {
        executed.push(given);
        return Promise.resolve('paid');
      },
    };
    const hitl = createHitl({
      agents: [{ name: 'agent' }],
      models: [
        createScriptedModel({
          name: 'script',
          turns: [{ toolCalls: [{ id: 'c', name: 'pay', args }] }, { text: 'done' }],
        }),
      ],
      tools: [tool],
      sessionStore: createMemoryStore(),
    });
    const response = await hitl.fetch(
      new Request('http://localhost/runs', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ agent_id: 'agent', input: 'go', user_id: 'u' }),
      }),
    );
    const stream = await response.text();
    await hitl.close();
    return { executed, stream };
  }

  test.each(['9007199254740993', '1e-400', '-0', '1.00000000000000001'])(
    'does not run with the number %s',
    async (number) => {
      const { executed, stream } = await run(`{"amount":${number}}`);
      expect(executed).toEqual([]);
      expect(stream).toContain(`the number ${number} cannot be represented exactly`);
      expect(stream).not.toContain('interaction_request');
    },
  );

  test('runs with the arguments that it has, whatever they are called', async () => {
    const all = await run('{"amount":1,"_to":"x","tool_call_id":"y"}');
    expect(all.executed).toEqual([{ amount: 1, _to: 'x', tool_call_id: 'y' }]);
    const named = await run('{"amount":1,"_to":"x"}', ['_to']);
    expect(named.executed).toEqual([{ amount: 1 }]);
  });
});
