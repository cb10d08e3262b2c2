import { createHitl, createLocalAuthentication, type Hitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, test } from 'vitest';
import { createHitlClient, type HitlClient } from '../client/client.ts';
import { createGate, type Gate, type GateCall } from './index.ts';

interface World {
  readonly hitl: Hitl;
  readonly client: HitlClient;
  /** One over HTTP, and one in the process of the server. */
  readonly gates: readonly Gate[];
  readonly url: string;
}

async function world(): Promise<World> {
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    await server.close(0);
    await hitl.close();
  });
  const gates = [createGate({ baseUrl: server.url }), hitl.gate];
  return { hitl, client: createHitlClient({ baseUrl: server.url }), gates, url: server.url };
}

let calls = 0;
const newCall = (more: Partial<GateCall> = {}): GateCall => ({
  sessionId: 'chat',
  toolCallId: `call-${(calls += 1)}`,
  toolName: 'deploy',
  toolArgs: { env: 'production' },
  ...more,
});

/** Waits until a person is asked about the call. */
function askedAbout(client: HitlClient, toolCallId: string): Promise<string> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const look = (request: { id: string; tool_call_id: string }): void => {
      if (request.tool_call_id !== toolCallId) return;
      stop.abort();
      resolve(request.id);
    };
    client.inboxEvents(
      {},
      {
        signal: stop.signal,
        onSnapshot: (requests) => requests.forEach(look),
        onEvent: (event) => {
          if (event.type === 'interaction_request') look(event.data.interaction_request);
        },
      },
    );
  });
}

/** Answers the request about the call as soon as it is pending. */
async function answer(client: HitlClient, toolCallId: string, response: object): Promise<string> {
  const id = await askedAbout(client, toolCallId);
  await client.respond({ request_id: id, type: 'confirm', ...response });
  return id;
}

