import { HttpAgent, type ResumeEntry } from '@ag-ui/client';
import { HttpAgent as CopilotAgent } from '@ag-ui/client-0';
import { CopilotKitCore } from '@copilotkit/core';
import { createMemoryStore } from '@hitl/server';
import { createSqliteStore } from '@hitl/server/sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveAgent } from './server.fixture.ts';

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

interface Told {
  readonly events: readonly Event[];
  readonly types: readonly string[];
}

/** One conversation of the real client, and the events of each of its runs as they came. */
function converse(url: string, threadId = 'thread-1') {
  const agent = new HttpAgent({ url: `${url}/ag-ui`, threadId });
  async function run(resume?: ResumeEntry[]): Promise<Told> {
    const events: Event[] = [];
    // The client has a check of its own; what counts is the server's.
    agent.pendingInterrupts = [];
    await agent
      .runAgent(resume === undefined ? {} : { resume }, {
        onEvent: ({ event }) => void events.push({ ...event }),
      })
      .catch((error: unknown) => {
        if (events.at(-1)?.type !== 'RUN_ERROR') throw error;
      });
    return { events, types: events.map(({ type }) => type) };
  }
  return {
    agent,
    run,
    say: (text: string, id = `m-${agent.messages.length}`): Promise<Told> => {
      agent.addMessage({ id, role: 'user', content: text });
      return run();
    },
    /** One payload for each open interrupt, in their order. */
    answer: (...payloads: unknown[]) =>
      run(
        agent.pendingInterrupts.map(({ id: interruptId }, index) => ({
          interruptId,
          status: 'resolved',
          payload: payloads[index],
        })),
      ),
  };
}

const ASK = { toolCalls: [{ id: 'c1', name: 'mail', args: { to: 'ann', copies: 2 } }] };

test('a call that needs approval ends the run with an interrupt, and runs once it is approved', async () => {
  const { url, sent } = await serveAgent([
    { text: 'I write to Ann.', ...ASK },
    { text: '{{c1}}.' },
  ]);
  const { agent, say, answer } = converse(url);

  const { types } = await say('Write to Ann');
  expect(types).toEqual([
    'RUN_STARTED',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_END',
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_END',
    'RUN_FINISHED',
  ]);
  expect(agent.pendingInterrupts).toMatchObject([
    {
      reason: 'tool_call',
      message: expect.stringContaining('mail'),
      toolCallId: 'c1',
      responseSchema: {
        properties: { editedArgs: { properties: { copies: { type: 'integer' } } } },
        required: ['approved'],
      },
    },
  ]);
  expect(sent).toEqual([]);

  const rest = await answer({ approved: true });
  expect(rest.types).toEqual([
    'RUN_STARTED',
    'TOOL_CALL_RESULT',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_END',
    'RUN_FINISHED',
  ]);
  expect(sent).toEqual([{ to: 'ann', copies: 2 }]);
  expect(agent.pendingInterrupts).toEqual([]);
  expect(agent.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Write to Ann'],
    ['assistant', 'I write to Ann.'],
    ['tool', 'Sent to ann'],
    ['assistant', 'Sent to ann.'],
  ]);
});

test('a denial reaches the model with its reason, and nothing runs', async () => {
  const { url, sent } = await serveAgent([ASK, { text: '{{c1}}' }]);
  const { agent, say, answer } = converse(url);
  await say('Write to Ann');
  await answer({ approved: false, reason: 'Not on Sundays.' });
  expect(sent).toEqual([]);
  expect(agent.messages.at(-1)?.content).toContain('Not on Sundays.');
});

test('edited arguments run with their types; those that do not fit the schema leave the request open', async () => {
  const { url, sent } = await serveAgent([ASK, { text: 'Done.' }]);
  const { agent, say, run } = converse(url);
  await say('Write to Ann');
  const [{ id: interruptId } = { id: '' }] = agent.pendingInterrupts;
  const edit = (copies: unknown) =>
    run([
      {
        interruptId,
        status: 'resolved',
        payload: { approved: true, editedArgs: { to: 'bob', copies } },
      },
    ]);
  expect((await edit('many')).events.at(-1)).toMatchObject({
    type: 'RUN_ERROR',
    code: 'invalid_response',
  });
  expect((await edit(5)).types.at(-1)).toBe('RUN_FINISHED');
  expect(sent).toEqual([{ to: 'bob', copies: 5 }]);
});

