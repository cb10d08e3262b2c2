import { approvalOf, denialOf } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { Agent } from '@mastra/core/agent';
import { askUserTool, createTool } from '@mastra/core/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  createClerk,
  createDatabase,
  createScriptedModel,
  mailTo,
  mailTool,
  type ClerkOptions,
  type ScriptedCall,
} from './agent.fixture.ts';
import { createSuspensionStore } from './suspension-store.ts';
import type { SuspensionOptions } from './suspensions.ts';

interface Stream {
  readonly fullStream: AsyncIterable<unknown> | ReadableStream<unknown>;
}

const names = ['ann', 'bob', 'cleo', 'dan', 'eve'];

/** An agent that makes these calls, and its store. */
async function converse(
  calls: readonly ScriptedCall[],
  options: SuspensionOptions &
    Pick<ClerkOptions, 'storage'> & {
      readonly tools?: Record<string, ReturnType<typeof mailTool>>;
    } = {},
) {
  const sent: string[] = [];
  const tools = { mail: mailTool(sent), ask_user: askUserTool, ...options.tools };
  const { storage } = options;
  const { model, prompts } = createScriptedModel(calls);
  const agent = createClerk({ model, tools, ...(storage !== undefined && { storage }) });
  const store = createSuspensionStore(agent, options);
  const chunks: unknown[] = [];
  const follow = async ({ fullStream }: Stream): Promise<void> => {
    for await (const chunk of fullStream as AsyncIterable<unknown>) {
      chunks.push(chunk);
      store.addChunk(chunk);
    }
  };
  await follow(await agent.stream('Write to them'));
  return {
    agent,
    store,
    sent,
    tools,
    chunks,
    lastPrompt: () => prompts.at(-1),
    pending: () => store.getSnapshot().requests,
    respond: async (response: InteractionResponse) => follow(await store.respond(response)),
  };
}

/** The types of the chunks of a stream. */
async function typesOf({ fullStream }: Stream): Promise<string[]> {
  const types = [];
  for await (const { type } of fullStream as AsyncIterable<{ type: string }>) types.push(type);
  return types;
}

const reply = (request: InteractionRequest, answer: Partial<InteractionResponse>) => ({
  request_id: request.id,
  type: request.type,
  ...answer,
});

test('a pending call is a request, and stays the same object', async () => {
  const { chunks, pending } = await converse([mailTo('ann')], { sessionId: 's1' });
  // The chunk of Mastra itself, so that a change of it fails this test.
  expect(chunks).toContainEqual(
    expect.objectContaining({
      type: 'tool-call-approval',
      runId: expect.any(String),
      payload: {
        toolCallId: 'call_ann',
        toolName: 'mail',
        args: { to: 'ann' },
        resumeSchema: expect.stringContaining('"approved"'),
      },
    }),
  );
  expect(pending()).toMatchObject([
    {
      type: 'confirm',
      purpose: 'authorization',
      tool_name: 'mail',
      tool_args: { to: 'ann' },
      tool_call_id: 'call_ann',
      session_id: 's1',
      allowed_actions: ['approve', 'deny', 'answer'],
    },
  ]);
  expect(pending()).toBe(pending());
});

test('five calls are asked one after the other, and each gets its own decision', async () => {
  const { pending, respond, sent, lastPrompt } = await converse(names.map(mailTo), {
    edits: 'deny',
  });
  const answers: ((request: InteractionRequest) => InteractionResponse)[] = [
    (ann) => approvalOf(ann),
    (bob) => denialOf(bob, 'he left'),
    (cleo) => approvalOf(cleo, { action: 'modify_args', modified_args: { to: 'zoe' } }),
    (dan) => reply(dan, { action: 'answer', text: 'I called him' }),
    (eve) => approvalOf(eve),
  ];
  for (const [at, answer] of answers.entries()) {
    expect(pending()).toMatchObject([{ tool_args: { to: names[at] } }]);
    await respond(answer(pending()[0]!));
  }
  expect(pending()).toEqual([]);
  expect(sent).toEqual(['ann', 'eve']);
  for (const text of ['he left', 'I called him', 'zoe']) expect(lastPrompt()).toContain(text);
});

