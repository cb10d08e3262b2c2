import { approvalOf } from '@hitl/client';
import type { Gate } from '@hitl/client/gate';
import { describe, expect, test } from 'vitest';
import { openGate } from '../base/gate-world.fixture.ts';
import { createChatReader, respondInChat } from './chat.ts';
import { gateTools } from './gate-tools.ts';
import { sdk6 } from './sdk-6.fixture.ts';
import { sdk7 } from './sdk-7.fixture.ts';
import type { Sdk, SdkHost } from './sdk.fixture.ts';

const once = { action: 'approve', remember: { scope: 'once' } } as const;

interface Options {
  readonly gate?: Gate;
  readonly to: readonly string[];
  readonly needsApproval?: boolean;
  readonly expiresInMs?: number;
}

function mailTool(sdk: Sdk, sent: string[], needsApproval = false): object {
  return sdk.tool({
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    needsApproval,
    execute: (input: { to: string }) => {
      sent.push(input.to);
      return { to: input.to };
    },
  });
}

/** A host whose agent writes to these people, and where the mails go. */
function createHost(
  sdk: Sdk,
  sent: string[],
  { gate, to, needsApproval = false, expiresInMs }: Options,
): SdkHost {
  const tools = { mail: mailTool(sdk, sent, needsApproval) };
  return sdk.createHost({
    script: (prompt) =>
      prompt.includes('"tool-result"')
        ? { text: 'Done.' }
        : { calls: to.map((one) => ({ id: `call_${one}`, name: 'mail', args: { to: one } })) },
    tools: gate === undefined ? tools : gateTools(tools, gate, { sessionId: 'chat', expiresInMs }),
  });
}

const lastPromptOf = (host: SdkHost): string => JSON.stringify(host.prompts.at(-1));

/** Reads what a host streams to its end. */
async function drain(host: SdkHost, messages: readonly unknown[]): Promise<string> {
  const chunks: unknown[] = [];
  for await (const chunk of await host.answer(structuredClone(messages))) chunks.push(chunk);
  return JSON.stringify(chunks);
}

describe.each([sdk6, sdk7])('AI SDK $version', (sdk) => {
  test('five calls of a message are pending in the inbox, and each gets its own decision', async () => {
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
    await answer('call_ann', once);
    await done;
    expect(sent.toSorted()).toEqual(['ann', 'dana']);
    const prompt = lastPromptOf(host);
    expect(prompt).toContain('I called her');
    expect(prompt).toContain('{"to":"dana"}');
    expect(prompt).toMatch(/[^ ]Tool execution denied: User denied consent: she left\./);
  });

  test("an expired request is not reported as a person's denial", async () => {
    const sent: string[] = [];
    const host = createHost(sdk, sent, { gate: openGate().gates[0], to: ['ann'], expiresInMs: 1 });
    await sdk.createChat(host, []).sendMessage({ text: 'Write' });
    expect(sent).toEqual([]);
    expect(lastPromptOf(host)).toContain('User consent request timed out');
    expect(lastPromptOf(host)).not.toContain('User denied');
  });

  test('calls of an agent used as a tool are pending in the inbox beside those of its caller', async () => {
    const { gates, answer } = openGate();
    const sent: string[] = [];
    const below = createHost(sdk, sent, { gate: gates[0], to: ['ann', 'bob'] });
    const helper = sdk.tool({
      parameters: { type: 'object' },
      execute: () =>
        drain(below, [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Help' }] }]),
    });
    const calls = [
      { id: 'call_helper', name: 'helper', args: {} },
      { id: 'call_cleo', name: 'mail', args: { to: 'cleo' } },
    ];
    const above = sdk.createHost({
      script: (prompt) => (prompt.includes('"tool-result"') ? { text: 'Done.' } : { calls }),
      tools: gateTools({ mail: mailTool(sdk, sent), helper }, gates[0], { sessionId: 'chat' }),
    });
    const done = sdk.createChat(above, []).sendMessage({ text: 'Write' });
    await answer('call_cleo', { action: 'deny', note: 'she left' });
    await answer('call_helper', once);
    await answer('call_bob', { action: 'deny', note: 'he left' });
    await answer('call_ann', once);
    await done;
    expect(sent).toEqual(['ann']);
    expect(lastPromptOf(below)).toContain('User denied consent: he left');
    expect(lastPromptOf(above)).toContain('User denied consent: she left');
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
    const texts = await Promise.all(
      gates.map((gate) =>
        drain(createHost(sdk, sent, { gate, to: ['ann'], needsApproval: true }), messages),
      ),
    );
    expect(sent).toEqual(['ann']);
    // The one that came second has the result of the first.
    for (const text of texts) expect(text).toContain('"output":{"to":"ann"}');
  });

  test('a host that dies while a request is pending is replaced by another, which continues', async () => {
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
    await answer('call_ann', once);
    expect(await drain(second!, messages)).toContain('"output":{"to":"ann"}');
    expect(sent).toEqual(['ann']);
  });
});

test.each([sdk6, sdk7])(
  'a list as input is decided and run as a list, with AI SDK $version',
  async (sdk) => {
    const { client, gates, asked, answer } = openGate();
    await client.deny('ann', { resource: 'mail({"input":["eve"]})' });
    const ran: unknown[] = [];
    const mail = sdk.tool({
      parameters: { type: 'array', items: { type: 'string' } },
      execute: (input: unknown) => void ran.push(input),
    });
    const calls = [
      { id: 'c1', name: 'mail', args: ['ann', 'bob'] },
      { id: 'c2', name: 'mail', args: ['eve'] },
    ];
    const tools = gateTools({ mail }, gates[0], { sessionId: 'chat', userId: 'ann' });
    const host = sdk.createHost({
      script: (prompt) => (prompt.includes('"tool-result"') ? { text: 'Done.' } : { calls }),
      tools,
    });
    const messages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Write' }] }];
    const done = drain(host, messages);
    expect((await asked('c1')).tool_args).toEqual({ input: ['ann', 'bob'] });
    await answer('c1', once);
    expect(await done).toContain('Matched deny pattern');
    expect(ran).toEqual([['ann', 'bob']]);
  },
);

test('a missing session id is refused', () => {
  const [gate] = openGate().gates;
  expect(() => gateTools({}, gate, { sessionId: '' })).toThrow(
    expect.objectContaining({ code: 'bad_option', message: expect.stringContaining('sessionId') }),
  );
});
