import { HttpAgent } from '@ag-ui/client';
import { approvalOf, denialOf } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { createAgentInteractionStore } from './agent-interaction-store.ts';
import type { AgentInteractionStore } from './agent-interaction-store.ts';
import { createForeignAgent } from './foreign-agent.fixture.ts';
import { responseOf } from './interrupt.ts';
import { entryOf } from './payload.ts';
import { serveAgent } from './server.fixture.ts';
import type { AgUiInterrupt, AgUiResumeEntry } from './wire.ts';

const names = ['ann', 'bob', 'cleo', 'dan', 'eve'];
const callTo = (to: string) => ({ id: `call_${to}`, name: 'mail', args: { to, copies: 1 } });
const DECISION = { type: 'object', properties: { approved: { type: 'boolean' } } };
const EDITABLE = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    reason: { type: 'string' },
    editedArgs: {
      type: 'object',
      properties: { to: { type: 'string' }, copies: { type: 'integer' } },
    },
  },
  required: ['approved'],
};

const approvalTo = (to: string, more: Partial<AgUiInterrupt> = {}): AgUiInterrupt => ({
  id: `i-${to}`,
  reason: 'tool_call',
  toolCallId: `call_${to}`,
  message: `Write to ${to}?`,
  ...more,
});

const reply = (request: InteractionRequest, answer: Partial<InteractionResponse>) => ({
  request_id: request.id,
  type: request.type,
  ...answer,
});

function the<T>(list: readonly T[], at = 0): T {
  const one = list[at];
  if (one === undefined) throw new Error(`There is no ${at}`);
  return one;
}

const refused = (answered: Promise<unknown>, code: string) =>
  expect(answered).rejects.toMatchObject({ code });

test('pending calls are requests with their arguments, and unchanged ones stay the same object', async () => {
  const { agent, say } = createForeignAgent({
    calls: ['ann', 'bob'].map(callTo),
    interrupts: [
      approvalTo('ann', { responseSchema: EDITABLE, expiresAt: '2100-01-01T00:00:00Z' }),
      approvalTo('bob'),
    ],
  });
  await say('Write to them');
  const store = createAgentInteractionStore(agent);
  const { requests, unsupported } = store.getSnapshot();
  expect(unsupported).toEqual([]);
  expect(requests).toMatchObject([
    {
      id: 'i-ann',
      type: 'confirm',
      purpose: 'authorization',
      description: 'Write to ann?',
      session_id: 'thread-1',
      tool_call_id: 'call_ann',
      tool_name: 'mail',
      tool_args: { to: 'ann', copies: 1 },
      tool_schema: EDITABLE.properties.editedArgs,
      allowed_actions: ['approve', 'deny', 'modify_args'],
      expires_at: '2100-01-01T00:00:00.000Z',
      batch: { index: 0, size: 2 },
    },
    { id: 'i-bob', allowed_actions: ['approve', 'deny'], batch: { index: 1, size: 2 } },
  ]);
  expect(the(requests).message_id).toBe(the(requests, 1).message_id);
  expect(store.getSnapshot().requests).toBe(requests);
});

test('five decisions resume the agent once, in one list, in any order of answers', async () => {
  const { agent, say, resumes } = createForeignAgent({
    calls: names.map(callTo),
    interrupts: names.map((to) => approvalTo(to, { responseSchema: EDITABLE })),
  });
  await say('Write to them');
  const store = createAgentInteractionStore(agent);
  const [ann, bob, cleo, dan, eve] = store.getSnapshot().requests;
  await store.respond(approvalOf(eve!));
  await store.respond(denialOf(cleo!, 'she left'));
  const edited = { to: 'bobby', copies: 2 };
  await store.respond(approvalOf(bob!, { action: 'modify_args', modified_args: edited }));
  expect(store.getSnapshot().requests).toEqual([ann, dan]);
  await store.respond(denialOf(dan!));
  expect(resumes).toEqual([]);
  await store.respond(approvalOf(ann!));
  expect(resumes).toEqual([
    [
      { interruptId: 'i-ann', status: 'resolved', payload: { approved: true } },
      {
        interruptId: 'i-bob',
        status: 'resolved',
        payload: { approved: true, editedArgs: edited },
      },
      {
        interruptId: 'i-cleo',
        status: 'resolved',
        payload: { approved: false, reason: 'she left' },
      },
      { interruptId: 'i-dan', status: 'resolved', payload: { approved: false } },
      { interruptId: 'i-eve', status: 'resolved', payload: { approved: true } },
    ],
  ]);
  expect(agent.messages.at(-1)?.content).toBe('Done.');
  expect(store.getSnapshot().requests).toEqual([]);
});