test('a call waits for a person, who approves, edits, denies, answers or does not decide', async () => {
  const { client, gates, hitl } = await world();
  for (const gate of gates) {
    const decide = async (response: object) => {
      const call = newCall();
      const [decided, id] = await Promise.all([
        gate.authorize(call),
        answer(client, call.toolCallId, response),
      ]);
      expect(await gate.authorize(call)).toEqual(decided);
      return { ...decided, isIts: decided.interactionId === id };
    };
    expect(await decide({ action: 'approve', reviewer_id: 'ann' })).toMatchObject({
      decision: 'allow',
      decidedBy: 'person',
      args: { env: 'production' },
      approvedBy: 'ann',
      isIts: true,
    });
    expect(await decide({ action: 'modify_args', modified_args: { env: 'test' } })).toMatchObject({
      decision: 'allow',
      args: { env: 'test' },
      edited: true,
    });
    expect(await decide({ action: 'deny', note: 'not on Fridays' })).toMatchObject({
      decision: 'deny',
      decidedBy: 'person',
      reason: 'User denied consent: not on Fridays',
      interactionId: null,
    });
    expect(await decide({ action: 'answer', text: 'done by hand' })).toMatchObject({
      decision: 'answer',
      text: 'done by hand',
    });
    const call = newCall();
    const silent = gate.authorize(call);
    await hitl.gate.cancel(await askedAbout(client, call.toolCallId));
    expect(await silent).toMatchObject({
      decision: 'deny',
      decidedBy: 'none',
      status: 'cancelled',
    });
    await expect(gate.authorize({ ...call, toolArgs: { env: 'all' } })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  }
});

test('a question is answered, declined or cancelled, and silence is none of these', async () => {
  const { client, gates, hitl } = await world();
  for (const gate of gates) {
    const ask = (toolCallId: string) =>
      gate.ask({ sessionId: 'chat', toolCallId, question: { type: 'input', title: toolCallId } });
    const ids = [newCall(), newCall(), newCall()].map(({ toolCallId }) => toolCallId);
    const [first = '', second = '', third = ''] = ids;
    const [answered, declined, cancelled] = [ask(first), ask(second), ask(third)];
    await answer(client, first, { type: 'input', text: 'blue' });
    await answer(client, second, { type: 'input', action: 'deny', note: 'ask Bob' });
    await hitl.gate.cancel(await askedAbout(client, third));
    expect(await answered).toMatchObject({ outcome: 'answered', content: 'blue' });
    expect(await declined).toMatchObject({ outcome: 'declined', note: 'ask Bob' });
    expect(await cancelled).toMatchObject({ outcome: 'cancelled' });
  }
});

test('calls and questions expire, as nobody’s decision, after the time counted from the first request', async () => {
  const { gates, hitl } = await world();
  for (const gate of gates) {
    const [call, question] = [newCall(), newCall()];
    const { sessionId, toolCallId } = question;
    const ask = (expiresInMs: number) =>
      gate.ask({ sessionId, toolCallId, expiresInMs, question: { type: 'input', title: 'Why?' } });
    const [decided, answered] = await Promise.all([
      gate.authorize({ ...call, expiresInMs: 50 }),
      ask(50),
    ]);
    expect(decided).toEqual({
      decision: 'deny',
      decidedBy: 'none',
      status: 'expired',
      reason: 'User consent request timed out',
      args: call.toolArgs,
      interactionId: null,
    });
    expect(answered).toMatchObject({ outcome: 'expired' });
    // Asked again, as after a restart: it is the same call and question.
    expect(await gate.authorize({ ...call, expiresInMs: 600_000 })).toEqual(decided);
    expect(await ask(600_000)).toEqual(answered);
  }
  for (const expiresInMs of [0, -1, 1.5, Infinity]) {
    await expect(hitl.gate.authorize(newCall({ expiresInMs }))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
});

test('a malformed question is refused, and the message names what is wrong', async () => {
  const { gates } = await world();
  const { sessionId, toolCallId } = newCall();
  const question = { type: 'select', title: 'Which?', options: ['main'] } as const;
  for (const gate of gates) {
    await expect(gate.ask({ sessionId, toolCallId, question })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('options.0: '),
    });
  }
});

test('a call runs once, however many hosts run it, and all get its result', async () => {
  const { client, gates } = await world();
  const [remote, local] = gates as [Gate, Gate];
  const call = newCall();
  const effects: unknown[] = [];
  const work = (args: object) => {
    effects.push(args);
    return { deployed: true };
  };
  const runs = [remote, local, remote, local].map((gate) => gate.run(call, work));
  await answer(client, call.toolCallId, { action: 'approve' });
  const outcomes = await Promise.all(runs);
  expect(effects).toEqual([{ env: 'production' }]);
  expect(outcomes.filter(({ kind }) => kind === 'known')).toHaveLength(3);
  expect(outcomes.find(({ kind }) => kind === 'known')).toMatchObject({
    result: { content: '{"deployed":true}', output: { deployed: true }, is_success: true },
  });
});

test('the error of a tool is its recorded result, and the tool is not run again', async () => {
  const { client, gates } = await world();
  for (const gate of gates) {
    const call = newCall();
    const broken = gate.run(call, () => Promise.reject(new Error('No such host')));
    const failing = expect(broken).rejects.toThrow('No such host');
    await answer(client, call.toolCallId, { action: 'approve' });
    await failing;
    expect(await gate.run(call, () => 'again')).toMatchObject({
      kind: 'known',
      result: { is_success: false, content: 'Tool execution failed: No such host' },
    });
  }
});

test('a result that does not reach the server is not recorded as a failure of the tool', async () => {
  const { client, url } = await world();
  let losses = 1;
  const gate = createGate({
    baseUrl: url,
    patienceMs: 0,
    fetch: (request) =>
      request.url.endsWith('/complete') && (losses -= 1) >= 0
        ? Promise.reject(new TypeError('lost'))
        : fetch(request),
  });
  const call = newCall();
  const ran = gate.run(call, () => 'deployed');
  const failing = expect(ran).rejects.toMatchObject({ code: 'network' });
  const id = await answer(client, call.toolCallId, { action: 'approve' });
  await failing;
  await gate.complete(id, { content: 'deployed' });
  expect(await gate.run(call, () => 'again')).toMatchObject({
    kind: 'known',
    result: { is_success: true, content: 'deployed' },
  });
});

test('whatever a tool returns, its call is recorded as one that ran', async () => {
  const { client, gates } = await world();
  await client.allow('ann', { resource: 'deploy(*)' });
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  let deep: unknown = 1;
  for (let level = 0; level < 100; level += 1) deep = { deep };
  const values: Readonly<Record<string, unknown>> = {
    'a long text': 'x'.repeat(2_000_000),
    'control characters': '\u0001'.repeat(400_000),
    'a large object': { text: 'x'.repeat(1_100_000) },
    'many members': Array.from({ length: 1500 }, (_, id) => ({ id, name: 'row' })),
    'a deep object': deep,
    'half a character': 'cut \uD83D',
    'half a character in an object': { text: 'cut \uD83D' },
    'a member with a special name': JSON.parse('{"__proto__": 1}'),
    'a bigint': { n: 1n },
    'a circular object': circular,
    'a function': () => 1,
  };
  for (const gate of gates) {
    for (const [what, value] of Object.entries(values)) {
      const call = newCall({ userId: 'ann', sessionId: 'results' });
      const ran = await gate.run(call, () => value);
      expect(ran, what).toMatchObject({ kind: 'ran', value });
      const again = await gate.run(call, () => expect.unreachable());
      expect(again, what).toMatchObject({ kind: 'known', result: { is_success: true } });
    }
  }
});

test('a result is written as JSON once for its text, and once for the request', async () => {
  const {
    gates: [gate],
    client,
  } = await world();
  let written = 0;
  const value = {
    toJSON() {
      written += 1;
      return { rows: 3 };
    },
  };
  await client.allow('local', { resource: 'deploy(*)' });
  const outcome = await gate!.run(newCall({ userId: 'local' }), () => value);
  expect(outcome).toMatchObject({ kind: 'ran' });
  expect(written).toBe(2);
});

test('a caller that stops waiting leaves the request pending, and can wait for it again', async () => {
  const { client, gates } = await world();
  for (const gate of gates) {
    const call = newCall();
    const stop = new AbortController();
    const given = gate.authorize(call, { signal: stop.signal });
    const id = await askedAbout(client, call.toolCallId);
    stop.abort();
    await expect(given).rejects.toMatchObject({ code: 'aborted' });
    await client.respond({ request_id: id, type: 'confirm', action: 'approve' });
    expect(await gate.authorize(call)).toMatchObject({ decision: 'allow', interactionId: id });
    await expect(gate.complete(id, { content: 'never claimed' })).rejects.toMatchObject({
      code: 'not_claimed',
    });
  }
});

test('a call that waits at a server that is closed is retried with pauses, and fails after patienceMs', async () => {
  const { hitl, client, url } = await world();
  const replies: number[] = [];
  const gate = createGate({
    baseUrl: url,
    patienceMs: 0,
    async fetch(request) {
      const reply = await fetch(request);
      replies.push(reply.status);
      return reply;
    },
  });
  const call = newCall();
  const asked = gate.authorize(call);
  const failing = expect(asked).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfterMs: 1000,
  });
  await askedAbout(client, call.toolCallId);
  await hitl.close();
  await failing;
  // Besides the question and the wait that the server ended, if it had begun.
  expect(replies.filter((status) => status >= 500)).toEqual([503]);
  expect(replies.length).toBeLessThanOrEqual(3);
});

