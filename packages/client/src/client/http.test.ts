import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InteractionResponse, StreamEvent } from '@hitl/protocol';
import { problem } from '@hitl/protocol/endpoints';
import { authorizationRequest, interactionView, run } from '@hitl/protocol/testing';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { approvalOf, denialOf } from '../submissions/answers.ts';
import { createHitlClient, type HitlClient, type HitlClientOptions } from './client.ts';
import type { Connection } from '../base/connection.ts';
import { createSubmission, type SubmissionSnapshot } from '../submissions/submission.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { frameOf, longLog } from '../testing/wire.ts';

/**
 * The client over real sockets: lost, cut, slow or silent connections behave differently there than
 * in a faked response.
 */
const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(resolve));
    }),
  );
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler, options: HitlClientOptions = {}): Promise<HitlClient> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return createHitlClient({ baseUrl: `http://127.0.0.1:${port}`, random: () => 0, ...options });
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
};

const stream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
};

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

interface Followed {
  readonly events: StreamEvent[];
  readonly connections: Connection[];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
}

function follow(client: HitlClient): Followed {
  const events: StreamEvent[] = [];
  const connections: Connection[] = [];
  const ended = new Promise<void>((resolve) => {
    client.runEvents('run_1', {
      onEvent: (event) => events.push(event),
      onConnection(connection) {
        connections.push(connection);
        if (connection.status === 'closed') resolve();
      },
    });
  });
  return { events, connections, ended };
}

/** The default is for everyday use; `HITL_RUNS=1000` for a long run. */
const RUNS = Number(process.env['HITL_RUNS'] ?? 30);

