import type { InteractionRequest } from '@hitl/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createHitl, type Hitl, type HitlOptions } from './create-hitl.ts';
import type { Model, ModelChunk } from './agents/model.ts';
import { createMemoryStore } from './store/memory.ts';
import { defineTool } from './agents/define-tool.ts';

/** Calls `mail` once, then reports its result. */
const model: Model = {
  name: 'm',
  async *generate({ messages }): AsyncGenerator<ModelChunk> {
    const last = messages.at(-1);
    if (last?.role === 'tool') yield { type: 'text', text: `Done: ${last.content}` };
    else yield { type: 'tool_call', id: 'c1', name: 'mail', arguments: '{"to":"ann"}' };
  },
};

function start(options: Partial<HitlOptions> = {}) {
  const sent: unknown[] = [];
  const mail = defineTool({
    name: 'mail',
    parameters: {
      type: 'object',
      properties: { to: { type: 'string' } },
      required: ['to'],
    },
    requiresConsent: true,
    async execute({ to }) {
      sent.push(to);
      return `mail to ${to}`;
    },
  });
  const hitl = createHitl({
    agents: [{ name: 'clerk' }],
    models: [model],
    tools: [mail],
    ...options,
  });
  onTestFinished(() => hitl.close(0));
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    hitl.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  return { hitl, sent, call };
}

/** The events of a stream that the server ends. */
async function events(response: Response): Promise<{ type: string; data: unknown }[]> {
  const text = await response.text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
}

const stream = { accept: 'text/event-stream' };
const run = { agent_id: 'clerk', input: 'Write to Ann', user_id: 'u1' };

async function ask(call: ReturnType<typeof start>['call']): Promise<InteractionRequest> {
  const seen = await events(await call('POST', '/runs', run, stream));
  const asked = seen.find(({ type }) => type === 'interaction_request');
  if (asked === undefined) throw new Error('nobody was asked');
  return (asked.data as { interaction_request: InteractionRequest }).interaction_request;
}

test('runs an agent in this process until a person is needed, and continues after the answer', async () => {
  const { call, sent } = start();
  const request = await ask(call);
  expect(request).toMatchObject({
    tool_name: 'mail',
    tool_args: { to: 'ann' },
    purpose: 'authorization',
  });
  expect(sent).toEqual([]);
  const answer = {
    request_id: request.id,
    type: 'confirm',
    confirmed: true,
    responded_at: request.created_at,
  };
  const after = await events(
    await call('POST', `/interactions/${request.id}/respond`, answer, stream),
  );
  expect(sent).toEqual(['ann']);
  expect(after.at(-1)).toMatchObject({
    type: 'run_completed',
    data: { response: 'Done: mail to ann' },
  });
});

test('asks with the default store of rules, and never with permissionStore: null', async () => {
  expect(await ask(start().call)).toMatchObject({ purpose: 'authorization' });
  const open = start({ permissionStore: null });
  const seen = await events(await open.call('POST', '/runs', run, stream));
  expect(seen.at(-1)).toMatchObject({ type: 'run_completed' });
  expect(open.sent).toEqual(['ann']);
});

test('lets the host identify the caller', async () => {
  const { call } = start({
    authenticate: (request) =>
      request.headers.get('x-user') === null
        ? null
        : { userId: String(request.headers.get('x-user')), roles: [] },
  });
  expect((await call('GET', '/runs')).status).toBe(401);
  expect((await call('GET', '/runs', undefined, { 'x-user': 'u1' })).status).toBe(200);
});

test('answers below its base path only', async () => {
  const { call } = start({ basePath: '/hitl' });
  expect((await call('GET', '/hitl/healthz')).status).toBe(200);
  expect((await call('GET', '/healthz')).status).toBe(404);
});

test('notifies its host of pending requests by ids, and continues whatever the host does', async () => {
  const told: unknown[] = [];
  const errors: unknown[] = [];
  const { hitl, call } = start({
    onPending(notice) {
      told.push(notice);
      throw new Error('the host is confused');
    },
    onError: (error) => errors.push(error),
  });
  const { id, run_id, session_id, tool_call_id, purpose } = await ask(call);
  await hitl.close(0);
  const notice = { interaction_id: id, run_id, session_id, tool_call_id, purpose };
  expect(told).toEqual([notice, notice]);
  expect(errors).toMatchObject([{ code: 'pending_not_delivered' }]);
});

test('notifies the host of settled requests by ids', async () => {
  const told: unknown[] = [];
  const { hitl, call } = start({ onSettled: (notice) => void told.push(notice) });
  const { id, run_id, session_id, tool_call_id, created_at } = await ask(call);
  expect(told).toEqual([]);
  const answer = { request_id: id, type: 'confirm', confirmed: true, responded_at: created_at };
  await call('POST', `/interactions/${id}/respond`, answer);
  await hitl.close(1000);
  expect(told).toEqual([
    { interaction_id: id, run_id, session_id, tool_call_id, status: 'answered' },
  ]);
});