test.each(['{"to":"ann","to":"bob"}', '{"to":9007199254740993}', '{"to":[1e400]}'])(
  'arguments that the agent may read differently are shown as the whole text: %s',
  async (args) => {
    const { agent, say, resumes } = createForeignAgent({
      calls: [{ id: 'call_ann', name: 'mail', args }],
      interrupts: [approvalTo('ann', { responseSchema: EDITABLE })],
    });
    await say('Write');
    const store = createAgentInteractionStore(agent);
    const request = the(store.getSnapshot().requests);
    expect(request).toMatchObject({
      tool_args: { input: args },
      reason: expect.stringContaining('What runs is not known exactly'),
      allowed_actions: ['approve', 'deny'],
    });
    expect(request).not.toHaveProperty('tool_schema');
    const edit = { action: 'modify_args', modified_args: { to: 'bob' } } as const;
    await refused(store.respond(approvalOf(request, edit)), 'unsupported_answer');
    await store.respond(approvalOf(request));
    expect(resumes).toMatchObject([[{ payload: { approved: true } }]]);
  },
);

test('a reason is left out if the agent has no field for it', async () => {
  const { agent, say, resumes } = createForeignAgent({
    calls: [callTo('ann')],
    interrupts: [
      approvalTo('ann', { responseSchema: { ...DECISION, additionalProperties: false } }),
    ],
  });
  await say('Write to Ann');
  const store = createAgentInteractionStore(agent);
  await store.respond(denialOf(the(store.getSnapshot().requests), 'she left'));
  expect(resumes).toMatchObject([[{ payload: { approved: false } }]]);
});

test.each<[string, Partial<AgUiInterrupt>, object, Partial<InteractionResponse>, unknown]>([
  [
    'a text',
    { responseSchema: { type: 'string' } },
    { type: 'input', title: 'Well?' },
    { text: 'Ann' },
    'Ann',
  ],
  [
    'a number',
    { responseSchema: { type: 'integer', minimum: 1 } },
    { type: 'input', input_type: 'number' },
    { text: '3' },
    3,
  ],
  [
    'a choice',
    { responseSchema: { enum: ['now', 'later'] } },
    { type: 'select' },
    { selected_values: ['later'] },
    'later',
  ],
  [
    'a form',
    {
      responseSchema: {
        type: 'object',
        properties: {
          quarter: { type: 'string', enum: ['Q1', 'Q2'] },
          year: { type: 'integer', minimum: 2000 },
          note: { type: 'string' },
        },
        required: ['quarter', 'year'],
      },
    },
    { type: 'combined', title: 'Well?' },
    {
      responses: [
        { request_id: 'quarter', type: 'select', selected_values: ['Q1'] },
        { request_id: 'year', type: 'input', text: '2026' },
        { request_id: 'note', type: 'input' },
      ],
    },
    { quarter: 'Q1', year: 2026 },
  ],
  ['a confirmation', { reason: 'confirmation' }, { type: 'confirm' }, { confirmed: false }, false],
  [
    'a yes or no with a name of its own, for another reason',
    {
      reason: 'graph:deploy',
      responseSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
    },
    { type: 'confirm', title: 'Well?' },
    { confirmed: true },
    { ok: true },
  ],
])('%s is answered with the types of its schema', async (_, interrupt, shown, answer, payload) => {
  const { agent, say, resumes } = createForeignAgent({
    interrupts: [{ id: 'q1', reason: 'input_required', message: 'Well?', ...interrupt }],
  });
  await say('Ask me');
  const store = createAgentInteractionStore(agent);
  const request = the(store.getSnapshot().requests);
  expect(request).toMatchObject({ purpose: 'question', allowed_actions: ['deny'], ...shown });
  await store.respond(reply(request, answer));
  expect(resumes).toEqual([[{ interruptId: 'q1', status: 'resolved', payload }]]);
});

test('a declined question is cancelled, because the protocol has nothing else', async () => {
  const { agent, say, resumes } = createForeignAgent({
    interrupts: [{ id: 'q1', reason: 'input_required', responseSchema: { type: 'string' } }],
  });
  await say('Ask me');
  const store = createAgentInteractionStore(agent);
  await store.respond(denialOf(the(store.getSnapshot().requests), 'not my call'));
  expect(resumes).toEqual([[{ interruptId: 'q1', status: 'cancelled' }]]);
});

