import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelChunk } from '../agents/model.ts';
import { createOpenAiModel, type OpenAiModelOptions } from './openai.ts';
import { collect, modelRequest, textIn } from './model-request.fixture.ts';

interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

type Answer = (response: ServerResponse) => void | Promise<void>;

/** A server that returns the n-th answer to the n-th request, then always the last one. */
async function serve(...answers: Answer[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      received.push({ url: request.url, headers: request.headers, body: JSON.parse(body) });
      await answers[Math.min(received.length, answers.length) - 1]?.(response);
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { base_url: `http://127.0.0.1:${address.port}/v1`, received };
}

/** Streams the events in packets of `size` bytes. */
function stream(events: readonly unknown[], size = Infinity, newline = '\n'): Answer {
  const lines = events.map((event) => {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    return `data: ${data}${newline}${newline}`;
  });
  const bytes = Buffer.from(`: hello${newline}${newline}${lines.join('')}`);
  return async (response) => {
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      await nextTick();
    }
    response.end();
  };
}

const delta = (content: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: content, finish_reason }],
});

const refuse =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

const KEY = 'sk-secret-0123456789';

function model(options: { baseUrl: string } & Partial<OpenAiModelOptions>, waits: number[] = []) {
  return createOpenAiModel({
    name: 'm',
    model: 'gpt-x',
    apiKey: KEY,
    random: () => 1,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    ...options,
  });
}

const HELLO = [
  delta({ role: 'assistant', content: '' }),
  delta({ content: 'Hello' }),
  delta({}, 'stop'),
  '[DONE]',
];

test('sends the conversation and the tools in the format of chat completions', async () => {
  const { base_url, received } = await serve(stream(HELLO));
  await collect(
    model({ baseUrl: `${base_url}/` }).generate(
      modelRequest({
        systemPrompt: 'You are careful.',
        messages: [
          { role: 'user', content: 'Lint it' },
          {
            role: 'assistant',
            content: '',
            toolCalls: [{ id: 'c1', name: 'bash', args: { command: 'ls' } }],
          },
          { role: 'tool', toolCallId: 'c1', name: 'bash', content: 'a.txt', isSuccess: true },
          { role: 'assistant', content: 'Done', toolCalls: [] },
        ],
        tools: [
          { name: 'bash', description: 'A shell', parameters: { type: 'object' } },
          { name: 'other', parameters: { type: 'object' } },
        ],
      }),
    ),
  );
  expect(received).toEqual([
    {
      url: '/v1/chat/completions',
      headers: expect.objectContaining({
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
      }),
      body: {
        model: 'gpt-x',
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: 'system', content: 'You are careful.' },
          { role: 'user', content: 'Lint it' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: 'c1',
                type: 'function',
                function: { name: 'bash', arguments: '{"command":"ls"}' },
              },
            ],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'a.txt' },
          { role: 'assistant', content: 'Done' },
        ],
        tools: [
          {
            type: 'function',
            function: { name: 'bash', description: 'A shell', parameters: { type: 'object' } },
          },
          { type: 'function', function: { name: 'other', parameters: { type: 'object' } } },
        ],
      },
    },
  ]);
});

test('sends no empty system prompt, list of tools or key', async () => {
  const { base_url: baseUrl, received } = await serve(stream(HELLO));
  await collect(model({ baseUrl, apiKey: '' }).generate(modelRequest()));
  expect(received[0]?.body).toEqual({
    model: 'gpt-x',
    stream: true,
    stream_options: { include_usage: true },
    messages: [],
  });
  expect(received[0]?.headers).not.toHaveProperty('authorization');
});

const MIXED = [
  delta({ role: 'assistant', content: 'Grüße ' }),
  delta({ content: '🦊!' }),
  delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'bash', arguments: '' } }] }),
  delta({ tool_calls: [{ index: 0, function: { arguments: '{"comm' } }] }),
  delta({
    tool_calls: [
      { index: 1, id: 'c2', function: { name: 'file_read', arguments: '{"path":' } },
      { index: 0, function: { arguments: 'and":"ls ä"}' } },
    ],
  }),
  delta({ tool_calls: [{ index: 1, function: { arguments: '"a"}' } }] }),
  delta({}, 'tool_calls'),
  {
    choices: [],
    usage: { prompt_tokens: 7, completion_tokens: 5, prompt_tokens_details: { cached: 1 } },
  },
  '[DONE]',
];

const MIXED_ANSWER: readonly ModelChunk[] = [
  { type: 'text', text: 'Grüße ' },
  { type: 'text', text: '🦊!' },
  { type: 'tool_call', id: 'c1', name: 'bash', arguments: '{"command":"ls ä"}' },
  { type: 'tool_call', id: 'c2', name: 'file_read', arguments: '{"path":"a"}' },
  { type: 'usage', usage: { prompt_tokens: 7, completion_tokens: 5 } },
];

