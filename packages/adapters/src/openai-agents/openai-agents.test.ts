import { approvalOf, denialOf } from '@hitl/client';
import type { Gate } from '@hitl/client/gate';
import { Agent, run, RunState, tool } from '@openai/agents';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openGate } from '../base/gate-world.fixture.ts';
import { gateTools, resolveInterruptions } from './gate.ts';
import { interruptionRequests, respondToInterruption } from './interruptions.ts';
import { ScriptedModel } from './model.fixture.ts';

function createMailer(
  sent: string[],
  to: readonly string[],
  options: { gate?: Gate; needsApproval?: boolean; expiresInMs?: number } = {},
) {
  const { gate, needsApproval = true, expiresInMs } = options;
  const mail = tool({
    name: 'mail',
    description: 'Sends a mail',
    parameters: z.object({ to: z.string() }),
    needsApproval,
    execute: (args) => {
      sent.push(args.to);
      return `sent to ${args.to}`;
    },
  });
  const model = new ScriptedModel(to);
  const tools =
    gate === undefined ? [mail] : gateTools([mail], gate, { sessionId: 's1', expiresInMs });
  return { model, agent: new Agent({ name: 'clerk', model, tools }) };
}

const names = ['ann', 'bob', 'cleo', 'dan', 'eve'];
const once = { action: 'approve', remember: { scope: 'once' } } as const;

test('interruptions are requests, and keep their ids in a stored state', async () => {
  const { agent } = createMailer([], ['ann', 'bob']);
  const { interruptions, state } = await run(agent, 'Write');
  // The interruption of the SDK itself, so that a change of it fails this test.
  expect(JSON.parse(JSON.stringify(interruptions[0]))).toMatchObject({
    type: 'tool_approval_item',
    rawItem: { type: 'function_call', callId: 'call_ann', name: 'mail', arguments: '{"to":"ann"}' },
    agent: { name: 'clerk' },
    toolName: 'mail',
  });
  const options = { sessionId: 's1', createdAt: '2026-01-01T00:00:00.000Z' };
  const requests = interruptionRequests(interruptions, options);
  expect(requests).toMatchObject([
    {
      id: 'call_ann',
      purpose: 'authorization',
      tool_name: 'mail',
      tool_args: { to: 'ann' },
      agent_path: ['clerk'],
      session_id: 's1',
      allowed_actions: ['approve', 'deny', 'answer'],
      batch: { index: 0, size: 2 },
    },
    { id: 'call_bob', batch: { index: 1, size: 2 } },
  ]);
  const loaded = await RunState.fromString(agent, state.toString());
  expect(interruptionRequests(loaded.getInterruptions(), options)).toEqual(requests);
});

test('five answers of every kind reach the run, also one after the other', async () => {
  const sent: string[] = [];
  const { agent, model } = createMailer(sent, names);
  const { interruptions, state } = await run(agent, 'Write');
  const [ann, bob, cleo, dan, eve] = interruptionRequests(interruptions, {
    sessionId: 's1',
    edits: 'deny',
  });
  const respond = (response: Parameters<typeof respondToInterruption>[2]) =>
    respondToInterruption(state, interruptions, response, { edits: 'deny' });
  respond(approvalOf(eve!));
  respond(denialOf(ann!, 'she left'));
  respond(approvalOf(bob!));
  respond({ request_id: cleo!.id, type: 'confirm', action: 'answer', text: 'I called her' });
  respond(approvalOf(dan!, { action: 'modify_args', modified_args: { to: 'dana' } }));
  const { finalOutput } = await run(agent, state);
  expect(finalOutput).toBe('Done.');
  expect(sent.toSorted()).toEqual(['bob', 'eve']);
  for (const text of ['she left', 'I called her', 'dana']) expect(model.prompt).toContain(text);
});

test('an unsupported answer is refused, and changes nothing', async () => {
  const { agent } = createMailer([], ['ann']);
  const { interruptions, state } = await run(agent, 'Write');
  const [request] = interruptionRequests(interruptions, { sessionId: 's1' });
  const refused = (response: Parameters<typeof respondToInterruption>[2], code: string) =>
    expect(() => respondToInterruption(state, interruptions, response)).toThrow(
      expect.objectContaining({ code }),
    );
  refused(approvalOf(request!, { remember: { scope: 'always' } }), 'unsupported_answer');
  const edit = { action: 'modify_args', modified_args: { to: 'bob' } } as const;
  refused(approvalOf(request!, edit), 'unsupported_answer');
  refused({ ...approvalOf(request!), request_id: 'other' }, 'unknown_request');
  expect(state.getInterruptions()).toHaveLength(1);
});

test.each(['{"to":"ann","to":"bob"}', '{"to":"ann","n":9007199254740993}'])(
  'arguments that the SDK may read differently are shown as the whole text, and no rule decides: %s',
  async (text) => {
    const { gates } = openGate({ defaultPolicy: 'allow' });
    const sent: string[] = [];
    const { agent, model } = createMailer(sent, []);
    model.more = [{ callId: 'call_ann', name: 'mail', arguments: text }];
    const stopped = await run(agent, 'Write');
    const options = { sessionId: 's1', edits: 'deny' } as const;
    expect(interruptionRequests(stopped.interruptions, options)).toMatchObject([
      {
        tool_args: { input: text },
        reason: expect.stringContaining('What runs is not known exactly'),
        allowed_actions: ['approve', 'deny', 'answer'],
      },
    ]);
    await resolveInterruptions(stopped, gates[0], {
      sessionId: 's1',
      resume: (state) => run(agent, state),
    });
    expect(sent).toEqual([]);
    expect(model.prompt).toContain('What runs is not known exactly');
  },
);