test('an invalid, repeated or unsupported answer is refused and not kept', async () => {
  const year = { type: 'integer', minimum: 2000 };
  const { agent, say, resumes } = createForeignAgent({
    calls: [callTo('ann')],
    interrupts: [
      approvalTo('ann'),
      { id: 'q1', reason: 'input_required', message: 'When?', responseSchema: year },
    ],
  });
  await say('Write to Ann');
  const store = createAgentInteractionStore(agent);
  const [ann, when] = store.getSnapshot().requests;
  const always = approvalOf(ann!, { remember: { scope: 'always' } });
  await refused(store.respond(always), 'unsupported_answer');
  const edit = { action: 'modify_args', modified_args: { to: 'bob' } } as const;
  await refused(store.respond(approvalOf(ann!, edit)), 'unsupported_answer');
  await refused(store.respond(reply(when!, { text: '1999' })), 'invalid_response');
  await refused(store.respond({ ...approvalOf(ann!), request_id: 'other' }), 'unknown_request');
  expect(store.getSnapshot().requests).toEqual([ann, when]);
  await store.respond(approvalOf(ann!));
  await refused(store.respond(denialOf(ann!)), 'unknown_request');
  expect(resumes).toEqual([]);
});

test.each<[string, Partial<AgUiInterrupt>]>([
  ['a call that no message has', { toolCallId: 'call_nobody' }],
  ['a call without an id', { reason: 'tool_call' }],
  [
    'an approval that needs more than a decision',
    {
      toolCallId: 'call_ann',
      responseSchema: { ...DECISION, required: ['approved', 'fingerprint'] },
    },
  ],
  ['an approval of another form', { toolCallId: 'call_ann', responseSchema: { type: 'object' } }],
  ['a question without a schema', { reason: 'input_required' }],
  ['a nested form', { reason: 'a:b', responseSchema: { properties: { a: { type: 'object' } } } }],
  ['a form without fields', { reason: 'a:b', responseSchema: { type: 'object' } }],
])('%s is left to the host, whose own answer counts', async (_, interrupt) => {
  const { agent, say, resumes } = createForeignAgent({
    calls: [callTo('ann'), callTo('bob')],
    interrupts: [{ id: 'x', reason: 'tool_call', ...interrupt }, approvalTo('bob')],
  });
  await say('Write to them');
  const store = createAgentInteractionStore(agent);
  const { requests, unsupported } = store.getSnapshot();
  expect(unsupported).toEqual([
    { interruptId: 'x', error: expect.objectContaining({ code: 'unsupported_request' }) },
  ]);
  const own: AgUiResumeEntry = { interruptId: 'x', status: 'resolved', payload: { done: 1 } };
  await store.settle(own);
  expect(store.getSnapshot().unsupported).toEqual([]);
  await refused(store.settle(own), 'unknown_request');
  await store.respond(approvalOf(the(requests)));
  expect(resumes).toMatchObject([[own, { interruptId: 'i-bob' }]]);
});

test('an expired interrupt is cancelled, not denied', async () => {
  const past = '2020-01-01T00:00:00Z';
  const { agent, say, resumes } = createForeignAgent({
    calls: ['ann', 'bob'].map(callTo),
    interrupts: [approvalTo('ann', { expiresAt: past }), approvalTo('bob', { expiresAt: 'soon' })],
  });
  await say('Write to them');
  const store = createAgentInteractionStore(agent);
  const [ann, bob] = store.getSnapshot().requests;
  expect(bob).not.toHaveProperty('expires_at');
  await refused(store.respond(approvalOf(ann!)), 'unknown_request');
  await store.respond(approvalOf(bob!));
  expect(resumes).toMatchObject([
    [
      { interruptId: 'i-ann', status: 'cancelled' },
      { interruptId: 'i-bob', status: 'resolved' },
    ],
  ]);
});

test('answers that the agent refused are asked for again, and so are repeated interrupts', async () => {
  const asked = { calls: [callTo('ann')], interrupts: [approvalTo('ann')] };
  const again = { interrupts: [approvalTo('ann')] };
  const { agent, say, resumes } = createForeignAgent(asked, { error: 'Not now' }, again);
  await say('Write to Ann');
  const store = createAgentInteractionStore(agent);
  const [ann] = store.getSnapshot().requests;
  await expect(store.respond(approvalOf(ann!))).rejects.toMatchObject({
    code: 'refused',
    message: 'Not now',
  });
  expect(store.getSnapshot().requests).toEqual([ann]);
  await store.respond(approvalOf(ann!));
  expect(store.getSnapshot().requests).toEqual([ann]);
  await store.respond(denialOf(ann!));
  expect(resumes.map(([entry]) => entry?.payload)).toEqual([
    { approved: true },
    { approved: true },
    { approved: false },
  ]);
});

