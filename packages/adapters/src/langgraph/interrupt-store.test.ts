import { approvalOf, denialOf, type InteractionResponse } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import {
  Annotation,
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, type AgentMiddleware } from 'langchain';
import { expect, test } from 'vitest';
import { mailTool, ScriptedModel } from './agent.fixture.ts';
import {
  createInterruptStore,
  threadOf,
  type InterruptedThread,
  type InterruptStore,
  type Resume,
  type ThreadInteractions,
} from './interrupt-store.ts';

/** Its own types do not hold with `exactOptionalPropertyTypes`. */
const approvalMiddleware: (options: object) => AgentMiddleware = humanInTheLoopMiddleware as never;

const config = { configurable: { thread_id: 't1' } };

/** The interactions of a thread once it is loaded. */
function loaded(store: InterruptStore, thread: InterruptedThread): ThreadInteractions {
  store.load(thread);
  return store.getSnapshot();
}

/** An agent of LangChain whose mails are approved by its middleware. */
async function createMailer(to: readonly string[], checkpointer = new MemorySaver()) {
  const sent: unknown[] = [];
  const model = new ScriptedModel(to);
  const agent = createAgent({
    model,
    tools: [mailTool(sent)],
    checkpointer,
    middleware: [
      approvalMiddleware({
        interruptOn: { mail: { allowedDecisions: ['approve', 'edit', 'reject'] } },
      }),
    ],
  });
  const store = createInterruptStore();
  const pending = async () => loaded(store, threadOf(await agent.graph.getState(config))).requests;
  const go = (resume: Resume | undefined) => agent.invoke(new Command({ resume }), config);
  return { agent, sent, model, store, pending, go };
}

const start = { messages: [{ role: 'user', content: 'Write to them' }] };

test('calls that the middleware interrupts are requests of one message', async () => {
  const { agent, pending } = await createMailer(['ann', 'bob']);
  const state = await agent.invoke(start, config);
  // The interrupt of LangChain itself, so that a change of it fails this test.
  expect(Reflect.get(state, '__interrupt__')).toMatchObject([
    {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      value: {
        actionRequests: [
          { name: 'mail', args: { to: 'ann', copies: 1 } },
          { name: 'mail', args: { to: 'bob', copies: 1 } },
        ],
        reviewConfigs: [
          { actionName: 'mail', allowedDecisions: ['approve', 'edit', 'reject'] },
          { actionName: 'mail', allowedDecisions: ['approve', 'edit', 'reject'] },
        ],
      },
    },
  ]);
  const requests = await pending();
  expect(requests).toMatchObject([
    {
      type: 'confirm',
      purpose: 'authorization',
      tool_name: 'mail',
      tool_args: { to: 'ann', copies: 1 },
      session_id: 't1',
      allowed_actions: ['approve', 'modify_args', 'deny'],
      batch: { index: 0, size: 2 },
    },
    { tool_args: { to: 'bob', copies: 1 }, batch: { index: 1, size: 2 } },
  ]);
  expect(requests[0]?.message_id).toBe(requests[1]?.message_id);
  expect(await pending()).toBe(requests);
});

test('five decisions are passed on together, by position, in any order of answers', async () => {
  const names = ['ann', 'bob', 'cleo', 'dan', 'eve'];
  const { agent, pending, store, go, sent } = await createMailer(names);
  await agent.invoke(start, config);
  const [ann, bob, cleo, dan, eve] = await pending();
  expect(store.respond(approvalOf(eve!))).toBeUndefined();
  expect(store.respond(approvalOf(cleo!))).toBeUndefined();
  const edited = { to: 'bobby', copies: 2 };
  expect(
    store.respond(approvalOf(bob!, { action: 'modify_args', modified_args: edited })),
  ).toBeUndefined();
  expect((await pending()).map(({ id }) => id)).toEqual([ann!.id, dan!.id]);
  expect(store.respond(approvalOf(ann!))).toBeUndefined();
  await go(store.respond(approvalOf(dan!)));
  expect(sent).toEqual([
    { to: 'ann', copies: 1 },
    edited,
    { to: 'cleo', copies: 1 },
    { to: 'dan', copies: 1 },
    { to: 'eve', copies: 1 },
  ]);
  expect(await pending()).toEqual([]);
});