test('opens the gate for external loops', async () => {
  const { hitl, call } = start();
  const asked = await hitl.gate.request({
    session_id: 's1',
    tool_call_id: 't1',
    tool_name: 'mail',
    tool_args: { to: 'bob' },
  });
  if (asked.decision !== 'needs_auth') throw new Error('nobody was asked');
  const { id, created_at } = asked.interaction.interaction_request;
  const waiting = hitl.gate.waitFor(id);
  const answer = { request_id: id, type: 'confirm', confirmed: false, responded_at: created_at };
  await call('POST', `/interactions/${id}/respond`, answer);
  expect(await waiting).toMatchObject({ status: 'answered', response: { confirmed: false } });
});

test('keeps pending requests when it is closed, and closes its stores', async () => {
  const kept = createMemoryStore();
  let closed = 0;
  const sessionStore = {
    ...kept,
    close: async () => {
      closed += 1;
    },
  };
  const first = start({ sessionStore });
  const request = await ask(first.call);
  await Promise.all([first.hitl.close(0), first.hitl.close(0)]);
  expect(closed).toBe(1);
  const second = start({ sessionStore });
  const seen = await second.call('GET', `/interactions/${request.id}`);
  expect(await seen.json()).toMatchObject({ status: 'pending' });
});

test('refuses invalid agents immediately', () => {
  expect(() => createHitl({ agents: [{ name: 'x' }] })).toThrow('The agent "x" needs a model.');
});

test.each([
  [undefined, '', ''],
  [null, 'null', null],
  [0, '0', 0],
  [[1, { b: 2, a: 1 }], '[1,{"a":1,"b":2}]', [1, { b: 2, a: 1 }]],
  [{ content: 'x', rows: 2 }, '{"content":"x","rows":2}', { content: 'x', rows: 2 }],
])('a tool may return %j', async (value, content, output) => {
  const mail = defineTool({
    name: 'mail',
    parameters: { type: 'object' },
    requiresConsent: false,
    execute: () => value,
  });
  const { call } = start({ tools: [mail] });
  const response = await call('POST', '/runs', { agent_id: 'clerk', input: 'Go' }, stream);
  const completed = (await events(response)).find(({ type }) => type === 'tool_completed');
  expect(completed?.data).toMatchObject({
    result: { is_success: true, content, output },
  });
});

test('a tool whose output is not JSON fails', async () => {
  const mail = defineTool({
    name: 'mail',
    parameters: { type: 'object' },
    requiresConsent: false,
    execute: () => 1n,
  });
  const { call } = start({ tools: [mail] });
  const response = await call('POST', '/runs', { agent_id: 'clerk', input: 'Go' }, stream);
  const completed = (await events(response)).find(({ type }) => type === 'tool_completed');
  expect(completed?.data).toMatchObject({
    result: { is_success: false, error: expect.stringContaining('did not return JSON') },
  });
});

test('a schema of a library checks the call before anyone is asked, and parses the arguments for the tool', async () => {
  const parameters = z.object({
    to: z.string().refine((to) => to !== 'ann', 'Ann is away'),
    copies: z.number().default(1),
  });
  const got: unknown[] = [];
  const mail = defineTool({
    name: 'mail',
    parameters,
    requiresConsent: false,
    execute: (args) => void got.push(args),
  });
  const refused = start({ tools: [mail] });
  const text = await (await refused.call('POST', '/runs', run, stream)).text();
  expect(text).toContain('Ann is away');
  expect(got).toEqual([]);
  const bob: Model = {
    name: 'm',
    async *generate({ messages }): AsyncGenerator<ModelChunk> {
      if (messages.at(-1)?.role === 'tool') yield { type: 'text', text: 'Done' };
      else yield { type: 'tool_call', id: 'c1', name: 'mail', arguments: '{"to":"bob"}' };
    },
  };
  const { call } = start({ tools: [mail], models: [bob] });
  await (await call('POST', '/runs', run, stream)).text();
  expect(got).toEqual([{ to: 'bob', copies: 1 }]);
});

test('does nothing until its first request', async () => {
  const store = createMemoryStore();
  let looks = 0;
  const watched = {
    ...store,
    due: (...args: Parameters<typeof store.due>) => {
      looks += 1;
      return store.due(...args);
    },
  };
  const { hitl, call } = start({ sessionStore: watched });
  expect(looks).toBe(0);
  await call('GET', '/healthz');
  expect(looks).toBe(1);
  hitl.start();
  expect(looks).toBe(1);
});

test('a waiting gate fails with aborted once the server is closed, and its request stays pending', async () => {
  const sessionStore = createMemoryStore();
  const question = {
    sessionId: 's1',
    toolCallId: 'q1',
    question: { type: 'input', title: 'Name?' },
  } as const;
  const first = createHitl({ agents: [], sessionStore });
  const asked = first.gate.ask(question);
  const waiting = expect(asked).rejects.toMatchObject({ code: 'aborted' });
  await expect.poll(() => pendingIn(first)).toHaveLength(1);
  await first.close(0);
  await waiting;

  const second = createHitl({ agents: [], sessionStore });
  onTestFinished(() => second.close(0));
  expect(await pendingIn(second)).toMatchObject([{ tool_call_id: 'q1' }]);
});

async function pendingIn(hitl: Hitl): Promise<InteractionRequest[]> {
  const reply = await hitl.fetch(new Request('http://localhost/interactions?status=pending'));
  const { interactions } = (await reply.json()) as { interactions: InteractionRequest[] };
  return interactions;
}
