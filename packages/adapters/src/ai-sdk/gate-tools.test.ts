import { approvalOf } from '@hitl/client';
import type { Gate } from '@hitl/client/gate';
import { createScriptedModel } from '@hitl/server';
import { describe, expect, test } from 'vitest';
import { openGate } from '../base/gate-world.fixture.ts';
import { createChatReader, respondInChat } from './chat.ts';
import { gateTools } from './gate-tools.ts';
import { sdk6 } from './sdk-6.fixture.ts';
import { sdk7 } from './sdk-7.fixture.ts';
import type { Sdk, SdkHost } from './sdk.fixture.ts';

/** The agent of the server only lends its policy. */
const models = [createScriptedModel({ name: 'unused', turns: [] })];

interface Options {
  readonly gate?: Gate;
  readonly to: readonly string[];
  readonly needsApproval?: boolean;
}

/** A host whose agent writes to these people, and where the mails go. */
function createHost(
  sdk: Sdk,
  sent: string[],
  { gate, to, needsApproval = false }: Options,
): SdkHost {
  const tools = {
    mail: sdk.tool({
      parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      needsApproval,
      execute: (input: { to: string }) => {
        sent.push(input.to);
        return { to: input.to };
      },
    }),
  };
  return sdk.createHost({
    script: (told) =>
      told.includes('"tool-result"')
        ? { text: 'Done.' }
        : { calls: to.map((one) => ({ id: `call_${one}`, name: 'mail', args: { to: one } })) },
    tools: gate === undefined ? tools : gateTools(tools, gate, { sessionId: 'chat' }),
  });
}

const toldBy = (host: SdkHost): string => JSON.stringify(host.prompts.at(-1));

describe.each([sdk6, sdk7])('AI SDK $version', (sdk) => {
  test('five calls of a message wait in the inbox, and each is what was decided', async () => {
    const { gates, answer } = openGate();
    const sent: string[] = [];
    const host = createHost(sdk, sent, {
      gate: gates[0],
      to: ['ann', 'bob', 'cleo', 'dan', 'eve'],
    });
    const done = sdk.createChat(host, []).sendMessage({ text: 'Write' });
    await answer('call_eve', { action: 'answer', text: 'I called her' });
    await answer('call_dan', { action: 'modify_args', modified_args: { to: 'dana' } });
    await answer('call_cleo', { action: 'deny', note: 'she left' });
    await answer('call_bob', { action: 'deny' });
    await answer('call_ann', { action: 'approve', remember: { scope: 'once' } });
    await done;
    expect(sent.toSorted()).toEqual(['ann', 'dana']);
    const told = toldBy(host);
    expect(told).toContain('I called her');
    expect(told).toContain('{"to":"dana"}');
    expect(told).toContain('Tool execution denied: User denied consent: she left.');
  });

  test('what nobody answers in time is not said to be the no of a person', async () => {
    const { gates } = openGate({ agents: [{ name: 'chat', consentTimeoutMs: 1 }], models });
    const sent: string[] = [];
    const tools = {
      mail: sdk.tool({ parameters: { type: 'object' }, execute: () => sent.push('mail') }),
    };
    const host = sdk.createHost({
      script: (told) =>
        told.includes('"tool-result"')
          ? { text: 'Done.' }
          : { calls: [{ id: 'call_late', name: 'mail', args: {} }] },
      tools: gateTools(tools, gates[0], { sessionId: 'chat', agentId: 'chat' }),
    });
    await sdk.createChat(host, []).sendMessage({ text: 'Write' });
    expect(sent).toEqual([]);
    expect(toldBy(host)).toContain('User consent request timed out');
    expect(toldBy(host)).not.toContain('User denied');
  });

  /** A chat in which a call was approved, and what of it is sent to the hosts. */
  async function approved(to: string): Promise<unknown[]> {
    const idle = createHost(sdk, [], { to: [to], needsApproval: true });
    const chat = sdk.createChat(idle, []);
    await chat.sendMessage({ text: 'Write' });
    // The page answers, and its message gets to no host yet.
    const page = sdk.createChat(
      { prompts: [], answer: () => Promise.reject(new Error('offline')) },
      [...chat.messages],
    );
    const [request] = createChatReader()(page).requests;
    await respondInChat(page, approvalOf(request!));
    await expect.poll(() => page.status).toBe('error');
    return [...page.messages];
  }

  /** Reads what a host streams to its end. */
  async function drain(host: SdkHost, messages: readonly unknown[]): Promise<string> {
    const chunks: unknown[] = [];
    for await (const chunk of await host.answer(structuredClone(messages))) chunks.push(chunk);
    return JSON.stringify(chunks);
  }

  test('two hosts that resume one approved call run it twice alone, once behind the gate', async () => {
    const messages = await approved('ann');
    const alone: string[] = [];
    await Promise.all(
      [0, 1].map(() =>
        drain(createHost(sdk, alone, { to: ['ann'], needsApproval: true }), messages),
      ),
    );
    expect(alone).toEqual(['ann', 'ann']);

    const { gates } = openGate({ defaultPolicy: 'allow' });
    const sent: string[] = [];
    const told = await Promise.all(
      gates.map((gate) =>
        drain(createHost(sdk, sent, { gate, to: ['ann'], needsApproval: true }), messages),
      ),
    );
    expect(sent).toEqual(['ann']);
    // The one that came second has the result of the first.
    for (const text of told) expect(text).toContain('"output":{"to":"ann"}');
  });

  test('a host that goes down while a person thinks is replaced by another, which goes on', async () => {
    const messages = await approved('ann');
    const { gates, asked, answer } = openGate();
    const sent: string[] = [];
    const [first, second] = gates.map((gate) =>
      createHost(sdk, sent, { gate, to: ['ann'], needsApproval: true }),
    );
    const reader = (await first!.answer(structuredClone(messages))).getReader();
    await reader.read();
    await asked('call_ann');
    await reader.cancel();
    await answer('call_ann', { action: 'approve', remember: { scope: 'once' } });
    expect(await drain(second!, messages)).toContain('"output":{"to":"ann"}');
    expect(sent).toEqual(['ann']);
  });
});

test('the name of the conversation is needed', () => {
  const [gate] = openGate().gates;
  expect(() => gateTools({}, gate, { sessionId: '' })).toThrow(
    expect.objectContaining({ code: 'bad_option', message: expect.stringContaining('sessionId') }),
  );
});