test('an unsupported or unexpected answer is refused, and one that the agent refused stays pending', async () => {
  const { agent, store, pending, respond, sent } = await converse([mailTo('ann')]);
  const [ann] = pending();
  const refused = (response: InteractionResponse, code: string) =>
    expect(store.respond(response)).rejects.toMatchObject({ code });
  await refused(approvalOf(ann!, { remember: { scope: 'always' } }), 'unsupported_answer');
  const edit = { action: 'modify_args', modified_args: { to: 'bob' } } as const;
  await refused(approvalOf(ann!, edit), 'unsupported_answer');
  await refused({ ...approvalOf(ann!), request_id: 'other' }, 'unknown_request');
  expect(pending()).toEqual([ann]);

  const offline = createSuspensionStore({
    approveToolCall: () => Promise.reject(new Error('offline')),
    declineToolCall: () => Promise.reject(new Error('offline')),
    resumeStream: () => Promise.reject(new Error('offline')),
  });
  offline.load((await agent.listSuspendedRuns()).runs);
  const [same] = offline.getSnapshot().requests;
  expect(same?.id).toBe(ann?.id);
  await expect(offline.respond(approvalOf(same!))).rejects.toThrow('offline');
  expect(offline.getSnapshot().requests).toEqual([same]);

  await respond(approvalOf(ann!));
  await refused(approvalOf(ann!), 'unknown_request');
  expect(sent).toEqual(['ann']);
});

const asking = (args: Record<string, unknown>): ScriptedCall => ({
  id: 'q1',
  name: 'ask_user',
  args,
});
const options = [{ label: 'red', description: 'like a rose' }, { label: 'blue' }];

test.each([
  ['a text', {}, { type: 'input' }, { text: 'red' }, 'red'],
  [
    'a choice',
    { options },
    { type: 'select', multiple: false },
    { selected_values: ['blue'] },
    'blue',
  ],
  [
    'several choices',
    { options, selectionMode: 'multi_select' },
    { type: 'select', multiple: true },
    { selected_values: ['red', 'blue'] },
    'red, blue',
  ],
])('the ask_user of Mastra is a question for %s', async (_, args, shown, answer, text) => {
  const { pending, respond, lastPrompt } = await converse([
    asking({ question: 'Which?', ...args }),
  ]);
  const [request] = pending();
  expect(request).toMatchObject({
    purpose: 'question',
    title: 'Which?',
    allowed_actions: [],
    ...shown,
  });
  await respond(reply(request!, answer));
  expect(lastPrompt()).toContain(`User answered: ${text}`);
});

/** A tool that asks for a value of its schema and records the answer. */
const releaseTool = (resumeSchema: z.ZodType, got: unknown[] = []) =>
  createTool({
    id: 'release',
    description: 'Releases a version',
    inputSchema: z.object({ version: z.string() }),
    suspendSchema: z.object({ message: z.string(), cost: z.number() }),
    resumeSchema,
    execute: async (_, context) => {
      const { resumeData, suspend } = context.agent ?? {};
      if (resumeData === undefined) return suspend?.({ message: 'Where to?', cost: 3 });
      got.push(resumeData);
      return 'released';
    },
  }) as never;

const release: ScriptedCall = { id: 'r1', name: 'release', args: { version: '1' } };

test('a tool that suspends its run gets the values that a person entered, with the types of its schema', async () => {
  const form = z.object({
    region: z.enum(['eu', 'us']),
    copies: z.number().int().max(9),
    dry: z.boolean(),
  });
  const got: unknown[] = [];
  const { pending, respond } = await converse([release], {
    tools: { release: releaseTool(form, got) },
  });
  const [request] = pending();
  expect(request).toMatchObject({ type: 'combined', title: 'Where to?', description: 'cost: 3' });
  const filled = (copies: string) =>
    reply(request!, {
      responses: [
        { request_id: 'region', type: 'select', selected_values: ['eu'] },
        { request_id: 'copies', type: 'input', text: copies },
        { request_id: 'dry', type: 'confirm', confirmed: false },
      ],
    });
  await expect(respond(filled('12'))).rejects.toMatchObject({ code: 'invalid_response' });
  await respond(filled('4'));
  expect(got).toEqual([{ region: 'eu', copies: 4, dry: false }]);
});