test('a denial among approvals drops the others, as the table says, and reaches the model', async () => {
  const { agent, pending, store, go, sent, model } = await createMailer(['ann', 'bob']);
  await agent.invoke(start, config);
  const [ann, bob] = await pending();
  store.respond(approvalOf(ann!));
  await go(store.respond(denialOf(bob!, 'he left')));
  expect(sent).toEqual([]);
  expect(JSON.stringify(model.prompt)).toContain('he left');
});

test('calls of agents in parallel branches are answered separately', async () => {
  const one = await createMailer(['ann', 'bob']);
  const two = await createMailer(['cleo']);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('one', one.agent.graph)
    .addNode('two', two.agent.graph)
    .addEdge(START, 'one')
    .addEdge(START, 'two')
    .compile({ checkpointer: new MemorySaver() });
  await graph.invoke(start, config);
  const store = createInterruptStore();
  const { requests } = loaded(store, threadOf(await graph.getState(config)));
  const by = new Map(requests.map((request) => [request.tool_args['to'], request]));
  expect(by.size).toBe(3);
  expect(store.respond(approvalOf(by.get('cleo')!))).toBeUndefined();
  expect(store.respond(denialOf(by.get('ann')!, 'she left'))).toBeUndefined();
  await graph.invoke(new Command({ resume: store.respond(denialOf(by.get('bob')!)) }), config);
  expect([one.sent, two.sent]).toEqual([[], [{ to: 'cleo', copies: 1 }]]);
  expect(JSON.stringify(one.model.prompt)).toContain('she left');
});

test('another host with the same answers and thread continues where one stopped', async () => {
  const saver = new MemorySaver();
  const answers = new Map<string, InteractionResponse>();
  const first = await createMailer(['ann', 'bob'], saver);
  await first.agent.invoke(start, config);
  const one = createInterruptStore({ answers });
  const [ann] = loaded(one, threadOf(await first.agent.graph.getState(config))).requests;
  one.respond(approvalOf(ann!));

  const second = await createMailer(['ann', 'bob'], saver);
  const other = createInterruptStore({ answers });
  const left = loaded(other, threadOf(await second.agent.graph.getState(config))).requests;
  expect(left).toMatchObject([{ tool_args: { to: 'bob' } }]);
  await second.go(other.respond(approvalOf(left[0]!)));
  expect(second.sent).toHaveLength(2);
});

test('an invalid, repeated or unsupported answer is refused and not kept', async () => {
  const { agent, pending, store } = await createMailer(['ann', 'bob']);
  await agent.invoke(start, config);
  const [ann] = await pending();
  const refused = (response: InteractionResponse, code: string) =>
    expect(() => store.respond(response)).toThrow(expect.objectContaining({ code }));
  refused(approvalOf(ann!, { action: 'answer', text: 'done' }), 'unsupported_answer');
  refused(approvalOf(ann!, { remember: { scope: 'always' } }), 'unsupported_answer');
  refused({ ...approvalOf(ann!), request_id: 'other' }, 'unknown_request');
  expect(await pending()).toHaveLength(2);
  store.respond(approvalOf(ann!));
  refused(denialOf(ann!), 'unknown_request');
});

/** A graph with one interrupt in each node, which records the answers. */
function createAsker(...values: readonly unknown[]) {
  const State = Annotation.Root({
    answers: Annotation<unknown[]>({
      reducer: (left, right) => [...left, ...right],
      default: () => [],
    }),
  });
  const graph = new StateGraph(State)
    .addNode('ask', () => ({ answers: values.map((value) => interrupt(value)) }))
    .addEdge(START, 'ask')
    .addEdge('ask', END)
    .compile({ checkpointer: new MemorySaver() });
  const store = createInterruptStore();
  return {
    store,
    graph,
    read: async () => loaded(store, threadOf(await graph.getState(config))),
    resume: async (response: InteractionResponse) =>
      graph.invoke(new Command({ resume: store.respond(response) }), config),
  };
}

const reply = (request: InteractionRequest, answer: Partial<InteractionResponse>) => ({
  request_id: request.id,
  type: request.type,
  ...answer,
});