test('an unreachable server is an error after patienceMs, and never an approval', async () => {
  const { url } = await world();
  let attempts = 0;
  const flaky = createGate({
    baseUrl: url,
    fetch: (request) => {
      attempts += 1;
      return attempts < 3 ? Promise.reject(new TypeError('refused')) : fetch(request);
    },
  });
  const call = newCall();
  const asked = flaky.authorize(call);
  await expect(
    createGate({
      baseUrl: url,
      patienceMs: 0,
      fetch: () => Promise.reject(new TypeError('refused')),
    }).authorize(newCall()),
  ).rejects.toMatchObject({ code: 'network' });
  const client = createHitlClient({ baseUrl: url });
  await answer(client, call.toolCallId, { action: 'approve' });
  expect(await asked).toMatchObject({ decision: 'allow' });
  // @ts-expect-error -- a misspelled option
  expect(() => createGate({ baseUrl: url, patience: 5 })).toThrow('has no option patience');
  // @ts-expect-error -- a variable that is not set
  expect(() => createGate({ baseUrl: undefined })).toThrow('createGate needs baseUrl, such as');
});

test('a gate without a token says so, if the server asks for one', async () => {
  const authenticate = await createLocalAuthentication({ secret: 's'.repeat(64) });
  const hitl = createHitl({ agents: [], authenticate });
  onTestFinished(() => hitl.close(0));
  for (const token of [undefined, '']) {
    const gate = createGate({ baseUrl: 'http://localhost', fetch: hitl.fetch, token });
    await expect(gate.authorize(newCall())).rejects.toMatchObject({
      code: 'unauthenticated',
      status: 401,
      message: expect.stringContaining('Pass it to createGate as "token".'),
    });
  }
  const other = createGate({ baseUrl: 'http://localhost', fetch: hitl.fetch, token: 'another' });
  await expect(other.authorize(newCall())).rejects.toMatchObject({
    code: 'unauthenticated',
    message: expect.stringMatching(/^The token is not the secret of this server\./),
  });
});