test('an edited number that cannot be represented exactly is refused, and nothing runs', async () => {
  const { url, sent } = await serveAgent([ASK, { text: 'Done.' }]);
  const { agent, say, answer } = converse(url);
  await say('Write to Ann');
  const [open] = agent.pendingInterrupts;
  const payload = { approved: true, editedArgs: { to: 'ann', copies: 'HERE' } };
  const resume = [{ interruptId: open?.id, status: 'resolved', payload }];
  const response = await fetch(`${url}/ag-ui`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ threadId: 'thread-1', runId: 'r2', messages: [], resume }).replace(
      '"HERE"',
      '12345678901234567890',
    ),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    detail: '12345678901234567890 cannot be represented exactly. Use a string.',
  });
  expect(sent).toEqual([]);
  await answer({ approved: true });
  expect(sent).toEqual([{ to: 'ann', copies: 2 }]);
});

test.each([
  [
    400,
    'a key twice in one object',
    '{"a":1,"a":2}',
    'The body has the key a twice in one object.',
  ],
  [400, '65 levels', '['.repeat(63) + ']'.repeat(63), 'nested deeper than 64 levels'],
  [200, '64 levels', '['.repeat(62) + ']'.repeat(62), 'RUN_FINISHED'],
  [200, 'brackets in a text', `"\\\\\\"${'['.repeat(100)}"`, 'RUN_FINISHED'],
])('answers %i to a body with %s', async (status, _, value, expected) => {
  const { url } = await serveAgent([]);
  const response = await fetch(`${url}/ag-ui`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"threadId":"t","runId":"r","messages":[],"state":{"value":${value}}}`,
  });
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(expected);
});

test('the size of a transcript counts toward the limit of its user', async () => {
  const { url } = await serveAgent([{ text: 'Done.' }], {}, createMemoryStore(), {
    limits: { requestsPerMinute: 100 },
  });
  const say = async (id: string, size: number): Promise<string> => {
    const messages = [{ id: `${id}-0`, role: 'assistant', content: 'x'.repeat(size) }];
    const response = await fetch(`${url}/ag-ui`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ threadId: id, runId: id, messages }),
    });
    return `${response.status} ${await response.text()}`;
  };
  expect(await say('small', 10)).toMatch(/^200 .*RUN_FINISHED/s);
  expect(await say('large', 3_000_000)).toContain('rate_limited');
  expect(await say('next', 10)).toMatch(/^429 .*rate_limited/);
});

test('an address that is malformed names no agent', async () => {
  const { url } = await serveAgent([{ text: 'Hello.' }]);
  const response = await fetch(`${url}/ag-ui/%zz`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ detail: 'This server has no agent %zz.' });
});

test('a batch is decided by id, and each call follows its own decision', async () => {
  const names = ['ann', 'bob', 'cid', 'dan', 'eve'];
  const toolCalls = names.map((to) => ({ id: to, name: 'mail', args: { to } }));
  const { url, sent } = await serveAgent([{ toolCalls }, { text: 'Done.' }]);
  const { agent, say, answer, run } = converse(url);
  await say('Write to all');
  expect(agent.pendingInterrupts.map(({ toolCallId }) => toolCallId)).toEqual(names);
  const [first] = agent.pendingInterrupts;
  const some = await run([
    { interruptId: first?.id ?? '', status: 'resolved', payload: { approved: true } },
  ]);
  expect(some.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'invalid_response' });
  expect(sent).toEqual([]);

  await run();
  const yes = { approved: true };
  const no = { approved: false, reason: 'No.' };
  await answer(yes, no, { approved: true, editedArgs: { to: 'zoe' } }, no, yes);
  expect(sent).toEqual([{ to: 'ann' }, { to: 'zoe' }, { to: 'eve' }]);
});

test('questions are interrupts whose schema says what to answer', async () => {
  const ask = (id: string, args: Record<string, unknown>) => ({ id, name: 'ask_human', args });
  const options = ['red', 'blue'].map((value) => ({ value, label: value }));
  const { url } = await serveAgent([
    {
      toolCalls: [
        ask('q1', { prompt: 'Your name?' }),
        ask('q2', { prompt: 'Which one?', interaction: { type: 'select', options } }),
        ask('q3', { prompt: 'Really?', interaction: { type: 'confirm' } }),
      ],
    },
    { text: '{{q1}} {{q2}} {{q3}}' },
  ]);
  const { agent, say, answer } = converse(url);
  await say('Ask me');
  expect(agent.pendingInterrupts.map(({ reason, message }) => [reason, message])).toEqual([
    ['input_required', 'Your name?'],
    ['input_required', 'Which one?'],
    ['confirmation', 'Really?'],
  ]);
  await answer({ text: 'Ann' }, { selected_values: ['blue'] }, { confirmed: true });
  expect(agent.messages.at(-1)?.content).toMatch(/^Ann .*blue.*true/);
});

test('a form is answered by the names of its parts, and optional ones may be left out', async () => {
  const part = (id: string, more: object) => ({ id, title: id, ...more });
  const interaction = {
    type: 'combined',
    interactions: [
      part('name', { type: 'input' }),
      part('sure', { type: 'confirm' }),
      part('note', { type: 'input', required: false }),
      // Also the name of what every object has.
      part('constructor', { type: 'input', required: false }),
    ],
  };
  const { url } = await serveAgent([
    { toolCalls: [{ id: 'q1', name: 'ask_human', args: { prompt: 'Who?', interaction } }] },
    { text: '{{q1}}' },
  ]);
  const { agent, say, answer } = converse(url);
  await say('Ask me');
  await answer({ responses: { name: { text: 'Ann' }, sure: { confirmed: false } } });
  expect(agent.messages.at(-1)?.content).toMatch(
    /"confirmed":false.*"Ann"|"Ann".*"confirmed":false/,
  );
});

test('a cancelled interrupt stays open, because no one decided', async () => {
  const { url, sent } = await serveAgent([ASK, { text: 'Done.' }]);
  const { agent, say, run, answer } = converse(url);
  await say('Write to Ann');
  const [{ id: interruptId } = { id: '' }] = agent.pendingInterrupts;
  const { events } = await run([{ interruptId, status: 'cancelled' }]);
  expect(events.at(-1)).toMatchObject({
    outcome: { type: 'interrupt', interrupts: [{ id: interruptId }] },
  });
  await answer({ approved: true });
  expect(sent).toHaveLength(1);
});

test('an expired call does not run, and a late answer is refused as expired', async () => {
  let now = Date.UTC(2026, 0, 1);
  const store = createMemoryStore({ now: () => now });
  const turns = [ASK, { text: '{{c1}}' }];
  const { url, sent } = await serveAgent(turns, { consentTimeoutMs: 60_000 }, store);
  const { agent, say, run } = converse(url);
  await say('Write to Ann');
  const [interrupt] = agent.pendingInterrupts;
  expect(interrupt?.expiresAt).toBe('2026-01-01T00:01:00.000Z');
  now += 60_000;
  const last = async () => {
    await run();
    return JSON.stringify(agent.messages.at(-1)?.content);
  };
  await expect.poll(last).toContain('User consent request timed out');
  expect(await last()).not.toContain('User denied');
  const interruptId = interrupt?.id ?? '';
  const late = await run([{ interruptId, status: 'resolved', payload: { approved: true } }]);
  expect(late.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'interaction_expired' });
  expect(sent).toEqual([]);
});

test('two clients that resume at once have one effect, and the same answer again is safe', async () => {
  const { url, sent } = await serveAgent([ASK, { text: 'Done.' }]);
  const one = converse(url);
  const two = converse(url);
  await one.say('Write to Ann');
  await two.run();
  expect(two.agent.pendingInterrupts).toEqual(one.agent.pendingInterrupts);
  const [{ id: interruptId } = { id: '' }] = one.agent.pendingInterrupts;
  const entry = { interruptId, status: 'resolved', payload: { approved: true } } as const;
  const both = await Promise.all([one.run([entry]), two.run([entry])]);
  const again = await one.run([entry]);
  expect([...both, again].map(({ types }) => types.at(-1))).toEqual(Array(3).fill('RUN_FINISHED'));
  expect(sent).toHaveLength(1);

  const late = await two.run([{ ...entry, payload: { approved: false } }]);
  expect(late.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'already_resolved' });
});

test('a server that is restarted while an interrupt is open takes its answer, and runs the call once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-ag-ui-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const start = () =>
    serveAgent([ASK, { text: '{{c1}}' }], {}, createSqliteStore({ path: join(folder, 'hitl.db') }));
  const before = await start();
  const page = converse(before.url);
  await page.say('Write to Ann');
  const [{ id: interruptId } = { id: '' }] = page.agent.pendingInterrupts;
  await before.close();

  const after = await start();
  const again = converse(after.url);
  await again.run();
  expect(again.agent.pendingInterrupts).toMatchObject([{ id: interruptId }]);
  await again.answer({ approved: true });
  expect(again.agent.messages.at(-1)?.content).toBe('Sent to ann');
  expect([before.sent, after.sent]).toEqual([[], [{ to: 'ann', copies: 2 }]]);
});

test.each(['thread-1', '会话 1'])(
  'a message of %s that is sent again starts no second run',
  async (thread) => {
    const { url, hitl } = await serveAgent([ASK, { text: 'Done.' }]);
    const { agent, say, run } = converse(url, thread);
    const first = await say('Write to Ann');
    agent.setMessages(agent.messages.slice(0, 1));
    expect((await run()).types).toEqual(first.types);
    const runs = await hitl.fetch(
      new Request(`http://localhost/runs?session_id=${encodeURIComponent(thread)}`),
    );
    expect(await runs.json()).toMatchObject({ runs: [{}] });
  },
);

