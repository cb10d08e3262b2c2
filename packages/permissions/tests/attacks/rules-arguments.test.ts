import { describe, expect, test } from 'vitest';
import { createHitl, createMemoryStore, createScriptedModel, type Tool } from '../../src/index.ts';
import { createRuleSet, resourceOf, type RuleInput } from '../../src/permissions/index.ts';

const CONTEXT = { root: '/repo', home: '/home/dev' };

function decide(
  rules: readonly RuleInput[],
  tool_name: string,
  tool_args: Readonly<Record<string, unknown>>,
): string {
  return createRuleSet(rules, CONTEXT).decide({ tool_name, tool_args }, { now: 0 }).decision;
}

function allow(...rules: string[]): RuleInput[] {
  return rules.map((rule) => ({ effect: 'allow', rule }));
}

describe('every argument is judged', () => {
  const NAMES = ['_branch', '_', '__force', '_internal', 'tool_call_id'];

  test.each(NAMES)('a saved exact rule does not allow another %s', (name) => {
    const call = { tool_name: 'deploy', tool_args: { env: 'staging', [name]: 'harmless' } };
    const { resource, rememberable } = resourceOf(call);
    expect(rememberable).toBe(true);
    expect(decide(allow(resource), 'deploy', call.tool_args)).toBe('allowed');
    expect(decide(allow(resource), 'deploy', { env: 'staging', [name]: 'evil' })).toBe('ask');
    expect(decide(allow(resource), 'deploy', { env: 'staging' })).toBe('ask');
    expect(decide(allow('deploy({"env":"staging"})'), 'deploy', call.tool_args)).toBe('ask');
  });

  test.each(NAMES)('a pattern for a command does not allow a %s beside it', (name) => {
    expect(decide(allow('bash(ls:*)'), 'bash', { command: 'ls', [name]: 'x' })).toBe('ask');
  });

  test('only what a host names as injected is left out', () => {
    const tools = { deploy: { kind: 'json' as const, injected_args: ['_trace'] } };
    const set = createRuleSet(allow('deploy({"env":"staging"})'), { ...CONTEXT, tools });
    const asked = (tool_args: Readonly<Record<string, unknown>>): string =>
      set.decide({ tool_name: 'deploy', tool_args }, { now: 0 }).decision;
    expect(asked({ env: 'staging', _trace: '7' })).toBe('allowed');
    expect(asked({ env: 'staging', _other: '7' })).toBe('ask');
  });
});

describe('a call of another loop', () => {
  async function ask(body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
    const hitl = createHitl({
      agents: [{ name: 'agent' }],
      models: [createScriptedModel({ name: 'script', turns: [] })],
      tools: [],
      session_store: createMemoryStore(),
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
    'is refused with the number %s, which would be read as another one',
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
  /** What a tool was run with, and what the stream of the run said. */
  async function run(
    args: string,
    injected_args?: readonly string[],
  ): Promise<{ executed: unknown[]; stream: string }> {
    const executed: unknown[] = [];
    const tool: Tool = {
      name: 'pay',
      parameters: { type: 'object' },
      requires_consent: false,
      permission: { kind: 'json', ...(injected_args !== undefined && { injected_args }) },
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
          turns: [{ tool_calls: [{ id: 'c', name: 'pay', args }] }, { text: 'done' }],
        }),
      ],
      tools: [tool],
      session_store: createMemoryStore(),
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
      expect(stream).toContain(`the number ${number} would be read as another one`);
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

describe('a URL that leads out of its folder', () => {
  const rule = allow('web_fetch(https://example.com/docs/*)');
  const asked = (path: string): string =>
    decide(rule, 'web_fetch', { url: `https://example.com/docs/${path}` });

  test.each([
    '..;/admin',
    'a/..;/..;/admin',
    '..%3b/admin',
    '%2e%2e;/admin',
    '..%3B/x',
    'a;x=1/..;y/z',
    'a%00',
    '%00/../x',
    'a%2500b',
    'a%00.html',
    '%c0%ae%c0%ae/x',
    '%C0%AE%C0%AE%C0%AFx',
    '%e0%80%ae%e0%80%ae/x',
    '%f0%80%80%ae/x',
    '%252e%252e/x',
    '%252e%252e%252fx',
    '%25252e%25252e/x',
    '..%252fx',
    '..%255cx',
    '%25252525252525252e./x',
    '..%2fx',
    '..%5cx',
    'a/%2e%2e%2fx',
    '%u002e%u002e/x',
  ])('is asked about: %s', (path) => {
    expect(asked(path)).toBe('ask');
  });

  test.each([
    'a',
    'a/b.html',
    'a..b/c',
    'a?q=100%25',
    'a%20b',
    'caf%C3%A9',
    'a;v=1/b',
    'v1.2...3',
    'x?y=%2Fz',
  ])('is no matter where it does not: %s', (path) => {
    expect(asked(path)).toBe('allowed');
  });
});

describe('a star in structured arguments', () => {
  test.each(['key:glob', 'JSON'])('does not leave its folder (%s)', (form) => {
    const rule =
      form === 'JSON' ? 'mcp__f__read({"path":"/docs/*"})' : 'mcp__f__read(path:/docs/*)';
    const read = (path: string): string => decide(allow(rule), 'mcp__f__read', { path });
    expect(read('/docs/a/b.md')).toBe('allowed');
    expect(read('/docs/a..b')).toBe('allowed');
    for (const path of [
      '/docs/../etc/passwd',
      '/docs/a/../../x',
      '/docs/..',
      '/docs/..\\x',
      '/docs/%2e%2e/x',
      '/docs/..;/x',
    ]) {
      expect(read(path)).toBe('ask');
    }
    expect(decide(allow('mcp__f__read(path:*)'), 'mcp__f__read', { path: '../x' })).toBe('allowed');
  });
});