test('a call or question with a missing or misspelled member is refused by name, and asks no one', async () => {
  const { client, gates } = await world();
  const question = { type: 'input', title: 'Which port?' } as const;
  for (const gate of gates) {
    for (const [more, why] of [
      [{ userID: 'ann' }, 'A call has no member userID. It has sessionId, toolCallId, userId,'],
      [{ sessionId: undefined }, 'sessionId of a call is missing; expected a text.'],
      [{ toolArgs: undefined }, 'toolArgs of a call must be an object.'],
    ] as const) {
      const call = { ...newCall(), ...more } as GateCall;
      const refused = { code: 'invalid_request', message: expect.stringContaining(why) };
      await expect(gate.authorize(call)).rejects.toMatchObject(refused);
      await expect(gate.run(call, () => 'ran')).rejects.toMatchObject(refused);
    }
    const asked = { sessionId: 'chat', toolCallId: `question-${(calls += 1)}`, question };
    await expect(gate.ask({ ...asked, question: 'Which port?' as never })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The member question must be an object.',
    });
    const misspelled = { ...asked, title: 'Which port?' };
    await expect(gate.ask(misspelled)).rejects.toMatchObject({
      message: expect.stringContaining('A question has no member title.'),
    });
  }
  expect((await client.listInteractions({ status: 'pending' })).interactions).toEqual([]);
});

test('a host whose claim is answered late does not run the call after a person had another host repeat it', async () => {
  const { client, gates, url } = await world();
  const [, there] = gates;
  if (there === undefined) throw new Error('there is no gate');
  let delays = true;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (delays && response.url.includes('/claim')) {
      delays = false;
      await released;
    }
    return response;
  };
  const here = createGate({ baseUrl: url, fetch: slow });
  const call = newCall();
  const ran: string[] = [];
  const runOn = (gate: Gate, name: string) =>
    gate.run(call, () => ran.push(name) && name, { leaseMs: 1000 });
  const first = runOn(here, 'here');
  const interactionId = await answer(client, call.toolCallId, { action: 'approve' });
  await expect.poll(() => delays).toBe(false);
  const claimed = () => there.claim(interactionId, { leaseMs: 1000, holder: 'other' });
  await expect.poll(async () => (await claimed()).status).toBe('unknown');
  const { recoveryId = '' } = await claimed();
  await client.respond({ request_id: recoveryId, type: 'select', selected_values: ['retry'] });
  expect(await runOn(there, 'there')).toMatchObject({ kind: 'ran', value: 'there' });
  release();
  expect(await first).toMatchObject({ kind: 'known', result: { content: 'there' } });
  expect(ran).toEqual(['there']);
});