test('a text is a question, and two in one node are answered one after the other', async () => {
  const { graph, read, resume } = createAsker('Who?', 'Where?');
  await graph.invoke({}, config);
  const [who] = (await read()).requests;
  expect(who).toMatchObject({ type: 'input', title: 'Who?', allowed_actions: [] });
  await resume(reply(who!, { text: 'Ann' }));
  const [where] = (await read()).requests;
  expect(where).toMatchObject({ type: 'input', title: 'Where?' });
  expect(where?.id).not.toBe(who?.id);
  const { answers } = await resume(reply(where!, { text: 'Here' }));
  expect(answers).toEqual(['Ann', 'Here']);
});

test('an interaction request is answered with its plain value, or declined', async () => {
  const form = {
    type: 'combined',
    title: 'Ship it?',
    interactions: [
      { id: 'when', type: 'select', title: 'When', options: ['now', 'later'] },
      { id: 'sure', type: 'confirm', title: 'Sure?' },
    ],
  };
  const { graph, read, resume } = createAsker(form, form);
  await graph.invoke({}, config);
  const [first] = (await read()).requests;
  await resume(
    reply(first!, {
      responses: [
        { request_id: 'when', type: 'select', selected_values: ['later'] },
        { request_id: 'sure', type: 'confirm', confirmed: false },
      ],
    }),
  );
  const [second] = (await read()).requests;
  const { answers } = await resume(denialOf(second!, 'not my call'));
  expect(answers).toEqual([
    { when: 'later', sure: false },
    { declined: true, note: 'not my call' },
  ]);
});

test('the schema of the agent inbox keeps the types of arguments', async () => {
  const ask = (allow: object) => [
    {
      action_request: { action: 'pay', args: { amount: 3, currency: 'EUR' } },
      config: { allow_ignore: true, allow_respond: true, allow_edit: true, ...allow },
      description: 'Pays a bill',
    },
  ];
  const values = [{ allow_accept: true }, { allow_accept: true }, {}, {}].map(ask);
  const { graph, read, resume } = createAsker(...values);
  await graph.invoke({}, config);
  const next = async () => (await read()).requests[0]!;
  expect(await next()).toMatchObject({
    tool_name: 'pay',
    description: 'Pays a bill',
    allowed_actions: ['approve', 'modify_args', 'answer', 'deny'],
  });
  await resume(approvalOf(await next()));
  const edit = { action: 'modify_args', modified_args: { amount: 4, currency: 'EUR' } } as const;
  await resume(approvalOf(await next(), edit));
  expect((await next()).allowed_actions).not.toContain('approve');
  await resume(reply(await next(), { action: 'answer', text: 'paid by hand' }));
  const { answers } = await resume(denialOf(await next()));
  expect(answers).toEqual([
    [{ type: 'accept', args: { action: 'pay', args: { amount: 3, currency: 'EUR' } } }],
    [{ type: 'edit', args: { action: 'pay', args: { amount: 4, currency: 'EUR' } } }],
    [{ type: 'response', args: 'paid by hand' }],
    [{ type: 'ignore', args: null }],
  ]);
});

test('the middleware of Python gets decisions in its own format', () => {
  const store = createInterruptStore();
  const batched = {
    action_requests: [{ name: 'pay', args: { amount: 3 }, description: 'Pays' }],
    review_configs: [{ action_name: 'pay', allowed_decisions: ['edit', 'reject', 'respond'] }],
  };
  const single = {
    type: 'tool_approval',
    tool_call_id: 'c2',
    name: 'pay',
    args: { amount: 5 },
    // The last one is no decision, but a name that every object has.
    allowed_decisions: ['approve', 'reject', 'respond', 'constructor'],
  };
  const { requests } = loaded(store, {
    threadId: 't',
    interrupts: [
      { id: 'a'.repeat(32), value: batched },
      { id: 'b'.repeat(32), value: single },
    ],
  });
  const [first, second] = requests;
  expect(second?.tool_call_id).toBe('c2');
  expect(second?.allowed_actions).toEqual(['approve', 'deny', 'answer']);
  const edit = { action: 'modify_args', modified_args: { amount: 4 } } as const;
  expect(store.respond(approvalOf(first!, edit))).toBeUndefined();
  expect(store.respond(reply(second!, { action: 'answer', text: 'paid' }))).toEqual({
    ['a'.repeat(32)]: {
      decisions: [{ type: 'edit', edited_action: { name: 'pay', args: { amount: 4 } } }],
    },
    ['b'.repeat(32)]: { type: 'respond', message: 'paid' },
  });
});

