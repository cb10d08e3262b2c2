import { methods } from '@agentclientprotocol/sdk';
import { ClientSideConnection } from '@agentclientprotocol/sdk-1';
import type { InteractionRequest } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { openGate } from '../base/gate-world.fixture.ts';
import {
  commands,
  connection,
  INITIALIZE,
  prompt,
  scriptedAgent,
  YES_NO,
  type Outcomes,
} from './agent.fixture.ts';
import { gateClient } from './gate-client.ts';

const once = { action: 'approve', remember: { scope: 'once' } } as const;
const agentName = 'coder';
const yes = { outcome: 'selected', optionId: 'yes' };
const no = { outcome: 'selected', optionId: 'no' };

/** Commands whose outcomes are kept. */
function scriptOf(wanted: Readonly<Record<string, string>>) {
  const kept = { ran: [] as string[], outcomes: {} as Outcomes };
  return { ...kept, script: commands(wanted, kept) };
}

test('five calls at once are decided by rules and people, also for a later call', async () => {
  const { client, gates, asked, answer } = openGate();
  await client.allow('ann', { resource: 'bash(git status:*)' });
  await client.deny('ann', { resource: 'bash(sudo:*)' });
  const handlers = gateClient(gates[0], { agentName, userId: 'ann' });
  const { script, ran, outcomes } = scriptOf({
    c1: 'git status',
    c2: 'sudo ls',
    c3: 'make',
    c4: 'rm -rf build',
    c5: 'npm test',
  });
  const done = prompt(handlers, script);
  expect(await asked('c3')).toMatchObject({
    session_id: 'coder-acp-1',
    tool_name: 'bash',
    tool_args: { command: 'make' },
    allowed_actions: ['approve', 'deny'],
  });
  await answer('c5', { action: 'approve', remember: { scope: 'always' } });
  await answer('c4', { action: 'deny', note: 'keep it' });
  await answer('c3', once);
  await done;
  expect(outcomes).toEqual({ c1: yes, c2: no, c3: yes, c4: no, c5: yes });
  const next = scriptOf({ c6: 'npm test' });
  await prompt(handlers, next.script);
  expect([...ran.toSorted(), ...next.ran]).toEqual(['git status', 'make', 'npm test', 'npm test']);
});

test('a title that is too long for a card is cut, and its call needs approval', async () => {
  const { gates, asked, answer } = openGate();
  const handlers = gateClient(gates[0], { agentName });
  const long = 'make '.repeat(10_000);
  const toolCall = { toolCallId: 'c1', title: long, kind: 'execute', rawInput: { command: long } };
  const done = handlers.requestPermission({ sessionId: 's', toolCall, options: YES_NO });
  const { external, tool_args: args } = await asked('c1');
  expect(external?.title).toBe(`${long.slice(0, 1999)}…`);
  expect(args['command']).toBe(long);
  await answer('c1', once);
  expect(await done).toEqual({ outcome: yes });
});

test('no rule allows a call whose arguments have lost digits on the way', async () => {
  const handlers = gateClient(openGate({ defaultPolicy: 'allow' }).gates[0], { agentName });
  const rawInput = { account: Number('9007199254740993') };
  const toolCall = { toolCallId: 'c1', kind: 'other', rawInput };
  await expect(
    handlers.requestPermission({ sessionId: 's', toolCall, options: YES_NO }),
  ).rejects.toThrow('What runs is not known exactly');
});

test('an expired request fails, and is neither a denial nor a cancelled turn', async () => {
  const handlers = gateClient(openGate().gates[0], { agentName, expiresInMs: 1 });
  const { script, outcomes, ran } = scriptOf({ c1: 'make' });
  await prompt(handlers, script);
  expect(outcomes['c1']).toContain(
    'No one decided about this call: User consent request timed out',
  );
  expect(ran).toEqual([]);
  const form = { message: 'For whom?', requestedSchema: { properties: {} } };
  expect(await handlers.createElicitation(form)).toEqual({ action: 'cancel' });
});

