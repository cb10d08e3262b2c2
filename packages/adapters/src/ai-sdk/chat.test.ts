import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { approvalOf, denialOf } from '@hitl/client';
import { describe, expect, test } from 'vitest';
import { createChatReader, respondInChat, type ChatInteractionOptions } from './chat.ts';
import { sdk6 } from './sdk-6.fixture.ts';
import { sdk7 } from './sdk-7.fixture.ts';
import type { ScriptedTurn, Sdk, SdkChat, SdkHost } from './sdk.fixture.ts';

const parameters = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
const mailTo = (to: string, id = `call_${to}`) => ({ id, name: 'mail', args: { to } });

interface Conversation {
  readonly chat: SdkChat;
  readonly host: SdkHost;
  readonly sent: string[];
  /** The pending requests. */
  readonly pending: () => readonly InteractionRequest[];
  readonly respond: (response: InteractionResponse) => Promise<void>;
  /** The last prompt of the model, as JSON. */
  readonly lastPrompt: () => string;
}

/** A chat with an agent that makes these calls, then says that it is done. */
async function converse(
  sdk: Sdk,
  turn: ScriptedTurn,
  options: ChatInteractionOptions = {},
): Promise<Conversation> {
  const sent: string[] = [];
  const tools = {
    mail: sdk.tool({
      parameters,
      needsApproval: true,
      execute: ({ to }: { to: string }) => {
        sent.push(to);
        return `sent to ${to}`;
      },
    }),
    ask_human: sdk.tool({ parameters: { type: 'object' } }),
  };
  const host = sdk.createHost({
    script: (prompt) => (prompt.includes('"tool-result"') ? { text: 'Done.' } : turn),
    tools,
  });
  const chat = sdk.createChat(host, []);
  await chat.sendMessage({ text: 'Write to them' });
  const read = createChatReader();
  return {
    chat,
    host,
    sent,
    pending: () => read(chat, options).requests,
    async respond(response) {
      await respondInChat(chat, response, options);
      await expect.poll(() => chat.status).toBe('ready');
    },
    lastPrompt: () => JSON.stringify(host.prompts.at(-1)),
  };
}

function the<T>(list: readonly T[], at = 0): T {
  const one = list[at];
  if (one === undefined) throw new Error(`There is no ${at}`);
  return one;
}