describe('a stream over real sockets', () => {
  test('delivers every event once and in order when cut at random bytes with repeats', async () => {
    const log = longLog(60);
    const frames = log.map((event) => Buffer.from(frameOf(event)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(12_000), { maxLength: 8 }),
        fc.nat(3),
        fc.boolean(),
        async (cuts, overlap, abruptly) => {
          let connections = 0;
          const client = await serve((request, response) => {
            const after = Number(request.headers['last-event-id'] ?? 0);
            const rest = Buffer.concat(frames.slice(Math.max(0, after - overlap)));
            const cut = cuts[connections] ?? rest.length;
            connections += 1;
            stream(response);
            if (cut >= rest.length) response.end(rest);
            else if (abruptly) response.write(rest.subarray(0, cut), () => response.destroy());
            else response.end(rest.subarray(0, cut));
          });
          const followed = follow(client);
          await followed.ended;
          expect(followed.events).toEqual(log);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('delivers every event when they arrive one byte at a time', async () => {
    const log = longLog(5);
    const client = await serve((_, response) => {
      stream(response);
      const bytes = Buffer.from(log.map((event) => frameOf(event)).join(''));
      const drip = (at: number): void => {
        if (at === bytes.length) response.end();
        else response.write(bytes.subarray(at, at + 1), () => void setImmediate(drip, at + 1));
      };
      drip(0);
    });
    const followed = follow(client);
    await followed.ended;
    expect(followed.events).toEqual(log);
    expect(followed.connections.map(({ status }) => status)).toEqual([
      'connecting',
      'open',
      'closed',
    ]);
  });

  test('detects a silent peer after 45 seconds', async () => {
    const log = longLog(4);
    const clock = createFakeClock();
    const lastIds: (string | undefined)[] = [];
    let received: (() => void) | undefined;
    const silence = new Promise<void>((resolve) => {
      received = resolve;
    });
    const client = await serve(
      (request, response) => {
        lastIds.push(request.headers['last-event-id'] as string | undefined);
        stream(response);
        if (lastIds.length === 1) response.write(frameOf(log[0]!) + frameOf(log[1]!));
        else response.end(frameOf(log[2]!) + frameOf(log[3]!));
      },
      { clock },
    );
    const seen: number[] = [];
    const ended = new Promise<void>((resolve) => {
      client.runEvents('run_1', {
        onEvent(event) {
          if ('seq' in event) seen.push(event.seq);
          if (seen.length === 2) received?.();
        },
        onConnection({ status, retryInMs = 0 }) {
          if (status === 'offline') queueMicrotask(() => clock.advance(retryInMs));
          if (status === 'closed') resolve();
        },
      });
    });
    await silence;
    clock.advance(45_000);
    await ended;
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(lastIds).toEqual([undefined, '2']);
  });

  test('connects once a server that was down is up', async () => {
    const log = longLog(3);
    let refused = 0;
    const client = await serve((request, response) => {
      if (refused < 3) {
        refused += 1;
        request.socket.destroy();
        return;
      }
      stream(response);
      response.end(log.map((event) => frameOf(event)).join(''));
    });
    const followed = follow(client);
    await followed.ended;
    expect(followed.events).toEqual(log);
    expect(followed.connections.map(({ status }) => status)).toEqual([
      'connecting',
      'offline',
      'offline',
      'offline',
      'open',
      'closed',
    ]);
  });

  test('disconnects immediately when closed', async () => {
    let hungUp: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const client = await serve((request, response) => {
      request.on('close', () => hungUp?.());
      stream(response);
      response.write(frameOf(longLog(3)[0]!));
    });
    const controller = new AbortController();
    client.runEvents('run_1', {
      signal: controller.signal,
      onEvent: () => controller.abort(),
    });
    await gone;
  });
});

/** A server that settles one question like ours: the first answer wins, and idempotency keys work. */
function settleOnce(
  fault: (post: number) => 'none' | 'lost before' | 'lost after' | 'error page',
): {
  readonly decisions: InteractionResponse[];
  readonly handler: Handler;
} {
  const decisions: InteractionResponse[] = [];
  const request = authorizationRequest();
  let winner: string | undefined;
  let posts = 0;
  const handler: Handler = (incoming, response) => {
    if (incoming.method === 'GET') {
      const status = winner === undefined ? 'pending' : 'answered';
      json(response, 200, interactionView({ interaction_request: request, status }));
      return;
    }
    posts += 1;
    const failing = fault(posts);
    if (failing === 'lost before') {
      incoming.socket.destroy();
      return;
    }
    void settle(incoming, response, failing);
  };

  async function settle(
    incoming: IncomingMessage,
    response: ServerResponse,
    failing: string,
  ): Promise<void> {
    const body = await bodyOf(incoming);
    const key = incoming.headers['idempotency-key'] as string;
    const first = winner === undefined;
    if (first) {
      winner = key;
      decisions.push(body as InteractionResponse);
    }
    if (failing === 'lost after') incoming.socket.destroy();
    else if (failing === 'error page') response.writeHead(502).end('<h1>Bad gateway</h1>');
    else if (winner === key) json(response, 200, { status: 'running', run: run() });
    else {
      const interaction = interactionView({ status: 'answered', resolved_by: 'bob' });
      json(response, 409, problem('already_resolved', 'Bob was faster.', { interaction }));
    }
  }
  return { decisions, handler };
}

describe('an answer over real sockets', () => {
  test('is recorded once whatever is lost, and the card says who decided', async () => {
    const fault = fc.constantFrom('none', 'lost before', 'lost after', 'error page' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 5 }), async (faults) => {
        const { decisions, handler } = settleOnce((post) => faults[post - 1] ?? 'none');
        const clock = createFakeClock();
        const client = await serve(handler, { clock });
        const request = authorizationRequest({ expires_at: '2999-01-01T00:00:00.000Z' });
        const submission = createSubmission(client, request);
        const over = new Promise<SubmissionSnapshot>((resolve) => {
          submission.subscribe(() => {
            const snapshot = submission.getSnapshot();
            if (snapshot.status === 'confirmed') resolve(snapshot);
          });
        });
        let snapshot = await submission.submit(approvalOf(request));
        while (snapshot.status === 'unknown') {
          snapshot = await submission.check();
        }
        expect((await over).status).toBe('confirmed');
        expect(decisions).toEqual([approvalOf(request)]);
      }),
      { numRuns: RUNS },
    );
  });

  test('wins or loses against a concurrent one, and both cards say which', async () => {
    const { decisions, handler } = settleOnce(() => 'none');
    const one = await serve(handler);
    const two = createHitlClient({
      baseUrl: `http://127.0.0.1:${(servers[0]!.address() as AddressInfo).port}`,
    });
    const request = authorizationRequest({ expires_at: '2999-01-01T00:00:00.000Z' });
    const outcomes = await Promise.all([
      createSubmission(one, request).submit(approvalOf(request)),
      createSubmission(two, request).submit(denialOf(request)),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      'answered_elsewhere',
      'confirmed',
    ]);
    expect(decisions).toHaveLength(1);
  });
});

test('reveals the clock of a real server by its headers', async () => {
  const clock = createFakeClock();
  const client = await serve((_, response) => json(response, 200, { agents: [] }), { clock });
  await client.listAgents();
  expect(Math.abs(client.clock.now() - Date.now())).toBeLessThan(60_000);
});
