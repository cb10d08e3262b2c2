import { createScriptedModel as createOurModel } from '@hitl/server';
import { Agent } from '@mastra/core/agent';
import { askUserTool, createTool } from '@mastra/core/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { ToolGate } from '../base/gate.ts';
import { openGate } from '../base/gate-world.fixture.ts';
import {
  createClerk,
  createDatabase,
  createScriptedModel,
  mailTo,
  mailTool,
  type ClerkOptions,
} from './agent.fixture.ts';
import { gateTools, type MastraGateOptions } from './gate-tools.ts';

const once = { action: 'approve', remember: { scope: 'once' } } as const;

interface Options extends MastraGateOptions, Pick<ClerkOptions, 'storage'> {
  readonly to: readonly string[];
  readonly gate?: ToolGate;
  readonly requireApproval?: boolean;
}

/** An agent whose mails are behind the gate; without one, they are as they are. */
function createMailer(sent: string[], options: Options) {
  const { to, gate, storage, requireApproval = false, ...more } = options;
  const { model, prompts } = createScriptedModel(to.map(mailTo));
  const plain = { mail: mailTool(sent, requireApproval) };
  const tools = gate === undefined ? plain : gateTools(plain, gate, { sessionId: 's1', ...more });
  return {
    agent: createClerk({ model, tools, ...(storage !== undefined && { storage }) }),
    lastPrompt: () => prompts.at(-1),
  };
}

/** Reads a stream to its end. */
async function drain({ fullStream }: { fullStream: unknown }): Promise<void> {
  for await (const _ of fullStream as AsyncIterable<unknown>);
}

test('calls of an agent are pending in the inbox, and each gets its own decision', async () => {
  const { gates, answer } = openGate();
  const sent: string[] = [];
  const to = ['ann', 'bob', 'cleo', 'dan', 'eve'];
  const { agent, lastPrompt } = createMailer(sent, { to, gate: gates[0] });
  const done = agent.generate('Write');
  await answer('call_eve', { action: 'answer', text: 'I called her' });
  await answer('call_dan', { action: 'modify_args', modified_args: { to: 'dana' } });
  await answer('call_cleo', { action: 'deny', note: 'she left' });
  await answer('call_bob', { action: 'deny' });
  await answer('call_ann', once);
  await done;
  expect(sent.toSorted()).toEqual(['ann', 'dana']);
  expect(lastPrompt()).toContain('I called her');
  expect(lastPrompt()).toContain('Tool execution denied: User denied consent: she left.');
});

test("an expired request is not reported as a person's denial", async () => {
  const agents = [{ name: 'clerk', consentTimeoutMs: 1 }];
  const models = [createOurModel({ name: 'unused', turns: [] })];
  const { gates } = openGate({ agents, models });
  const sent: string[] = [];
  const { agent, lastPrompt } = createMailer(sent, {
    to: ['ann'],
    gate: gates[0],
    agentId: 'clerk',
  });
  await agent.generate('Write');
  expect(sent).toEqual([]);
  expect(lastPrompt()).toContain('User consent request timed out');
  expect(lastPrompt()).not.toContain('User denied');
});

test('three hosts that resume one run run a call three times alone, once behind the gate', async () => {
  const resume = async (sent: string[], gates: readonly (ToolGate | undefined)[]) => {
    const database = createDatabase();
    const to = ['ann'];
    const stopped = createMailer([], { to, storage: database(), requireApproval: true });
    const { runId } = await stopped.agent.generate('Write');
    const hosts = gates.map((gate) =>
      createMailer(sent, {
        to,
        storage: database(),
        requireApproval: true,
        ...(gate !== undefined && { gate }),
      }),
    );
    const call = { runId: runId ?? '', toolCallId: 'call_ann' };
    await Promise.all(hosts.map(({ agent }) => agent.approveToolCall(call).then(drain)));
    return hosts.map(({ lastPrompt }) => lastPrompt());
  };
  const alone: string[] = [];
  await resume(alone, [undefined, undefined, undefined]);
  expect(alone).toEqual(['ann', 'ann', 'ann']);

  const { gates } = openGate({ defaultPolicy: 'allow' });
  const sent: string[] = [];
  const texts = await resume(sent, [...gates, gates[0]]);
  expect(sent).toEqual(['ann']);
  // Those that came later have the result of the first.
  for (const text of texts) expect(text).toContain('sent to ann');
});