test('arguments that have lost digits on the way are not approved as they are', () => {
  const args = { account: Number('9007199254740993') };
  const decisions = { allowed_decisions: ['approve', 'edit', 'reject'] };
  const call = { type: 'tool_approval', name: 'pay', args, ...decisions };
  const allowed = { allow_accept: true, allow_edit: true, allow_ignore: true };
  const inbox = { action_request: { action: 'pay', args }, config: allowed };
  const store = createInterruptStore();
  const { requests } = loaded(store, {
    threadId: 't',
    interrupts: [
      { id: 'a'.repeat(32), value: call },
      { id: 'b'.repeat(32), value: inbox },
    ],
  });
  const unclear = {
    reason: expect.stringContaining('What runs is not known exactly'),
    allowed_actions: ['modify_args', 'deny'],
  };
  expect(requests).toMatchObject([unclear, unclear]);
  expect(() => store.respond(approvalOf(requests[0]!))).toThrow(
    expect.objectContaining({ code: 'unsupported_answer' }),
  );
});

test('a request in the formats of both languages, as useStream shows it, is answered in both', () => {
  const store = createInterruptStore();
  const actions = [{ name: 'pay', args: { amount: 3 } }];
  const value = {
    actionRequests: actions,
    action_requests: actions,
    reviewConfigs: [{ actionName: 'pay', allowedDecisions: ['edit', 'reject'] }],
    review_configs: [{ action_name: 'pay', allowed_decisions: ['edit', 'reject'] }],
  };
  const thread = { threadId: 't', interrupts: [{ id: 'a', value }] };
  const [request] = loaded(store, thread).requests;
  const edit = { action: 'modify_args', modified_args: { amount: 4 } } as const;
  const edited = { name: 'pay', args: { amount: 4 } };
  expect(store.respond(approvalOf(request!, edit))).toEqual({
    a: { decisions: [{ type: 'edit', editedAction: edited, edited_action: edited }] },
  });
});

test('another question under the same id is asked, whatever was answered before', () => {
  const store = createInterruptStore();
  const read = (...values: string[]) =>
    loaded(store, {
      threadId: 't',
      interrupts: values.map((value, at) => ({ id: `i${at}`, value })),
    }).requests;
  const [who] = read('Who?', 'Where?');
  store.respond(reply(who!, { text: 'Ann' }));
  expect(read('Who?', 'Where?')).toMatchObject([{ title: 'Where?' }]);
  const [when, where] = read('When?', 'Where?');
  expect([when?.title, where?.title]).toEqual(['When?', 'Where?']);
  expect(store.respond(reply(where!, { text: 'Here' }))).toBeUndefined();
  expect(store.respond(reply(when!, { text: 'Now' }))).toEqual({ i0: 'Now', i1: 'Here' });
});

test.each([{ anything: 1 }, { type: 'constructor', title: 'Which?' }])(
  'an interrupt of another form is left to the host, with the reason: %o',
  async (value) => {
    const { graph, read } = createAsker(value);
    await graph.invoke({}, config);
    expect(await read()).toEqual({
      requests: [],
      unsupported: [
        {
          interruptId: expect.any(String),
          error: expect.objectContaining({
            code: 'unsupported_request',
            message: expect.stringContaining(JSON.stringify(value)),
          }),
        },
      ],
    });
  },
);

test('a snapshot stays the same object until something changes, and listeners are called then', () => {
  const store = createInterruptStore();
  const seen: unknown[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.getSnapshot()));
  const interrupts = [
    { id: 'a', value: 'Who?' },
    { id: 'b', value: { anything: 1 } },
    { id: 'c', value: 'When?' },
  ];
  const first = loaded(store, { threadId: 't', interrupts });
  expect(first).toMatchObject({ requests: [{}, {}], unsupported: [{ interruptId: 'b' }] });
  expect(loaded(store, { threadId: 't', interrupts })).toBe(first);
  store.respond({ request_id: first.requests[0]!.id, type: 'input', text: 'Ann' });
  expect(store.getSnapshot().requests).toEqual([first.requests[1]]);
  unsubscribe();
  store.load({ threadId: 't', interrupts: [] });
  expect(seen).toEqual([first, first, { ...first, requests: [first.requests[1]] }]);
});
