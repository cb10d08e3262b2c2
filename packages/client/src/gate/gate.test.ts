import { createHitl, type Hitl } from '@hitl/server';
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
      decidedBy: 'nobody',
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
});