test('a form that no card can show completely is left to the host', async () => {
  const nested = z.object({ where: z.object({ city: z.string() }) });
  const { store } = await converse([release], { tools: { release: releaseTool(nested) } });
  expect(store.getSnapshot()).toEqual({
    requests: [],
    unsupported: [
      { toolCallId: 'r1', error: expect.objectContaining({ code: 'unsupported_request' }) },
    ],
  });
});

test('another host with the same database finds pending requests, and continues', async () => {
  const database = createDatabase();
  const tools = { release: releaseTool(z.object({ ok: z.boolean() })) };
  const first = await converse([mailTo('ann'), release], { tools, storage: database() });
  const sent: string[] = [];
  const { model, prompts } = createScriptedModel([]);
  const agent = createClerk({
    model,
    storage: database(),
    tools: { ...first.tools, mail: mailTool(sent) },
  });
  const store = createSuspensionStore(agent, { tools: first.tools });
  const next = async () => {
    store.load((await agent.listSuspendedRuns()).runs);
    return store.getSnapshot().requests[0]!;
  };
  const mail = await next();
  expect(mail).toMatchObject({ id: first.pending()[0]?.id, tool_args: { to: 'ann' } });
  expect(await typesOf(await store.respond(approvalOf(mail)))).toContain('tool-call-suspended');
  const question = await next();
  expect(question).toMatchObject({ type: 'confirm', title: 'Where to?' });
  const last = await store.respond(reply(question, { confirmed: true }));
  expect(await typesOf(last)).toContain('finish');
  expect(sent).toEqual(['ann']);
  expect(first.sent).toEqual([]);
  expect(prompts.at(-1)).toContain('released');
});

test('calls of a nested agent are pending at the root, each with its own id', async () => {
  const sent: string[] = [];
  const below = createScriptedModel([mailTo('cid')], [mailTo('dan')]);
  const helper = new Agent({
    id: 'helper',
    name: 'helper',
    description: 'Helps',
    instructions: 'Help.',
    model: below.model,
    tools: { mail: mailTool(sent) },
  });
  const above = createScriptedModel([{ id: 'h1', name: 'agent-helper', args: { prompt: 'Help' } }]);
  const agent = createClerk({ model: above.model, helper });
  const store = createSuspensionStore(agent);
  const follow = async ({ fullStream }: Stream) => {
    for await (const chunk of fullStream as AsyncIterable<unknown>) store.addChunk(chunk);
  };
  await follow(await agent.stream('Get help'));
  const [first] = store.getSnapshot().requests;
  expect(first).toMatchObject({ tool_call_id: 'h1', tool_name: 'mail', tool_args: { to: 'cid' } });
  await follow(await store.respond(approvalOf(first!)));
  const [second] = store.getSnapshot().requests;
  expect(second).toMatchObject({ tool_call_id: 'h1', tool_args: { to: 'dan' } });
  await expect(store.respond(denialOf(first!))).rejects.toMatchObject({ code: 'unknown_request' });
  await follow(await store.respond(denialOf(second!, 'he left')));
  expect(sent).toEqual(['cid']);
  expect(below.prompts.at(-1)).toContain('he left');
  expect(store.getSnapshot().requests).toEqual([]);
});

test('an answer to one call is not one to another call that was made to have a similar id', async () => {
  const agent = {
    approveToolCall: () => Promise.resolve('approved'),
    declineToolCall: () => Promise.resolve('declined'),
    resumeStream: () => Promise.resolve('resumed'),
  };
  const store = createSuspensionStore(agent);
  const suspend = (to: string): void => {
    const payload = { toolCallId: 'c1', toolName: 'mail', args: { to } };
    store.addChunk({ type: 'tool-call-approval', runId: 'r1', payload });
  };
  // Found by trying: a hash of 32 bits is the same for both.
  suspend('user1332789');
  const [shown] = store.getSnapshot().requests;
  suspend('user1529192');
  await expect(store.respond(approvalOf(shown!))).rejects.toMatchObject({
    code: 'unknown_request',
  });
  const [next] = store.getSnapshot().requests;
  expect(await store.respond(approvalOf(next!))).toBe('approved');
});
