import { Client as ClientV2, InMemoryTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { inputRequired, McpServer as ServerV2 } from '@modelcontextprotocol/server';
import { createHitl, type Hitl } from '@hitl/server';
import { expect, onTestFinished, test } from 'vitest';
import { answerInputRequests, createElicitationHandler, type ElicitParams } from './index.ts';

const FORM: ElicitParams = {
  message: 'Where shall the release go?',
  requestedSchema: {
    type: 'object',
    properties: {
      region: { type: 'string', enum: ['eu', 'us'], enumNames: ['Europe', 'America'] },
      copies: { type: 'integer', title: 'Copies', minimum: 1, maximum: 9 },
      dry: { type: 'boolean' },
      contact: { type: 'string', format: 'email' },
      tags: { type: 'array', items: { enum: ['a', 'b', 'c'], type: 'string' }, maxItems: 2 },
    },
    required: ['region', 'copies'],
  },
};

function openInbox() {
  const hitl = createHitl({ agents: [] });
  onTestFinished(() => hitl.close(0));
  const handler = createElicitationHandler(hitl.gate, { sessionId: 's1', serverName: 'releases' });
  return { hitl, handler };
}

interface Asked {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly interactions?: readonly { readonly id: string; readonly type: string }[];
}

/** The pending question, once there is one. */
async function waiting(hitl: Hitl): Promise<Asked> {
  const list = async (): Promise<readonly Asked[]> => {
    const reply = await hitl.fetch(new Request('http://localhost/interactions?status=pending'));
    return ((await reply.json()) as { interactions: Asked[] }).interactions;
  };
  await expect.poll(list, { timeout: 60_000 }).toHaveLength(1);
  const [asked] = await list();
  if (asked === undefined) throw new Error('nothing waits');
  return asked;
}

async function answer(hitl: Hitl, { id, type }: Asked, body: object): Promise<number> {
  const request = new Request(`http://localhost/interactions/${id}/respond`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ request_id: id, type, ...body }),
  });
  return (await hitl.fetch(request)).status;
}

const filled = (copies: string) => ({
  responses: [
    { request_id: 'region', type: 'select', selected_values: ['eu'] },
    { request_id: 'copies', type: 'input', text: copies },
    { request_id: 'dry', type: 'confirm', confirmed: false },
    { request_id: 'contact', type: 'input' },
    { request_id: 'tags', type: 'select', selected_values: ['a', 'c'] },
  ],
});

const CONTENT = { region: 'eu', copies: 5, dry: false, tags: ['a', 'c'] };

test('a server of MCP 2025-11-25 gets the values that a person entered, with the types of its schema', async () => {
  const { hitl, handler } = openInbox();
  const server = new McpServer({ name: 'releases', version: '1.0.0' });
  server.registerTool('release', {}, async () => {
    const result = await server.server.elicitInput(
      FORM as Parameters<typeof server.server.elicitInput>[0],
    );
    return { content: [{ type: 'text', text: JSON.stringify(result) }] };
  });
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: { elicitation: {} } },
  );
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { requestId, signal }) => ({
    ...(await handler(params, { id: `elicit-${requestId}`, signal })),
  }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);

  const called = client.callTool({ name: 'release' });
  const asked = await waiting(hitl);
  expect(asked).toMatchObject({
    type: 'combined',
    title: FORM.message,
    description: 'releases asks.',
  });
  expect(asked.interactions?.map(({ id, type }) => [id, type])).toEqual([
    ['region', 'select'],
    ['copies', 'input'],
    ['dry', 'confirm'],
    ['contact', 'input'],
    ['tags', 'select'],
  ]);
  expect(await answer(hitl, asked, filled('5'))).toBe(200);
  const { content } = (await called) as { content: { text: string }[] };
  expect(JSON.parse(content[0]?.text ?? '')).toEqual({ action: 'accept', content: CONTENT });
  await client.close();
});

test('a server of MCP 2026-07-28 is called again with the values that a person entered', async () => {
  const { hitl, handler } = openInbox();
  const server = new ServerV2({ name: 'releases', version: '1.0.0' });
  server.registerTool('release', {}, (ctx) => {
    const { inputResponses } = ctx.mcpReq;
    if (inputResponses === undefined) {
      const elicit = inputRequired.elicit(FORM as Parameters<typeof inputRequired.elicit>[0]);
      return inputRequired({ inputRequests: { where: elicit }, requestState: 'r-1' });
    }
    return { content: [{ type: 'text', text: JSON.stringify(inputResponses) }] };
  });
  const client = new ClientV2(
    { name: 'host', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  );
  let elicited = 0;
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    elicited += 1;
    return handler(params, { id: `elicit-${elicited}` });
  });
  const [near, far] = TransportV2.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);

  const called = client.callTool({ name: 'release' });
  expect(await answer(hitl, await waiting(hitl), filled('5'))).toBe(200);
  const { content } = (await called) as { content: { text: string }[] };
  expect(JSON.parse(content[0]?.text ?? '')).toEqual({
    where: { action: 'accept', content: CONTENT },
  });
  await client.close();
});