test('a host that dies while a request is pending is replaced by another, which goes on', async () => {
  const { gates, asked, answer } = openGate();
  const database = createDatabase();
  const common = { to: ['ann'], requireApproval: true };
  const sent: string[] = [];
  const death = new AbortController();
  const lost: Promise<unknown>[] = [];
  // A process that dies hangs up on the server, and writes nothing more to the database.
  const dying: ToolGate = {
    run(call, execute) {
      lost.push(gates[0].run(call, execute, { signal: death.signal }));
      return new Promise(() => {});
    },
  };
  const first = createMailer(sent, { ...common, gate: dying, storage: database() });
  const { runId = '' } = await first.agent.generate('Write');
  const call = { runId, toolCallId: 'call_ann' };
  void first.agent.approveToolCall(call).then(drain);
  await asked('call_ann');
  death.abort();
  await expect(lost[0]).rejects.toMatchObject({ code: 'aborted' });

  await answer('call_ann', once);
  const second = createMailer(sent, { ...common, gate: gates[1], storage: database() });
  await second.agent.approveToolCall(call).then(drain);
  expect(sent).toEqual(['ann']);
  expect(second.lastPrompt()).toContain('sent to ann');
});

test('calls of a nested agent are pending in the inbox, too', async () => {
  const { gates, answer } = openGate();
  const sent: string[] = [];
  const below = createScriptedModel([mailTo('cid'), mailTo('dan')]);
  const helper = new Agent({
    id: 'helper',
    name: 'helper',
    description: 'Helps',
    instructions: 'Help.',
    model: below.model,
    tools: gateTools({ mail: mailTool(sent, false) }, gates[0], { sessionId: 's1' }),
  });
  const above = createScriptedModel([{ id: 'h1', name: 'agent-helper', args: { prompt: 'Help' } }]);
  const done = createClerk({ model: above.model, helper }).generate('Get help');
  await answer('call_cid', once);
  await answer('call_dan', { action: 'deny', note: 'he left' });
  await done;
  expect(sent).toEqual(['cid']);
  expect(below.prompts.at(-1)).toContain('User denied consent: he left');
});

test('a call without an id or a conversation fails before anyone is asked', async () => {
  const { gates } = openGate();
  const { mail } = gateTools({ mail: mailTool([]) }, gates[0]);
  const call = (context: object) => Reflect.apply(mail.execute!, mail, [{ to: 'ann' }, context]);
  expect(() => call({})).toThrow(expect.objectContaining({ code: 'bad_option' }));
  expect(() => call({ agent: { toolCallId: 'c1' } })).toThrow(
    expect.objectContaining({
      code: 'bad_option',
      message: expect.stringContaining('sessionId'),
    }),
  );
});

test('a tool that suspends its run is refused: behind the gate it would not start again', async () => {
  const { gates, client } = openGate({ defaultPolicy: 'allow' });
  expect(() => gateTools({ ask_user: askUserTool }, gates[0], { sessionId: 's1' })).toThrow(
    expect.objectContaining({ code: 'bad_option', message: expect.stringContaining('ask_user') }),
  );
  const silent = createTool({
    id: 'mail',
    description: 'Says nothing of it',
    inputSchema: z.object({ to: z.string() }),
    execute: async (_, { agent }) => agent?.suspend({}),
  });
  const { model, prompts } = createScriptedModel([mailTo('ann')]);
  const tools = gateTools({ mail: silent }, gates[0], { sessionId: 's1' });
  const { finishReason } = await createClerk({ model, tools }).generate('Write');
  expect(finishReason).not.toBe('suspended');
  expect(prompts.at(-1)).toContain('mail suspends its run');
  expect((await client.listInteractions({ status: 'pending' })).interactions).toEqual([]);
});