test.each([
  [1, '\n'],
  [1, '\r\n'],
  [2, '\r'],
  [3, '\r\n'],
  [7, '\n'],
  [64, '\r\n'],
  [Infinity, '\n'],
])(
  'reads text, calls and usage from packets of %d bytes with line ends %j',
  async (size, newline) => {
    const { base_url: baseUrl } = await serve(stream(MIXED, size, newline));
    expect(await collect(model({ baseUrl }).generate(modelRequest()))).toEqual(MIXED_ANSWER);
  },
);

test.each([
  [
    'every call has the index 0',
    [
      { index: 0, id: 'a', function: { name: 'x', arguments: '{}' } },
      { index: 0, id: 'b', function: { name: 'y', arguments: '{}' } },
    ],
  ],
  [
    'calls have no index',
    [
      { id: 'a', function: { name: 'x', arguments: '{' } },
      { function: { arguments: '}' } },
      { id: 'b', function: { name: 'y', arguments: {} } },
    ],
  ],
  [
    'every piece repeats the id and the name',
    [
      { index: 3, id: 'a', function: { name: 'x', arguments: '{' } },
      { index: 3, id: 'a', function: { name: 'x', arguments: '}' } },
      { index: 4, id: 'b', function: { name: 'y', arguments: ' ' } },
    ],
  ],
])('joins the pieces of calls where %s', async (_name, fragments) => {
  const events = fragments.map((fragment) => delta({ tool_calls: [fragment] }));
  const { base_url: baseUrl } = await serve(stream([...events, delta({}, 'tool_calls')]));
  expect(await collect(model({ baseUrl }).generate(modelRequest()))).toEqual([
    { type: 'tool_call', id: 'a', name: 'x', arguments: '{}' },
    { type: 'tool_call', id: 'b', name: 'y', arguments: '{}' },
  ]);
});

test('leaves a call without an id unchanged', async () => {
  const call = { index: 0, function: { name: 'x', arguments: '{}' } };
  const { base_url: baseUrl } = await serve(stream([delta({ tool_calls: [call] }, 'tool_calls')]));
  expect(await collect(model({ baseUrl }).generate(modelRequest()))).toEqual([
    { type: 'tool_call', id: '', name: 'x', arguments: '{}' },
  ]);
});

test('retries twice while the server is busy or failing', async () => {
  const { base_url: baseUrl, received } = await serve(
    refuse(503, ''),
    refuse(429, ''),
    stream(HELLO),
  );
  const waits: number[] = [];
  expect(textIn(await collect(model({ baseUrl }, waits).generate(modelRequest())))).toBe('Hello');
  expect(received).toHaveLength(3);
  expect(waits).toEqual([500, 1000]);
});

test('retries when the connection breaks before the first chunk', async () => {
  const { base_url: baseUrl, received } = await serve(
    (response) => void response.destroy(),
    stream([delta({ role: 'assistant' })]),
    stream(HELLO),
  );
  expect(textIn(await collect(model({ baseUrl }).generate(modelRequest())))).toBe('Hello');
  expect(received).toHaveLength(3);
});

test('waits as long as the server requests, up to a limit', async () => {
  const patient = await serve(refuse(429, '', { 'retry-after': '3' }), stream(HELLO));
  const waits: number[] = [];
  await collect(model({ baseUrl: patient.base_url }, waits).generate(modelRequest()));
  expect(waits).toEqual([3000]);
  const hopeless = await serve(refuse(429, 'come back tomorrow', { 'retry-after': '86400' }));
  await expect(
    collect(model({ baseUrl: hopeless.base_url }).generate(modelRequest())),
  ).rejects.toThrow("The model's server answered 429: come back tomorrow");
  expect(hopeless.received).toHaveLength(1);
});

test('gives up after the third attempt, with the server’s reason', async () => {
  const { base_url: baseUrl, received } = await serve(
    refuse(500, '{"error":{"message":"out of memory"}}'),
  );
  await expect(collect(model({ baseUrl }).generate(modelRequest()))).rejects.toMatchObject({
    code: 'model_error',
    message: "The model's server answered 500: out of memory",
  });
  expect(received).toHaveLength(3);
});

