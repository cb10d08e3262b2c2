import { MemorySaver } from '@langchain/langgraph';
import { createAgent, createMiddleware, tool, type ReactAgent } from 'langchain';
import type { Gate } from '@hitl/client/gate';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openGate } from '../base/gate-world.fixture.ts';
import { mailTool, ScriptedModel } from './agent.fixture.ts';
import { gateMiddleware, gateTools } from './gate-tools.ts';

const start = { messages: [{ role: 'user', content: 'Write to them' }] };
const config = { configurable: { thread_id: 't1' } };
const once = { action: 'approve', remember: { scope: 'once' } } as const;

interface Options {
  readonly to: readonly string[];
  readonly gate?: Gate;
  readonly saver?: MemorySaver;
  readonly expiresInMs?: number;
}

/** An agent whose tools are behind the gate; without one, they are as they are. */
function createMailer(sent: unknown[], options: Options) {
  const { to, gate, saver = new MemorySaver(), expiresInMs } = options;
  const model = new ScriptedModel(to);
  const plain = [mailTool(sent)];
  const agent: ReactAgent = createAgent({
    model,
    tools: gate === undefined ? plain : gateTools(plain, gate, { expiresInMs }),
    checkpointer: saver,
  });
  return { agent, lastPrompt: () => JSON.stringify(model.prompt.map(({ content }) => content)) };
}

test('calls of a graph are pending in the inbox, and each gets its own decision', async () => {
  const { gates, answer } = openGate();
  const sent: unknown[] = [];
  const { agent, lastPrompt } = createMailer(sent, {
    to: ['ann', 'bob', 'cleo', 'dan', 'eve'],
    gate: gates[0],
  });
  const done = agent.invoke(start, config);
  await answer('call_eve', { action: 'answer', text: 'I called her' });
  await answer('call_dan', { action: 'modify_args', modified_args: { to: 'dana', copies: 2 } });
  await answer('call_cleo', { action: 'deny', note: 'she left' });
  await answer('call_bob', { action: 'deny' });
  await answer('call_ann', once);
  await done;
  expect(sent).toEqual(
    expect.arrayContaining([
      { to: 'ann', copies: 1 },
      { to: 'dana', copies: 2 },
    ]),
  );
  expect(sent).toHaveLength(2);
  expect(lastPrompt()).toContain('I called her');
  expect(lastPrompt()).toContain('Tool execution denied: User denied consent: she left.');
});

test('edited arguments are checked against the types of the tool before they run', async () => {
  const { gates, asked, client, answer } = openGate();
  const sent: unknown[] = [];
  const { agent } = createMailer(sent, { to: ['ann'], gate: gates[0] });
  const done = agent.invoke(start, config);
  const { id, type } = await asked('call_ann');
  await expect(
    client.respond({
      request_id: id,
      type,
      action: 'modify_args',
      modified_args: { to: 'ann', copies: 'many' },
    }),
  ).rejects.toMatchObject({ code: 'invalid_response' });
  await answer('call_ann', once);
  await done;
  expect(sent).toEqual([{ to: 'ann', copies: 1 }]);
});

test("an expired request is not reported as a person's denial", async () => {
  const sent: unknown[] = [];
  const [gate] = openGate().gates;
  const { agent, lastPrompt } = createMailer(sent, { to: ['ann'], gate, expiresInMs: 1 });
  await agent.invoke(start, config);
  expect(sent).toEqual([]);
  expect(lastPrompt()).toContain('User consent request timed out');
  expect(lastPrompt()).not.toContain('User denied');
});