test('a waiting thread takes no new message, unless its agent lets messages supersede requests', async () => {
  const { url } = await serveAgent([ASK, ASK, { text: 'Done.' }]);
  const { say } = converse(url);
  await say('Write to Ann');
  const { events } = await say('Or rather not', 'm-2');
  expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'session_busy' });

  const open = await serveAgent([ASK, { text: 'As you like.' }], { onNewMessage: 'supersede' });
  const other = converse(open.url);
  await other.say('Write to Ann');
  const next = await other.say('Or rather not', 'm-2');
  expect(next.types.at(-1)).toBe('RUN_FINISHED');
});

test('a client that returns gets the transcript and the pending requests', async () => {
  const { url } = await serveAgent([{ text: 'I write.', ...ASK }, { text: 'Done.' }]);
  await converse(url).say('Write to Ann');
  const { agent, run, answer } = converse(url);
  expect((await run()).types).toEqual(['RUN_STARTED', 'MESSAGES_SNAPSHOT', 'RUN_FINISHED']);
  expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  await answer({ approved: true });
  expect(agent.messages.at(-1)?.content).toBe('Done.');
});

test('a client that asks repeatedly starts no second run, and keeps the order of its messages', async () => {
  const { url, hitl } = await serveAgent([ASK, { text: 'Done.' }, { text: 'Good.' }]);
  const { agent, say, run, answer } = converse(url);
  await say('Write to Ann');
  await run();
  await answer({ approved: true });
  await say('Thanks');
  const roles = ['user', 'assistant', 'tool', 'assistant', 'user', 'assistant'];
  for (let time = 0; time < 3; time += 1) {
    await run();
    expect(agent.messages.map(({ role }) => role)).toEqual(roles);
  }
  const runs = await hitl.fetch(new Request('http://localhost/runs?session_id=thread-1'));
  expect(((await runs.json()) as { runs: unknown[] }).runs).toHaveLength(2);
});