test('while the agent continues, nothing is pending and no answer is taken', async () => {
  const { agent, say } = createForeignAgent({
    calls: [callTo('ann')],
    interrupts: [approvalTo('ann')],
  });
  await say('Write to Ann');
  const store = createAgentInteractionStore(agent);
  const [ann] = store.getSnapshot().requests;
  const resumed = store.respond(approvalOf(ann!));
  expect(store.getSnapshot().requests).toEqual([]);
  await refused(store.respond(denialOf(ann!)), 'unknown_request');
  await resumed;
});

test('a snapshot stays the same object until something changes, and listeners are called then', async () => {
  const { agent, say } = createForeignAgent({
    calls: ['ann', 'bob'].map(callTo),
    interrupts: ['ann', 'bob'].map((to) => approvalTo(to)),
  });
  const store = createAgentInteractionStore(agent);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.getSnapshot().requests.length));
  await say('Write to them');
  const first = store.getSnapshot();
  expect(store.getSnapshot()).toBe(first);
  const [ann, bob] = first.requests;
  await store.respond(approvalOf(ann!));
  expect(store.getSnapshot()).toEqual({ requests: [bob], unsupported: [] });
  await store.respond(denialOf(bob!));
  expect(seen.slice(0, 3)).toEqual([2, 1, 0]);
  const calls = seen.length;
  unsubscribe();
  await say('Write to them again');
  expect(seen).toHaveLength(calls);
});

test('another page with the same answers and interrupts continues where one stopped', async () => {
  const { agent, say, resumes } = createForeignAgent({
    calls: ['ann', 'bob'].map(callTo),
    interrupts: ['ann', 'bob'].map((to) => approvalTo(to)),
  });
  await say('Write to them');
  const answers = new Map<string, AgUiResumeEntry>();
  const first = createAgentInteractionStore(agent, {
    answers,
    resume: () => Promise.reject(new Error('the page was closed')),
  });
  const [ann, bob] = first.getSnapshot().requests;
  await first.respond(approvalOf(ann!));
  const stored = new Map(JSON.parse(JSON.stringify([...answers])) as typeof answers);

  const second = createAgentInteractionStore(agent, { answers: stored });
  expect(second.getSnapshot().requests).toMatchObject([{ id: bob!.id }]);
  await second.respond(denialOf(bob!));
  expect(resumes).toMatchObject([
    [{ payload: { approved: true } }, { payload: { approved: false } }],
  ]);
  expect(stored.size).toBe(0);
});

test('two pages that answer at once resume an agent twice, and a call of a HITL server runs once', async () => {
  const answerBoth = async (...agents: readonly HttpAgent[]) => {
    const stores = agents.map((agent) => createAgentInteractionStore(agent));
    const requests = stores.map((store) => the(store.getSnapshot().requests));
    await Promise.all(stores.map((store, at) => store.respond(approvalOf(the(requests, at)))));
  };
  const foreign = createForeignAgent({
    calls: [callTo('ann')],
    interrupts: [approvalTo('ann')],
  });
  await foreign.say('Write to Ann');
  const { fetch } = foreign;
  const copy = new HttpAgent({ url: 'http://localhost/agent', threadId: 'thread-1', fetch });
  copy.setMessages(foreign.agent.messages);
  copy.pendingInterrupts = foreign.agent.pendingInterrupts;
  await answerBoth(foreign.agent, copy);
  const yes = [{ interruptId: 'i-ann', status: 'resolved', payload: { approved: true } }];
  expect(foreign.resumes).toEqual([yes, yes]);

  const { url, sent } = await serveAgent([
    { toolCalls: [{ id: 'ann', name: 'mail', args: { to: 'ann' } }] },
    { text: 'Done.' },
  ]);
  const open = () => new HttpAgent({ url: `${url}/ag-ui`, threadId: 'thread-1' });
  const [one, two] = [open(), open()] as const;
  one.addMessage({ id: 'm-1', role: 'user', content: 'Write to Ann' });
  await one.runAgent();
  await two.runAgent();
  await answerBoth(one, two);
  expect(sent).toEqual([{ to: 'ann' }]);
});