test('calls of an agent used as a tool are pending in the inbox, too', async () => {
  const { gates, answer } = openGate();
  const sent: unknown[] = [];
  const below = createMailer(sent, { to: ['ann', 'bob'], gate: gates[0] });
  const helper = tool(
    async () => {
      await below.agent.invoke(start, { configurable: { thread_id: 't2' } });
      return below.lastPrompt();
    },
    { name: 'mail', description: 'Has a helper write', schema: z.looseObject({}) },
  );
  const model = new ScriptedModel(['helper']);
  const agent = createAgent({ model, tools: [helper], checkpointer: new MemorySaver() });
  const done = agent.invoke(start, config);
  await answer('call_bob', { action: 'deny', note: 'he left' });
  await answer('call_ann', once);
  await done;
  expect(sent).toEqual([{ to: 'ann', copies: 1 }]);
  expect(JSON.stringify(model.prompt.map(({ content }) => content))).toContain('he left');
});

test('two hosts that resume one thread run a call twice alone, once behind the gate', async () => {
  /** A thread that stopped before its tools. */
  const stopped = async (): Promise<MemorySaver> => {
    const saver = new MemorySaver();
    const agent = createAgent({
      model: new ScriptedModel(['ann']),
      tools: [mailTool([])],
      checkpointer: saver,
    });
    await agent.graph.invoke(start, { ...config, interruptBefore: ['tools'] });
    return saver;
  };
  const resume = async (sent: unknown[], gates: readonly (Gate | undefined)[]) => {
    const saver = await stopped();
    const hosts = gates.map((gate) =>
      createMailer(sent, { to: ['ann'], saver, ...(gate !== undefined && { gate }) }),
    );
    await Promise.all(hosts.map(({ agent }) => agent.graph.invoke(null, config)));
    return hosts.map(({ lastPrompt }) => lastPrompt());
  };
  const alone: unknown[] = [];
  await resume(alone, [undefined, undefined]);
  expect(alone).toHaveLength(2);

  const { gates } = openGate({ defaultPolicy: 'allow' });
  const sent: unknown[] = [];
  const texts = await resume(sent, gates);
  expect(sent).toHaveLength(1);
  for (const text of texts) expect(text).toContain('sent to ann');
});

test('a host that dies while a request is pending is replaced by another, which continues', async () => {
  const { gates, asked, answer } = openGate();
  const saver = new MemorySaver();
  const sent: unknown[] = [];
  const first = createMailer(sent, { to: ['ann'], gate: gates[0], saver });
  const stop = new AbortController();
  const lost = first.agent.invoke(start, { ...config, signal: stop.signal });
  await asked('call_ann');
  stop.abort();
  await expect(lost).rejects.toThrow();
  await answer('call_ann', once);

  const second = createMailer(sent, { to: ['ann'], gate: gates[1], saver });
  await second.agent.graph.invoke(null, config);
  expect(sent).toHaveLength(1);
  expect(second.lastPrompt()).toContain('sent to ann');
});

test('as a middleware, the gate is in front of every tool of an agent', async () => {
  const { gates, answer } = openGate();
  const sent: unknown[] = [];
  const model = new ScriptedModel(['ann', 'bob']);
  const agent = createAgent({
    model,
    tools: [mailTool(sent)],
    checkpointer: new MemorySaver(),
    middleware: [createMiddleware(gateMiddleware(gates[0]))],
  });
  const done = agent.invoke(start, config);
  await answer('call_ann', once);
  await answer('call_bob', { action: 'deny', note: 'he left' });
  await done;
  expect(sent).toEqual([{ to: 'ann', copies: 1 }]);
  expect(JSON.stringify(model.prompt.map(({ content }) => content))).toContain('he left');
});

test('a call without an id or a thread is refused before anyone is asked', async () => {
  const [gated] = gateTools([mailTool([])], openGate().gates[0]);
  await expect(gated?.invoke({ to: 'ann', copies: 1 })).rejects.toMatchObject({
    code: 'bad_option',
  });
  const call = { type: 'tool_call', id: 'c1', name: 'mail', args: { to: 'ann', copies: 1 } };
  await expect(gated?.invoke(call)).rejects.toMatchObject({
    code: 'bad_option',
    message: expect.stringContaining('sessionId'),
  });
});
