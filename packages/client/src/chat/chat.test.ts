import { createHitl, createScriptedModel, defineTool, type Hitl } from '@hitl/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHitlClient } from '../client/client.ts';
import { createChat, type Chat, type ChatView } from './chat.ts';

/** For a busy machine; nothing here is timed. */
const patience = { timeout: 60_000 };
const slow = { timeout: 180_000 };

/** A server whose agent writes two mails, one after the other, each with approval. */
function createClerk(): Hitl {
  const mail = defineTool({
    name: 'mail',
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    permission: { kind: 'text', arg: 'to' },
    requiresConsent: true,
    execute: async ({ to }) => `Sent to ${to}`,
  });
  const turns = [
    { text: 'Let me write.', toolCalls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }] },
    { toolCalls: [{ id: 'c2', name: 'mail', args: { to: 'bob' } }] },
    { text: 'All done.' },
  ];
  const models = [createScriptedModel({ name: 'script', turns })];
  const hitl = createHitl({ agents: [{ name: 'clerk' }], tools: [mail], models });
  onTestFinished(() => hitl.close(0));
  return hitl;
}

/** A page on that server. */
function open(hitl: Hitl, userId: string): { chat: Chat; view: () => ChatView } {
  const client = createHitlClient({ fetch: hitl.fetch, lingerMs: 0, openChannel: null });
  const chat = createChat(client, { sessionId: 's', agentId: 'clerk', userId, armingDelayMs: 0 });
  onTestFinished(chat.subscribe(() => {}));
  return { chat, view: () => chat.getSnapshot() };
}

/** Waits for the card about a mail and presses one of its buttons. */
async function answer({ view }: { view: () => ChatView }, to: string, id: string): Promise<void> {
  const buttons = await vi.waitFor(() => {
    const card = view().cards.find(({ open: waits, preview: [part] }) => {
      return waits && part?.lines[0]?.text === to;
    });
    expect(card).toBeDefined();
    return card?.buttons;
  }, patience);
  buttons?.find((one) => one.id === id)?.press();
}

test(
  'a call moves from its card to an entry of the conversation, for any person who answers',
  slow,
  async () => {
    const hitl = createClerk();
    const ann = open(hitl, 'ann');
    ann.chat.send('Write to both');
    await answer(ann, 'ann', 'allow');
    const bob = open(hitl, 'bob');
    await answer(bob, 'bob', 'deny');
    const said = (): string => JSON.stringify(ann.view().items);
    await vi.waitFor(() => expect(said()).toContain('All done.'), patience);
    expect(ann.view().cards).toEqual([]);
    expect(ann.view().items).toMatchObject([
      { kind: 'user', text: 'Write to both', state: 'done' },
      { kind: 'assistant', text: 'Let me write.' },
      { kind: 'call', state: 'ran', text: 'Ran mail', subject: 'ann', output: 'Sent to ann' },
      { kind: 'call', state: 'denied', text: 'Denied mail', subject: 'bob' },
      { kind: 'assistant', text: 'All done.' },
    ]);
    const facts = ann.view().items.map((item) => item.facts?.split(' · ')[0]);
    expect(facts).toEqual([undefined, undefined, 'allowed by you', 'by bob', undefined]);
  },
);

test('a message that could not be sent says why, and can be sent again', slow, async () => {
  const hitl = createClerk();
  let down = true;
  const client = createHitlClient({
    fetch: (request) => (down ? Promise.reject(new TypeError('no network')) : hitl.fetch(request)),
    lingerMs: 0,
    openChannel: null,
  });
  const chat = createChat(client, { sessionId: 's', agentId: 'clerk' });
  onTestFinished(chat.subscribe(() => {}));
  chat.send('Hello \u202E');
  const failed = await vi.waitFor(() => {
    const item = chat.getSnapshot().items[0];
    expect(item).toMatchObject({
      text: 'Hello \\u{202e}',
      state: 'failed',
      facts: expect.stringMatching(/^Not sent. The server could not be reached./),
    });
    return item;
  }, patience);
  expect(chat.getSnapshot().notice).toBe('Offline. What you see may be out of date.');
  down = false;
  failed?.buttons[0]?.press();
  const first = (): unknown => chat.getSnapshot().items[0];
  await vi.waitFor(() => expect(first()).toMatchObject({ state: 'done' }), patience);
});