test('a stopped run cancels the turn, and a cancelled turn answers its pending requests', async () => {
  const { gates, asked, answer } = openGate();
  const cancelledTurns: string[] = [];
  const handlers = gateClient(gates[0], { agentName, cancelTurn: (id) => cancelledTurns.push(id) });
  const stopped = scriptOf({ c1: 'make' });
  const done = prompt(handlers, stopped.script);
  await answer('c1', { action: 'abort_run' });
  await done;
  expect(stopped.outcomes).toEqual({ c1: { outcome: 'cancelled' } });
  expect(cancelledTurns).toEqual(['acp-1']);

  const waiting = scriptOf({ c2: 'make' });
  const cancelled = prompt(handlers, waiting.script);
  await asked('c2');
  await handlers.turnCancelled('acp-1');
  await cancelled;
  expect(waiting.outcomes).toEqual({ c2: { outcome: 'cancelled' } });
});

test('a call that ran when its turn was cancelled is recorded as one of unknown outcome', async () => {
  const { gates } = openGate({ defaultPolicy: 'allow' });
  const handlers = gateClient(gates[0], { agentName });
  const ask = {
    sessionId: 'acp-1',
    toolCall: { toolCallId: 'c1', kind: 'execute' },
    options: YES_NO,
  };
  expect(await handlers.requestPermission(ask)).toEqual({ outcome: yes });
  await handlers.turnCancelled('acp-1');
  await expect(gateClient(gates[1], { agentName }).requestPermission(ask)).rejects.toThrow(
    'Its result: The turn was cancelled while this call ran. It is not known whether it had its effect.',
  );
});

test('a call that is allowed while its turn is cancelled does not run, and counts as that', async () => {
  const { gates } = openGate({ defaultPolicy: 'allow' });
  let cancel = (): Promise<void> => Promise.resolve();
  const handlers = gateClient(
    {
      ...gates[0],
      async claim(...call) {
        const claim = await gates[0].claim(...call);
        await cancel();
        return claim;
      },
    },
    { agentName },
  );
  cancel = () => handlers.turnCancelled('acp-1');
  const ask = {
    sessionId: 'acp-1',
    toolCall: { toolCallId: 'c1', kind: 'execute' },
    options: YES_NO,
  };
  expect(await handlers.requestPermission(ask)).toEqual({ outcome: { outcome: 'cancelled' } });
  await expect(gateClient(gates[1], { agentName }).requestPermission(ask)).rejects.toThrow(
    'has run already',
  );
});

test('an answer given while no client was running counts for the next one', async () => {
  const { gates, asked, answer } = openGate();
  const lost = gateClient(gates[0], { agentName });
  const first = scriptOf({ c1: 'make release' });
  const done = prompt(lost, first.script);
  await asked('c1');
  await lost.turnCancelled('acp-1');
  await done;
  await answer('c1', once);
  const second = scriptOf({ c1: 'make release' });
  await prompt(gateClient(gates[1], { agentName }), second.script);
  expect(second.outcomes).toEqual({ c1: yes });
});

test('two clients of one session let a call run twice alone, once behind the gate', async () => {
  const alone = scriptOf({ c1: 'make release' });
  const allow = {
    requestPermission: () =>
      Promise.resolve({ outcome: { outcome: 'selected' as const, optionId: 'yes' } }),
    sessionUpdate: () => Promise.resolve(),
    turnCancelled: () => Promise.resolve(),
    createElicitation: () => Promise.resolve({ action: 'cancel' as const }),
  };
  await Promise.all([prompt(allow, alone.script), prompt(allow, alone.script)]);
  expect(alone.ran).toHaveLength(2);

  const { gates } = openGate({ defaultPolicy: 'allow' });
  const hosts = gates.map((gate) => ({
    handlers: gateClient(gate, { agentName }),
    ...scriptOf({ c1: 'make release' }),
  }));
  await Promise.all(hosts.map(({ handlers, script }) => prompt(handlers, script)));
  expect(hosts.flatMap(({ ran }) => ran)).toEqual(['make release']);
  expect(hosts.map(({ outcomes }) => JSON.stringify(outcomes)).join()).toContain(
    'has run already, in another process. Its result: did make release',
  );
});