test("a result that requests input can be answered without the client's support", async () => {
  const { hitl, handler } = openInbox();
  const inputRequests = { where: { method: 'elicitation/create', params: FORM } };
  const result = { resultType: 'input_required', inputRequests, requestState: 'r-1' } as const;
  const answered = answerInputRequests(result, handler, { id: 'call-1' });
  await answer(hitl, await waiting(hitl), filled('5'));
  expect(await answered).toEqual({
    inputResponses: { where: { action: 'accept', content: CONTENT } },
    requestState: 'r-1',
  });
});

test('an invalid value is asked for again, with the reason', async () => {
  const { hitl, handler } = openInbox();
  const result = handler(FORM, { id: 'call-1' });
  await answer(hitl, await waiting(hitl), filled('12'));
  await expect
    .poll(async () => (await waiting(hitl)).description, { timeout: 60_000 })
    .toBe('releases asks again: Copies: Enter 9 or less.');
  await answer(hitl, await waiting(hitl), filled('9'));
  expect(await result).toMatchObject({ action: 'accept', content: { copies: 9 } });
});

test("a person's refusal is decline; a missing decision is cancel", async () => {
  const { hitl, handler } = openInbox();
  const declined = handler(FORM, { id: 'call-1' });
  await answer(hitl, await waiting(hitl), { action: 'deny' });
  expect(await declined).toEqual({ action: 'decline' });

  const options = { sessionId: 's1', serverName: 'releases', expiresInMs: 1 };
  const expiring = createElicitationHandler(hitl.gate, options);
  expect(await expiring(FORM, { id: 'call-2' })).toEqual({ action: 'cancel' });
});

test('an answer given while no client was running counts for the next ones, each time', async () => {
  const { hitl, handler } = openInbox();
  const stop = new AbortController();
  const lost = handler(FORM, { id: 'call-1', signal: stop.signal });
  const asked = await waiting(hitl);
  stop.abort();
  await expect(lost).rejects.toMatchObject({ code: 'aborted' });
  expect(await answer(hitl, asked, filled('5'))).toBe(200);
  const accepted = { action: 'accept', content: CONTENT };
  const hosts = [
    handler,
    createElicitationHandler(hitl.gate, { sessionId: 's1', serverName: 'releases' }),
  ];
  expect(await Promise.all(hosts.map((host) => host(FORM, { id: 'call-1' })))).toEqual([
    accepted,
    accepted,
  ]);
});

test('a page to open is a confirmation with the whole address', async () => {
  const { hitl, handler } = openInbox();
  const url = 'https://example.com/sign-in?state=1';
  const opened = handler({ mode: 'url', message: 'Sign in', url }, { id: 'call-1' });
  const asked = await waiting(hitl);
  expect(asked).toMatchObject({
    type: 'confirm',
    title: 'Sign in',
    description: expect.stringContaining(url),
  });
  await answer(hitl, asked, { confirmed: true });
  expect(await opened).toEqual({ action: 'accept' });
});

test.each([
  ['a nested object', { properties: { a: { type: 'object', properties: {} } } }],
  ['a pattern', { properties: { a: { type: 'string', pattern: '^a' } } }],
  ['choices that are no texts', { properties: { a: { type: 'string', enum: [1, 2] } } }],
  ['a field without a schema', { properties: { a: true } }],
])('a form with %s is refused, not shortened', async (_, requestedSchema) => {
  const { handler } = openInbox();
  await expect(handler({ message: 'Fill in', requestedSchema }, { id: 'c' })).rejects.toMatchObject(
    {
      code: 'unsupported_request',
    },
  );
});

test('an address of another kind is refused', async () => {
  const { handler } = openInbox();
  const params = { mode: 'url', message: 'Open', url: 'javascript:alert(1)' };
  await expect(handler(params, { id: 'c' })).rejects.toMatchObject({ code: 'unsupported_request' });
});

test('a message that is too long for a card is cut, and the question is asked', async () => {
  const { hitl, handler } = openInbox();
  const message = `Where? ${'\u{1f600}'.repeat(20_000)}`;
  const done = handler({ ...FORM, message }, { id: 'e1' });
  const asked = await waiting(hitl);
  expect(asked.title).toMatch(/^Where\? (?:\u{1f600})+…$/u);
  expect(await answer(hitl, asked, filled('5'))).toBe(200);
  expect(await done).toEqual({ action: 'accept', content: CONTENT });
});