test('a nested agent is a subagent, which is suspended and continues', async () => {
  const { url, sent } = await serveAgent([
    { toolCalls: [{ id: 'h1', name: 'helper', args: { input: 'Help' } }] },
    { text: '{{h1}}' },
  ]);
  const { agent, say, answer } = converse(url);
  const asked = await say('Get help');
  const started = asked.events.find(({ type }) => type === 'SUBAGENT_STARTED');
  expect(started).toMatchObject({ name: 'helper', parentToolCallId: 'h1' });
  expect(asked.types.slice(-2)).toEqual(['SUBAGENT_FINISHED', 'RUN_FINISHED']);
  expect(agent.pendingInterrupts).toMatchObject([
    { toolCallId: 'n1', subagentRunId: started?.['subagentRunId'] },
  ]);
  const rest = await answer({ approved: true });
  expect(rest.types[1]).toBe('SUBAGENT_STARTED');
  expect(sent).toEqual([{ to: 'cid' }]);
  expect(agent.messages.at(-1)?.content).toBe('Helped: Sent to cid');
});

test.each([
  [
    'an interrupt of nobody',
    { interruptId: 'nothing', payload: { approved: true } },
    'unknown_request',
  ],
  ['a payload of another form', { payload: 'yes' }, 'invalid_response'],
  ['a yes that is no truth value', { payload: { approved: 'yes' } }, 'invalid_response'],
])('%s is refused, and nothing runs', async (_, entry, code) => {
  const { url, sent } = await serveAgent([ASK, { text: 'Done.' }]);
  const { agent, say, run } = converse(url);
  await say('Write to Ann');
  const [{ id } = { id: '' }] = agent.pendingInterrupts;
  const entries: ResumeEntry[] = [{ interruptId: id, status: 'resolved', ...entry }];
  if (entries[0]?.interruptId !== id) entries.push({ interruptId: id, status: 'cancelled' });
  expect((await run(entries)).events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code });
  expect(sent).toEqual([]);
});