test('the same id with other arguments needs approval again', async () => {
  const { gates, asked, answer } = openGate();
  const handlers = gateClient(gates[0], { agentName });
  const first = scriptOf({ c1: 'make' });
  const done = prompt(handlers, first.script);
  await answer('c1', once);
  await done;
  const second = scriptOf({ c1: 'make install' });
  const next = prompt(handlers, second.script);
  expect(await asked('c1#2')).toMatchObject({ tool_args: { command: 'make install' } });
  await answer('c1#2', { action: 'deny' });
  await next;
  expect([first.outcomes, second.outcomes]).toEqual([{ c1: yes }, { c1: no }]);
});

test('a choice and an elicitation of the agent are answered in the inbox', async () => {
  const { client, gates } = openGate();
  const handlers = gateClient(gates[0], { agentName });
  const got: unknown[] = [];
  const stop = new AbortController();
  const fill = ({ id, type }: InteractionRequest): void => {
    const responses = [
      { request_id: 'name', type: 'input' as const, text: 'Ann' },
      { request_id: 'count', type: 'input' as const, text: '3' },
    ];
    const answer = type === 'select' ? { selected_values: ['b'] } : { responses };
    void client.respond({ request_id: id, type, ...answer });
  };
  client.inboxEvents(
    {},
    {
      signal: stop.signal,
      onSnapshot: (requests) => requests.forEach(fill),
      onEvent: (event) => {
        if (event.type === 'interaction_request') fill(event.data.interaction_request);
      },
    },
  );
  await prompt(handlers, async (host, sessionId) => {
    got.push(
      await host.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId: 'c1', title: 'Which one?' },
        options: [
          { optionId: 'a', name: 'First', kind: 'allow_once' },
          { optionId: 'b', name: 'Second', kind: 'allow_once' },
        ],
      }),
      await host.request(methods.client.elicitation.create, {
        mode: 'form',
        sessionId,
        message: 'For whom?',
        requestedSchema: {
          type: 'object',
          properties: { name: { type: 'string' }, count: { type: 'integer' } },
          required: ['name', 'count'],
        },
      }),
    );
  });
  stop.abort();
  expect(got).toEqual([
    { outcome: { outcome: 'selected', optionId: 'b' } },
    { action: 'accept', content: { name: 'Ann', count: 3 } },
  ]);
});

test('the handlers work as a client of version 1 of the SDK', async () => {
  const { gates } = openGate({ defaultPolicy: 'allow' });
  const { script, outcomes } = scriptOf({ c1: 'make' });
  const ends = connection();
  scriptedAgent(script).connect(ends.agent);
  const handlers = gateClient(gates[0], { agentName });
  const host = new ClientSideConnection(() => handlers, ends.client);
  await host.initialize(INITIALIZE);
  const { sessionId } = await host.newSession({ cwd: '/', mcpServers: [] });
  await host.prompt({ sessionId, prompt: [{ type: 'text', text: 'Go' }] });
  expect(outcomes).toEqual({ c1: yes });
});

test('a call that needs approval again with other arguments is claimed too', async () => {
  const { client, gates } = openGate();
  await client.allow('ann', { resource: 'bash(make:*)' });
  const [one, other] = gates.map((gate) => gateClient(gate, { agentName, userId: 'ann' }));
  const asking = (command: string) => ({
    sessionId: 's',
    toolCall: { toolCallId: 'c1', name: 'bash', rawInput: { command } },
    options: YES_NO,
  });
  expect(await one!.requestPermission(asking('make'))).toEqual({ outcome: yes });
  expect(await one!.requestPermission(asking('make install'))).toEqual({ outcome: yes });
  const rivals = other!.requestPermission(asking('make install'));
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' };
  await one!.sessionUpdate({ sessionId: 's', update: { ...update, rawOutput: 'installed' } });
  await expect(rivals).rejects.toThrow('Its result: installed');
});