describe('at a HITL server', () => {
  const mailTo = (...to: string[]) => ({
    toolCalls: to.map((one) => ({ id: one, name: 'mail', args: { to: one } })),
  });

  async function converse(...turns: Parameters<typeof serveAgent>[0]) {
    const { url, sent } = await serveAgent(turns);
    const agent = new HttpAgent({ url: `${url}/ag-ui`, threadId: 'thread-1' });
    agent.addMessage({ id: 'm-1', role: 'user', content: 'Write to them' });
    await agent.runAgent();
    return { agent, sent, store: createAgentInteractionStore(agent) };
  }

  async function decide(
    store: AgentInteractionStore,
    ...answers: ((request: InteractionRequest) => InteractionResponse)[]
  ) {
    const { requests } = store.getSnapshot();
    for (const [at, answer] of answers.entries()) await store.respond(answer(the(requests, at)));
  }

  test('each request is shown completely, and each call gets its own decision', async () => {
    const { agent, store, sent } = await converse(mailTo(...names), { text: '{{ann}} {{bob}}' });
    expect(the(store.getSnapshot().requests)).toMatchObject({
      agent_path: ['clerk'],
      tool_schema: { properties: { copies: { type: 'integer' } } },
      allowed_actions: ['approve', 'deny', 'modify_args'],
      batch: { index: 0, size: 5 },
      args_digest: expect.any(String),
    });
    await decide(
      store,
      approvalOf,
      (bob) => denialOf(bob, 'he left'),
      (cleo) => approvalOf(cleo, { action: 'modify_args', modified_args: { to: 'zoe' } }),
      denialOf,
      approvalOf,
    );
    expect(sent).toEqual([{ to: 'ann' }, { to: 'zoe' }, { to: 'eve' }]);
    expect(agent.messages.at(-1)?.content).toContain('he left');
  });

  test('a call that is always allowed needs no approval again', async () => {
    const again = { toolCalls: [{ id: 'again', name: 'mail', args: { to: 'ann' } }] };
    const { store, sent } = await converse(mailTo('ann'), again, { text: 'Done.' });
    const [request] = store.getSnapshot().requests;
    const patterns = request!.metadata['suggested_patterns'] as string[];
    await store.respond(approvalOf(request!, { remember: { scope: 'always', patterns } }));
    expect(store.getSnapshot().requests).toEqual([]);
    expect(sent).toEqual([{ to: 'ann' }, { to: 'ann' }]);
  });

  test('a question is answered, and a declined one reaches the model as declined', async () => {
    const ask = { id: 'q', name: 'ask_human', args: { prompt: 'Who is it?' } };
    const again = { toolCalls: [{ ...ask, id: 'r' }] };
    const { agent, store } = await converse({ toolCalls: [ask] }, again, { text: '{{q}} {{r}}' });
    await decide(store, (request) => reply(request, { text: 'Ann' }));
    await decide(store, (request) => denialOf(request, 'not my call'));
    expect(agent.messages.at(-1)?.content).toMatch(/Ann.*not my call/s);
  });

  test('an answer is the same on the other side', async () => {
    const { store } = await converse(mailTo('ann'), { text: 'Done.' });
    const request = the(store.getSnapshot().requests);
    const { confirmed: _, ...given } = approvalOf(request, {
      action: 'modify_args',
      modified_args: { to: 'bob' },
      remember: { scope: 'session', patterns: ['mail(bob)'] },
      note: 'as agreed',
      responded_at: '2026-01-01T00:00:00.000Z',
    });
    expect(responseOf(request, entryOf(request, given), given.responded_at)).toEqual(given);
  });
});

test('an invalid request in the metadata, or one of another interrupt, is not shown', async () => {
  const { agent: own } = await (async () => {
    const { url } = await serveAgent([
      { toolCalls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }] },
    ]);
    const agent = new HttpAgent({ url: `${url}/ag-ui` });
    agent.addMessage({ id: 'm-1', role: 'user', content: 'Write' });
    await agent.runAgent();
    return { agent };
  })();
  const { metadata } = the(own.pendingInterrupts);
  const { agent, say } = createForeignAgent({
    calls: [callTo('bob')],
    interrupts: [
      approvalTo('bob', metadata === undefined ? {} : { metadata }),
      { id: 'q', reason: 'confirmation', metadata: { 'hitl.interaction_request': { id: 'q' } } },
    ],
  });
  await say('Write to Bob');
  expect(createAgentInteractionStore(agent).getSnapshot().requests).toMatchObject([
    { id: 'i-bob', tool_args: { to: 'bob' } },
    { id: 'q', type: 'confirm', title: 'confirmation' },
  ]);
});