describe.each([sdk6, sdk7])('AI SDK $version', (sdk) => {
  test('a pending call of a chat is a request for approval', async () => {
    const { chat, pending } = await converse(sdk, { calls: [mailTo('ann')] });
    expect(chat.error).toBeUndefined();
    // The part of the SDK itself, so that a change of it fails this test.
    expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({
      type: 'tool-mail',
      toolCallId: 'call_ann',
      state: 'approval-requested',
      input: { to: 'ann' },
      approval: { id: expect.any(String) },
    });
    expect(pending()).toEqual([
      expect.objectContaining({
        type: 'confirm',
        purpose: 'authorization',
        tool_name: 'mail',
        tool_args: { to: 'ann' },
        tool_call_id: 'call_ann',
        session_id: chat.id,
        message_id: chat.messages.at(-1)?.id,
        allowed_actions: ['approve', 'deny', 'answer'],
      }),
    ]);
    expect(pending()).toBe(pending());
  });

  test('an approval runs the call, once', async () => {
    const { chat, pending, respond, sent } = await converse(sdk, { calls: [mailTo('ann')] });
    const request = the(pending());
    await respond(approvalOf(request));
    expect(sent).toEqual(['ann']);
    expect(pending()).toEqual([]);
    expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Done.' });
    await expect(respond(approvalOf(request))).rejects.toMatchObject({ code: 'unknown_request' });
    expect(sent).toEqual(['ann']);
  });

  test('arguments that are a list are shown', async () => {
    const calls = [{ id: 'call_1', name: 'mail', args: ['everyone', 'now'] }];
    const { pending } = await converse(sdk, { calls });
    expect(the(pending()).tool_args).toEqual({ input: ['everyone', 'now'] });
  });

  test('a denial reaches the model with its reason', async () => {
    const { pending, respond, sent, lastPrompt } = await converse(sdk, { calls: [mailTo('ann')] });
    await respond(denialOf(the(pending()), 'she left'));
    expect(sent).toEqual([]);
    expect(lastPrompt()).toContain('she left');
  });

  test("a person's answer instead of the tool is its output", async () => {
    const { pending, respond, sent, lastPrompt } = await converse(sdk, { calls: [mailTo('ann')] });
    const { id, type } = the(pending());
    await respond({ request_id: id, type, action: 'answer', text: 'I called her' });
    expect(sent).toEqual([]);
    expect(lastPrompt()).toContain('I called her');
  });

  test('edited arguments are refused, and become a denial only if configured', async () => {
    const edit = (request: InteractionRequest): InteractionResponse => ({
      ...approvalOf(request, { action: 'modify_args', modified_args: { to: 'bob' } }),
    });
    const strict = await converse(sdk, { calls: [mailTo('ann')] });
    await expect(strict.respond(edit(the(strict.pending())))).rejects.toMatchObject({
      code: 'unsupported_answer',
    });
    expect(strict.pending()).toHaveLength(1);

    const asking = await converse(sdk, { calls: [mailTo('ann')] }, { edits: 'deny' });
    await asking.respond(edit(the(asking.pending())));
    expect(asking.sent).toEqual([]);
    expect(
      JSON.parse(`"${/again with exactly these: ({.*?})/.exec(asking.lastPrompt())?.[1]}"`),
    ).toBe('{"to":"bob"}');
  });

  test('an unsupported answer is refused, and the request stays pending', async () => {
    const { pending, respond } = await converse(sdk, { calls: [mailTo('ann')] });
    const request = the(pending());
    const always = approvalOf(request, { remember: { scope: 'always' } });
    await expect(respond(always)).rejects.toMatchObject({ code: 'unsupported_answer' });
    await expect(
      respond({ request_id: request.id, type: request.type, action: 'pause' }),
    ).rejects.toMatchObject({ code: 'unsupported_answer' });
    expect(pending()).toEqual([request]);
  });

  test('five calls are decided one by one, and each gets its own decision', async () => {
    const names = ['ann', 'bob', 'cleo', 'dan', 'eve'];
    const { pending, respond, sent, lastPrompt } = await converse(sdk, {
      calls: names.map((name) => mailTo(name)),
    });
    const requests = pending();
    expect(requests.map(({ batch }) => batch)).toEqual(
      names.map((_, index) => ({ index, size: 5 })),
    );
    const [ann, bob, cleo, dan, eve] = requests;
    await respond(denialOf(eve!, 'not Eve'));
    expect(pending()).toEqual([ann, bob, cleo, dan]);
    await respond(approvalOf(cleo!));
    await respond(denialOf(ann!));
    await respond(approvalOf(bob!));
    expect(sent).toEqual([]);
    await respond(approvalOf(dan!));
    expect(sent.toSorted()).toEqual(['bob', 'cleo', 'dan']);
    expect(lastPrompt()).toContain('not Eve');
  });

  test('a question of the model is answered, or declined', async () => {
    const question = {
      id: 'q1',
      name: 'ask_human',
      args: { prompt: 'Where?', interaction: { type: 'select', options: ['here', 'there'] } },
    };
    const answered = await converse(sdk, { calls: [question] });
    const request = the(answered.pending());
    expect(request).toMatchObject({
      type: 'select',
      title: 'Where?',
      purpose: 'question',
      options: [
        { value: 'here', label: 'here' },
        { value: 'there', label: 'there' },
      ],
      allowed_actions: ['deny'],
    });
    const fields = { request_id: request.id, type: request.type };
    await expect(
      answered.respond({ ...fields, selected_values: ['elsewhere'] }),
    ).rejects.toMatchObject({ code: 'invalid_response' });
    await answered.respond({ ...fields, selected_values: ['there'] });
    expect(answered.lastPrompt()).toContain(JSON.stringify('{"selected_values":["there"]}'));

    const declined = await converse(sdk, { calls: [question] });
    await declined.respond(denialOf(the(declined.pending())));
    expect(declined.lastPrompt()).toContain('User declined to answer');
  });

  test('a question has every member that the model may set, if its value has the right type', async () => {
    const options = ['here', 'there'];
    const interaction = {
      type: 'select',
      description: 'For the parcel',
      options,
      multiple: true,
      max_selected: '2',
      default_values: ['there'],
      purpose: 'authorization',
      tool_schema: {},
    };
    const call = { id: 'q1', name: 'ask_human', args: { prompt: 'Where?', interaction } };
    const request = the((await converse(sdk, { calls: [call] })).pending());
    expect(request).toMatchObject({
      purpose: 'question',
      description: 'For the parcel',
      default_values: ['there'],
      multiple: true,
    });
    expect(request).not.toHaveProperty('max_selected');
    expect(request).not.toHaveProperty('tool_schema');
  });

  test('a question for a secret is not shown, because its answer would be in the messages', async () => {
    const args = { prompt: 'Your password?', sensitive: true };
    const { chat } = await converse(sdk, { calls: [{ id: 'q1', name: 'ask_human', args }] });
    expect(createChatReader()(chat)).toEqual({
      requests: [],
      unsupported: [
        { toolCallId: 'q1', error: expect.objectContaining({ code: 'unsupported_request' }) },
      ],
    });
  });

  test('a call that a user message follows can no longer be answered', async () => {
    const { chat, pending, respond, sent } = await converse(sdk, { calls: [mailTo('ann')] });
    const request = the(pending());
    const followed = sdk.createChat(
      { prompts: [], answer: () => Promise.reject(new Error('not asked')) },
      [...chat.messages, { id: 'next', role: 'user', parts: [{ type: 'text', text: 'Wait' }] }],
    );
    expect(createChatReader()(followed).requests).toEqual([]);
    await expect(respondInChat(followed, approvalOf(request))).rejects.toMatchObject({
      code: 'unknown_request',
    });
    expect(sent).toEqual([]);
    await respond(approvalOf(request));
    expect(sent).toEqual(['ann']);
  });

  test('a page that was reloaded answers the calls in the stored messages', async () => {
    const { chat, host, sent } = await converse(sdk, { calls: [mailTo('ann')] });
    const reloaded = sdk.createChat(host, JSON.parse(JSON.stringify(chat.messages)) as unknown[]);
    const request = the(createChatReader()(reloaded).requests);
    await respondInChat(reloaded, approvalOf(request));
    await expect.poll(() => reloaded.status).toBe('ready');
    expect(sent).toEqual(['ann']);
  });
});
