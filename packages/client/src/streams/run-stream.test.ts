import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InteractionRequest, StreamEvent } from '@hitl/protocol';
import { createHitl, defineTool } from '@hitl/server';
import { toNodeHandler } from '@hitl/server/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { approvalOf } from '../submissions/answers.ts';
import { createHitlClient, type HitlClient } from '../client/client.ts';
import type { ClientError } from '../base/errors.ts';
import type { RunStream } from './run-stream.ts';

/** An agent that sends one mail for each word of its input, on a real server with a real port. */
async function open(around?: (inner: RequestListener) => RequestListener) {
  const sent: string[] = [];
  const mail = defineTool({
    name: 'mail',
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    requiresConsent: true,
    execute: ({ to }) => {
      sent.push(to);
      return 'sent';
    },
  });
  const hitl = createHitl({
    agents: [{ name: 'clerk' }],
    tools: [mail],
    models: [
      {
        name: 'script',
        // oxlint-disable-next-line require-await -- a model is asynchronous by contract
        async *generate({ messages, turn }) {
          if (turn > 0) yield { type: 'text', text: 'Done' };
          else {
            for (const to of messages.at(-1)?.content.split(' ') ?? []) {
              const id = `call_${to}`;
              yield { type: 'tool_call', id, name: 'mail', arguments: JSON.stringify({ to }) };
            }
          }
        },
      },
    ],
  });
  onTestFinished(() => hitl.close(0));
  const inner = toNodeHandler(hitl);
  const client = await listen(around?.(inner) ?? inner);
  return { client, hitl, sent };
}

async function listen(listener: RequestListener): Promise<HitlClient> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return createHitlClient({ baseUrl: `http://127.0.0.1:${port}` });
}

async function all(stream: RunStream): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const typesOf = (events: readonly StreamEvent[]) => events.map(({ type }) => type);

const asked = (events: readonly StreamEvent[]): InteractionRequest[] =>
  events.flatMap((event) =>
    event.type === 'interaction_request' ? [event.data.interaction_request] : [],
  );

async function failureOf(work: Promise<unknown>): Promise<ClientError> {
  try {
    await work;
  } catch (error) {
    return error as ClientError;
  }
  return expect.unreachable('it did not fail');
}

const input = { agent_id: 'clerk', input: 'ann', user_id: 'ada' };

describe('a call with stream: true', () => {
  test('streams from the first event until the run suspends, and after an answer until it ends', async () => {
    const { client, sent } = await open();
    const begun = await all(await client.createRun(input, { stream: true }));
    expect(begun[0]?.type).toBe('run_started');
    expect(begun.at(-1)?.type).toBe('execution_suspended');
    const [request] = asked(begun);
    const rest = await all(await client.respond(approvalOf(request!), { stream: true }));
    expect(typesOf(rest)).toEqual(expect.arrayContaining(['interaction_response', 'tool_started']));
    expect(rest.at(-1)?.type).toBe('run_completed');
    expect(sent).toEqual(['ann']);
  });

  test('ends with the events of the settlement if siblings are still pending', async () => {
    const { client } = await open();
    const begun = await all(await client.createRun({ ...input, input: 'a b' }, { stream: true }));
    const [first, second] = asked(begun);
    const settled = await all(await client.respond(approvalOf(first!), { stream: true }));
    expect(typesOf(settled)).toContain('interaction_resolved');
    expect(typesOf(settled)).not.toContain('tool_started');
    const rest = await all(await client.respond(approvalOf(second!), { stream: true }));
    expect(rest.at(-1)?.type).toBe('run_completed');
  });

  test('is refused like a call without a stream, before anything is read', async () => {
    const { client } = await open();
    const [request] = asked(await all(await client.createRun(input, { stream: true })));
    await all(await client.respond(approvalOf(request!), { stream: true }));
    const again = client.respond(
      { ...approvalOf(request!), action: 'deny', confirmed: false },
      { stream: true },
    );
    expect(await failureOf(again)).toMatchObject({ code: 'already_resolved', status: 409 });
    const unknown = client.createRun({ agent_id: 'x', input: '' }, { stream: true });
    expect(await failureOf(unknown)).toMatchObject({ code: 'agent_not_found' });
    const text = client.createRun('clerk' as never, { stream: true });
    expect(await failureOf(text)).toMatchObject({ code: 'bad_call' });
  });

  test('passes every stored event to observers of the client', async () => {
    const { client } = await open();
    const seen: string[] = [];
    onTestFinished(client.observe((event) => void seen.push(event.type)));
    const begun = await all(await client.createRun(input, { stream: true }));
    expect(seen).toEqual(typesOf(begun.filter((event) => 'seq' in event)));
  });

  test('stops by its signal or by leaving the loop; the run continues', async () => {
    const { client } = await open();
    const controller = new AbortController();
    const { signal } = controller;
    const stream = await client.createRun(input, { stream: true, signal });
    controller.abort();
    expect(await failureOf(all(stream))).toMatchObject({ code: 'aborted' });
    const session_id = 'ses_left';
    for await (const event of await client.createRun({ ...input, session_id }, { stream: true })) {
      expect(event.type).toBe('run_started');
      break;
    }
    const followed = await new Promise<string>((resolve) => {
      const handle = client.sessionEvents(session_id, {
        onEvent: ({ type, root_run_id }) => {
          if (type === 'execution_suspended') resolve(root_run_id);
        },
      });
      onTestFinished(() => handle.close());
    });
    expect(await client.getRun(followed)).toMatchObject({ status: 'suspended' });
  });
});

/** Passes the first `frames` frames of a POST on, then ends or cuts the connection. */
function cutAfter(frames: number, how: 'end' | 'destroy') {
  return (inner: RequestListener): RequestListener =>
    (request, response) => {
      if (request.method === 'POST') {
        const write = response.write.bind(response);
        let left = frames;
        response.write = (chunk: Uint8Array) => {
          if (!Buffer.from(chunk).toString().includes('\ndata: ')) return write(chunk);
          if (left > 0) {
            left -= 1;
            const taken = write(chunk);
            if (left === 0) setImmediate(() => response[how]());
            return taken;
          }
          return true;
        };
      }
      inner(request, response);
    };
}

test.each(['end', 'destroy'] as const)(
  'reports a lost stream (%s): the call was accepted, and how to continue',
  async (how) => {
    const { client } = await open(cutAfter(2, how));
    const events: StreamEvent[] = [];
    const reading = (async () => {
      for await (const event of await client.createRun(input, { stream: true })) events.push(event);
    })();
    const error = await failureOf(reading);
    const runId = events[0]?.root_run_id;
    expect(error.code).toBe('network');
    expect(error.message).toContain('the stream was lost before the run stopped');
    expect(error.message).toContain(`the run continues: runEvents("${runId}") has the rest.`);
    expect(events).toHaveLength(2);
  },
);

test.each([
  ['a broken frame', 'data: {"type":"run_started"}\n\n', 'bad_frame'],
  ['nothing', '', 'network'],
])('reports %s as an error, not as the end', async (_what, body, code) => {
  const client = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(body);
  });
  const error = await failureOf(client.createRun(input, { stream: true }).then(all));
  expect(error.code).toBe(code);
  expect(error.message).toContain('repeat the call with the same idempotencyKey to find its run');
});

test('refuses a response that is not a stream of a server', async () => {
  const client = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  const error = await failureOf(client.createRun(input, { stream: true }));
  expect(error.code).toBe('bad_reply');
});