test('a run finishes with the decisions of the gate, also after a restart in between', async () => {
  const { gates, asked, answer } = openGate();
  const sent: string[] = [];
  const first = createMailer(sent, ['ann', 'bob']);
  const stopped = await run(first.agent, 'Write');
  const stored = stopped.state.toString();
  const stop = new AbortController();
  const lost = resolveInterruptions(stopped, gates[0], {
    sessionId: 's1',
    resume: (state) => run(first.agent, state),
    signal: stop.signal,
  });
  await Promise.all([asked('call_ann'), asked('call_bob')]);
  stop.abort();
  await expect(lost).rejects.toMatchObject({ code: 'aborted' });
  await answer('call_ann', once);
  await answer('call_bob', { action: 'deny', note: 'he left' });

  const second = createMailer(sent, ['ann', 'bob']);
  const state = await RunState.fromString(second.agent, stored);
  const done = await resolveInterruptions(await run(second.agent, state), gates[1], {
    sessionId: 's1',
    resume: (next) => run(second.agent, next),
  });
  expect(done.finalOutput).toBe('Done.');
  expect(sent).toEqual(['ann']);
  expect(second.model.prompt).toContain('User denied consent: he left');
});

test("an expired request is not reported as a person's denial", async () => {
  const { gates } = openGate();
  const sent: string[] = [];
  const quick = { sessionId: 's1', expiresInMs: 1 };
  const asking = createMailer(sent, ['ann']);
  await resolveInterruptions(await run(asking.agent, 'Write'), gates[0], {
    ...quick,
    resume: (state) => run(asking.agent, state),
  });
  const options = { gate: gates[0], needsApproval: false, expiresInMs: 1 };
  const gated = createMailer(sent, ['bob'], options);
  await run(gated.agent, 'Write');
  expect(sent).toEqual([]);
  for (const { prompt } of [asking.model, gated.model]) {
    expect(prompt).toContain('User consent request timed out');
    expect(prompt).not.toContain('User denied');
  }
});

test('calls of an agent used as a tool are decided with those of its caller', async () => {
  const { gates, answer } = openGate();
  const sent: string[] = [];
  const below = createMailer(sent, ['ann', 'bob']);
  const helper = below.agent.asTool({ toolName: 'helper', toolDescription: 'Helps' });
  const model = new ScriptedModel(['cleo']);
  model.more = [{ callId: 'call_helper', name: 'helper', arguments: '{"input":"Help"}' }];
  const { agent } = createMailer(sent, []);
  const above = agent.clone({ model, tools: [...agent.tools, helper] });
  const done = resolveInterruptions(await run(above, 'Write'), gates[0], {
    sessionId: 's1',
    resume: (state) => run(above, state),
  });
  await answer('call_cleo', { action: 'deny', note: 'she left' });
  await answer('call_bob', { action: 'deny', note: 'he left' });
  await answer('call_ann', once);
  expect((await done).finalOutput).toBe('Done.');
  expect(sent).toEqual(['ann']);
  expect(below.model.prompt).toContain('he left');
  expect(model.prompt).toContain('she left');
});

test('two hosts that resume one state run a call twice alone, once behind the gate', async () => {
  /** Both hosts load the state in which a call was approved. */
  const resume = async (sent: string[], gates: readonly (Gate | undefined)[]) => {
    const stopped = await run(createMailer([], ['ann']).agent, 'Write');
    stopped.state.approve(stopped.interruptions[0]!);
    const stored = stopped.state.toString();
    return Promise.all(
      gates.map(async (gate) => {
        const { agent, model } = createMailer(sent, ['ann'], gate === undefined ? {} : { gate });
        await run(agent, await RunState.fromString(agent, stored));
        return model.prompt;
      }),
    );
  };
  const alone: string[] = [];
  await resume(alone, [undefined, undefined]);
  expect(alone).toEqual(['ann', 'ann']);

  const { gates } = openGate({ defaultPolicy: 'allow' });
  const sent: string[] = [];
  const texts = await resume(sent, gates);
  expect(sent).toEqual(['ann']);
  for (const text of texts) expect(text).toContain('sent to ann');
});

test('tools behind the gate run with edited arguments', async () => {
  const { gates, answer } = openGate();
  const sent: string[] = [];
  const { agent, model } = createMailer(sent, ['ann', 'bob'], {
    gate: gates[0],
    needsApproval: false,
  });
  const done = run(agent, 'Write');
  await answer('call_ann', { action: 'modify_args', modified_args: { to: 'anna' } });
  await answer('call_bob', { action: 'deny', note: 'he left' });
  await done;
  expect(sent).toEqual(['anna']);
  expect(model.prompt).toContain('User denied consent: he left');
});