test.each([
  ['{"error":{"message":"no such model"}}', 'no such model'],
  ['{"error":"no such model"}', 'no such model'],
  ['{"message":"no such model"}', 'no such model'],
  ['no such model', 'no such model'],
  ['null', 'null'],
  ['', 'Bad Request'],
])('does not retry a refused request: %j', async (body, reason) => {
  const { base_url: baseUrl, received } = await serve(refuse(400, body));
  await expect(collect(model({ baseUrl }).generate(modelRequest()))).rejects.toThrow(
    `The model's server answered 400: ${reason}`,
  );
  expect(received).toHaveLength(1);
});

test('does not retry after the response has started', async () => {
  const { base_url: baseUrl, received } = await serve(stream([delta({ content: 'Hel' })]));
  const chunks: ModelChunk[] = [];
  const work = (async () => {
    for await (const chunk of model({ baseUrl }).generate(modelRequest())) chunks.push(chunk);
  })();
  await expect(work).rejects.toThrow('The stream of the model stopped before its end');
  expect(chunks).toEqual([{ type: 'text', text: 'Hel' }]);
  expect(received).toHaveLength(1);
});

test.each([
  [{ error: { message: 'context too long' } }, 'context too long'],
  ['{"choices":', 'The model sent invalid JSON: {"choices":'],
])('fails with the error in the middle of the stream: %j', async (event, message) => {
  const { base_url: baseUrl } = await serve(stream([delta({ content: 'a' }), event]));
  await expect(collect(model({ baseUrl }).generate(modelRequest()))).rejects.toThrow(message);
});

test('refuses an event without end', async () => {
  const endless = `{"choices":[{"delta":{"content":"${'x'.repeat(9_000_000)}`;
  const { base_url: baseUrl } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(delta({ content: 'Hel' }))}\n\n`);
    response.end(`data: ${endless}`);
  });
  await expect(collect(model({ baseUrl }).generate(modelRequest()))).rejects.toThrow(
    'The model sent an event of more than 8 MiB',
  );
});

test('keeps the key out of every message', async () => {
  const { base_url: baseUrl } = await serve(
    refuse(401, `{"error":{"message":"bad key ${KEY}, sorry"}}`),
  );
  const refused = collect(model({ baseUrl }).generate(modelRequest()));
  await expect(refused).rejects.toThrow('bad key ***, sorry');
  const apiKey = `${KEY}\nx`;
  const unsendable = collect(model({ baseUrl, apiKey }).generate(modelRequest()));
  const error = await unsendable.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
});

test('reports network errors with their cause', async () => {
  // The port of a closed server refuses connections.
  const closed = createServer();
  await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', resolve));
  const address = closed.address();
  await new Promise((resolve) => void closed.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  const baseUrl = `http://127.0.0.1:${address.port}`;
  const waits: number[] = [];
  await expect(collect(model({ baseUrl }, waits).generate(modelRequest()))).rejects.toThrow(
    'ECONNREFUSED',
  );
  expect(waits).toHaveLength(2);
});

test('stops immediately when it is aborted, and stops the server', async () => {
  let closed: Promise<unknown> | undefined;
  const { base_url: baseUrl, received } = await serve((response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(delta({ content: 'Hel' }))}\n\n`);
  });
  const controller = new AbortController();
  const reason = new Error('aborted by a person');
  const work = (async () => {
    const request = modelRequest({ signal: controller.signal });
    for await (const chunk of model({ baseUrl }).generate(request)) {
      expect(chunk).toEqual({ type: 'text', text: 'Hel' });
      controller.abort(reason);
    }
  })();
  await expect(work).rejects.toBe(reason);
  await closed;
  expect(received).toHaveLength(1);
});

test('stops the server when reading ends', async () => {
  let closed: Promise<unknown> | undefined;
  const { base_url: baseUrl } = await serve((response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(delta({ content: 'Hel' }))}\n\n`);
  });
  for await (const chunk of model({ baseUrl }).generate(modelRequest())) {
    expect(chunk.type).toBe('text');
    break;
  }
  await closed;
});

test('does not wait for a retry when it is aborted meanwhile', async () => {
  const { base_url: baseUrl, received } = await serve(refuse(503, ''));
  const controller = new AbortController();
  const reason = new Error('aborted');
  const impatient = createOpenAiModel({
    name: 'm',
    model: 'x',
    baseUrl,
    fetch: async (...args) => {
      const response = await fetch(...args);
      setImmediate(() => controller.abort(reason));
      return response;
    },
  });
  const work = collect(impatient.generate(modelRequest({ signal: controller.signal })));
  await expect(work).rejects.toBe(reason);
  expect(received).toHaveLength(1);
});

test('refuses an invalid baseUrl', () => {
  expect(() => model({ baseUrl: 'api.example.com/v1' })).toThrow(TypeError);
  expect(() => model({ baseUrl: 'file:///v1' })).toThrow('baseUrl must be a URL of http or https');
});
