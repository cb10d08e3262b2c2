import { expect, test } from 'vitest';
import { createScriptedModel, defineTool } from '../../src/index.ts';
import { attacked, type Answered, type Attacked } from './limits.fixture.ts';

const QUESTION = { session_id: 'loop', type: 'input', title: 'Which port?' };
const CALL = { session_id: 'loop', tool_name: 'deploy', tool_args: { to: 'prod' } };

const waitingFor = async (server: Attacked, user: string) => {
  const { body } = await server.get('/interactions?status=pending', user);
  return body['interactions'] as { id: string }[];
};

/** The id of the request in a response. */
const idOf = ({ body }: Pick<Answered, 'body'>): string =>
  (body['interaction_request'] as { id: string }).id;

function answerTo(id: unknown, text: string) {
  return { request_id: id, type: 'input', text, responded_at: '2026-01-01T00:00:00.000Z' };
}

test('a loop that asks the same question again and again shows one card, and each asker gets its answer', async () => {
  const server = await attacked();
  const ask = (call: number) =>
    server.post('/interactions', { ...QUESTION, tool_call_id: `call_${call}` }, 'ada');
  const first = await ask(0);
  expect(first.status).toBe(201);
  const id = idOf(first);
  for (let call = 1; call < 70; call += 1) {
    expect(await ask(call)).toMatchObject({
      status: 200,
      body: { status: 'pending', interaction_request: { id, tool_call_id: 'call_0' } },
    });
  }
  expect(await waitingFor(server, 'ada')).toHaveLength(1);

  const answered = await server.post(`/interactions/${id}/respond`, answerTo(id, '8080'), 'ada');
  expect(answered.status).toBe(200);
  for (const call of [0, 1, 69]) {
    expect(await ask(call)).toMatchObject({
      status: 200,
      body: { status: 'answered', interaction_request: { id }, response: { text: '8080' } },
    });
  }
  // A question after the answer is a separate one.
  const later = await ask(70);
  expect(later.status).toBe(201);
  expect(idOf(later)).not.toBe(id);
});

test('equal questions sent at the same moment are one card', async () => {
  const server = await attacked();
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, call) =>
      server.post('/interactions', { ...QUESTION, tool_call_id: `call_${call}` }, 'ada'),
    ),
  );
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 201]));
  expect(await waitingFor(server, 'ada')).toHaveLength(1);
});

test('an id that joined a question is that question’s: it asks nothing else', async () => {
  const server = await attacked();
  const ask = (call: string, title: string) =>
    server.post('/interactions', { ...QUESTION, tool_call_id: call, title }, 'ada');
  await ask('one', 'Which port?');
  await ask('two', 'Which port?');
  expect(await ask('two', 'Which host?')).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
});

test.each([
  ['another title', { title: 'Which host?' }],
  ['another session', { session_id: 'other' }],
  ['another type', { type: 'select', options: [{ value: 'a', label: 'A' }] }],
  ['another description', { description: 'Of the database' }],
  ['other words of the caller', { metadata: { about: 'the database' } }],
  ['arguments of its own', { tool_args: { about: 'the database' } }],
])('a question with %s is a separate question', async (_, differs) => {
  const server = await attacked();
  await server.post('/interactions', { ...QUESTION, tool_call_id: 'one' }, 'ada');
  const other = { ...QUESTION, ...differs, tool_call_id: 'two' };
  expect((await server.post('/interactions', other, 'ada')).status).toBe(201);
  expect(await waitingFor(server, 'ada')).toHaveLength(2);
});

test('an equal question of another user is never joined', async () => {
  const server = await attacked();
  const ask = (user: string, call: string) =>
    server.post('/interactions', { ...QUESTION, tool_call_id: call, user_id: user }, 'root');
  await ask('ada', 'one');
  expect((await ask('bob', 'two')).status).not.toBe(200);
});

test('each equal call needs its own approval, and a fourth pending one is denied immediately', async () => {
  const server = await attacked();
  const ask = (call: number) =>
    server.post('/interactions', { ...CALL, tool_call_id: `call_${call}` }, 'ada');
  const ids: string[] = [];
  for (const call of [0, 1, 2]) {
    const { status, body } = await ask(call);
    expect(status).toBe(201);
    ids.push(idOf({ body }));
  }
  expect(new Set(ids).size).toBe(3);
  const denied = {
    status: 200,
    body: {
      decision: 'denied',
      reason: 'The same call waits for a person 3 times in this session; wait for the answer',
    },
  };
  expect(await ask(3)).toMatchObject(denied);
  const yes = { type: 'confirm', confirmed: true, remember: { scope: 'once' } };
  const answer = { ...answerTo(ids[0], ''), ...yes, text: undefined };
  expect((await server.post(`/interactions/${ids[0]}/respond`, answer, 'ada')).status).toBe(200);
  // One answer allows one call.
  expect(await ask(0)).toMatchObject({ body: { status: 'answered' } });
  expect(await ask(1)).toMatchObject({ body: { status: 'pending' } });
  expect(await ask(3)).toMatchObject(denied);
  expect((await ask(4)).status).toBe(201);
  const others = { ...CALL, tool_args: { to: 'test' }, tool_call_id: 'other' };
  expect((await server.post('/interactions', others, 'ada')).status).toBe(201);
});

test('words that a loop adds to a call do not make it another one', async () => {
  const server = await attacked({ limits: { equalPending: 1 } });
  const ask = (call: string, reason: string) =>
    server.post('/interactions', { ...CALL, tool_call_id: call, reason }, 'ada');
  expect((await ask('one', 'Please')).status).toBe(201);
  expect(await ask('two', 'Pretty please')).toMatchObject({ body: { decision: 'denied' } });
});

test.each([
  ['a confirmation', { type: 'confirm', title: 'Delete it?' }],
  [
    'a form with one',
    {
      type: 'combined',
      title: 'Delete it?',
      interactions: [{ id: 'sure', type: 'confirm', title: 'Sure?' }],
    },
  ],
])('one answer to %s is never given to two, and equal ones are bounded', async (_, question) => {
  const server = await attacked({ limits: { equalPending: 2 } });
  const ask = (call: string) =>
    server.post('/interactions', { session_id: 'loop', ...question, tool_call_id: call }, 'ada');
  expect((await ask('one')).status).toBe(201);
  expect((await ask('two')).status).toBe(201);
  expect(await ask('three')).toMatchObject({ status: 200, body: { decision: 'denied' } });
});

test('a model that makes the same call many times in one message asks three times', async () => {
  const toolCalls = Array.from({ length: 20 }, (_, call) => ({
    id: `call_${call}`,
    name: 'wipe',
    args: { text: '/' },
  }));
  const wipe = defineTool({
    name: 'wipe',
    parameters: { type: 'object' },
    requiresConsent: true,
    execute: () => 'wiped',
  });
  const model = createScriptedModel({
    name: 'model',
    turns: [{ toolCalls }, { text: 'done' }],
  });
  const server = await attacked({ agents: [{ name: 'ops', model, tools: [wipe] }] });
  const started = await server.post('/runs', { agent_id: 'ops', input: 'go' }, 'ada');
  expect(started.status).toBe(201);
  await expect.poll(() => waitingFor(server, 'ada')).toHaveLength(3);
});