test('who guesses tokens is limited by the address, as at other endpoints', async () => {
  const { url } = await serveAgent([], {}, createMemoryStore(), {
    authenticate: () => null,
    limits: { anonymousRequestsPerMinute: 3 },
  });
  const statuses: number[] = [];
  for (let guess = 0; guess < 5; guess += 1) {
    const headers = { authorization: `Bearer ${guess}`, 'content-type': 'application/json' };
    statuses.push((await fetch(`${url}/ag-ui`, { method: 'POST', headers, body: '{}' })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});

test.each([
  ['another method', { method: 'GET' }, 405, 'method_not_allowed'],
  ['a form', { method: 'POST', body: 'a=b' }, 415, 'unsupported_media_type'],
  ['no JSON', { body: '{' }, 400, 'invalid_request'],
  ['no thread', { body: '{"runId":"r","messages":[]}' }, 400, 'invalid_request'],
  ['another agent', { path: '/nobody', body: '{}' }, 404, 'agent_not_found'],
])(
  '%s is a problem',
  async (_, given: { path?: string; method?: string; body?: string }, status, code) => {
    const { path = '', ...init } = given;
    const { url } = await serveAgent([]);
    const headers = {
      'content-type': 'body' in init && init.body !== 'a=b' ? 'application/json' : 'text/plain',
    };
    const response = await fetch(`${url}/ag-ui${path}`, {
      method: 'POST',
      ...init,
      ...('body' in init && { headers }),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  },
);

test('CopilotKit runs the agent, shows its interrupt and answers it', async () => {
  const { url, sent } = await serveAgent([ASK, { text: '{{c1}}.' }]);
  const agent = new CopilotAgent({ url: `${url}/ag-ui`, agentId: 'clerk' });
  const core = new CopilotKitCore({ agents__unsafe_dev_only: { clerk: agent } });
  agent.addMessage({ id: 'm-1', role: 'user', content: 'Write to Ann' });
  await core.runAgent({ agent });
  expect(sent).toEqual([]);
  expect(agent.pendingInterrupts).toMatchObject([{ reason: 'tool_call', toolCallId: 'c1' }]);

  const resume = agent.pendingInterrupts.map(({ id: interruptId }) => ({
    interruptId,
    status: 'resolved' as const,
    payload: { approved: true },
  }));
  await core.runAgent({ agent, resume });
  expect(sent).toEqual([{ to: 'ann', copies: 2 }]);
  expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Sent to ann.' });
});
