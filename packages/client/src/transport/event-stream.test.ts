import type { RunEvent, StreamEvent, UnknownEvent } from '@hitl/protocol';
import { problem } from '@hitl/protocol/endpoints';
import { interactionRequest, runStarted, sessionLog, stepDelta } from '@hitl/protocol/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHitlClient, type EventHandlers } from '../client/client.ts';
import type { Connection, ConnectionStatus, StreamHandle } from '../base/connection.ts';
import type { ClientError } from '../base/errors.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import { createWire, frameOf, longLog, type Wire } from '../testing/wire.ts';
import { settled } from '../testing/settled.fixture.ts';

interface Followed {
  readonly clock: FakeClock;
  readonly requests: Request[];
  readonly events: StreamEvent[];
  readonly unknown: UnknownEvent[];
  readonly connections: Connection[];
  readonly errors: ClientError[];
  readonly handle: StreamHandle;
  batches: number;
  statuses(): ConnectionStatus[];
  sequence(): number[];
}

type Answer = Wire | Response | Error | 'never';

/** Follows `run_1`; the n-th connection gets the n-th answer, later ones hang. */
async function follow(
  answers: readonly Answer[],
  more: Partial<EventHandlers> & { session?: boolean; random?: () => number } = {},
): Promise<Followed> {
  const clock = createFakeClock();
  const requests: Request[] = [];
  const client = createHitlClient({
    clock,
    random: more.random ?? (() => 0.5),
    async fetch(request) {
      const answer = answers[requests.length] ?? 'never';
      requests.push(request);
      if (answer === 'never') return new Promise(() => {});
      if (answer instanceof Error) throw answer;
      return 'response' in answer ? answer.response : answer;
    },
  });
  const events: StreamEvent[] = [];
  const unknown: UnknownEvent[] = [];
  const connections: Connection[] = [];
  const errors: ClientError[] = [];
  const followed = { batches: 0 };
  const handlers: EventHandlers = {
    onEvent: (event) => events.push(event),
    onUnknownEvent: (event) => unknown.push(event),
    onBatch: () => (followed.batches += 1),
    onConnection: (connection) => connections.push(connection),
    onError: (error) => errors.push(error),
    ...more,
  };
  const handle = more.session
    ? client.sessionEvents('ses_1', handlers)
    : client.runEvents('run_1', handlers);
  await settled();
  return Object.assign(followed, {
    clock,
    requests,
    events,
    unknown,
    connections,
    errors,
    handle,
    statuses: () => connections.map(({ status }) => status),
    sequence: () => events.flatMap((event) => ('seq' in event ? [event.seq] : [])),
  });
}

const lastIds = ({ requests }: Followed): (string | null)[] =>
  requests.map(({ headers }) => headers.get('last-event-id'));

describe('following a run', () => {
  test('delivers each event as it comes, and ends with the run', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const log = longLog(4);
    wire.send(frameOf(log[0]!) + frameOf(log[1]!));
    await settled();
    expect(followed.events).toEqual(log.slice(0, 2));
    expect(followed.batches).toBe(1);
    wire.send(': heartbeat\n\n');
    await settled();
    expect(followed.batches, 'a heartbeat is nothing to render').toBe(1);
    wire.send(frameOf(log[2]!) + frameOf(log[3]!));
    wire.end();
    await settled();
    followed.clock.advance(120_000);
    await settled();
    expect(followed.events).toEqual(log);
    expect(followed.statuses()).toEqual(['connecting', 'open', 'closed']);
    expect(followed.connections.at(-1)).toEqual({ status: 'closed' });
    expect(followed.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://localhost/runs/run_1/events',
    ]);
    expect(followed.requests[0]?.headers.get('accept')).toBe('text/event-stream');
  });

  test('connects again behind the last event it took', async () => {
    const wires = [createWire(), createWire()];
    const followed = await follow(wires);
    const log = longLog(5);
    wires[0]!.send(frameOf(log[0]!) + frameOf(log[1]!) + frameOf(log[2]!).slice(0, 40));
    wires[0]!.break();
    await settled();
    expect(followed.connections.at(-1)).toMatchObject({ status: 'offline', retryInMs: 500 });
    followed.clock.advance(500);
    await settled();
    expect(lastIds(followed)).toEqual([null, '2']);
    wires[1]!.send(
      log
        .slice(2)
        .map((event) => frameOf(event))
        .join(''),
    );
    wires[1]!.end();
    await settled();
    expect(followed.events).toEqual(log);
    expect(followed.statuses()).toEqual(['connecting', 'open', 'offline', 'open', 'closed']);
  });

  test('takes the end of the answer before the end of the run for a loss', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    wire.send(frameOf(longLog(3)[0]!));
    wire.end();
    await settled();
    expect(followed.connections.at(-1)?.status).toBe('reconnecting');
  });

  test('drops what it has seen, whoever repeats it', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const log = longLog(6);
    for (const event of [0, 0, 1, 0, 1, 2, 1, 3, 4, 4, 5, 0]) wire.send(frameOf(log[event]!));
    await settled();
    expect(followed.events).toEqual(log);
  });

  test('asks again for events that were left out, and gets them', async () => {
    const wires = [createWire(), createWire()];
    const followed = await follow(wires);
    const log = longLog(5);
    wires[0]!.send([log[0]!, log[1]!, log[3]!, log[4]!].map((event) => frameOf(event)).join(''));
    await settled();
    expect(followed.sequence()).toEqual([1, 2]);
    expect(wires[0]!.cancelled).toBe(true);
    followed.clock.advance(1000);
    await settled();
    expect(lastIds(followed)).toEqual([null, '2']);
    wires[1]!.send(
      log
        .slice(2)
        .map((event) => frameOf(event))
        .join(''),
    );
    await settled();
    expect(followed.sequence()).toEqual([1, 2, 3, 4, 5]);
    expect(followed.errors).toEqual([]);
  });

  test('tells of a gap that the server cannot fill, and goes on behind it', async () => {
    const wires = [createWire(), createWire()];
    const followed = await follow(wires);
    const log = longLog(5);
    const cut = [log[0]!, log[3]!, log[4]!].map((event) => frameOf(event)).join('');
    wires[0]!.send(cut);
    await settled();
    followed.clock.advance(1000);
    await settled();
    wires[1]!.send(cut);
    await settled();
    expect(followed.sequence()).toEqual([1, 4, 5]);
    expect(followed.errors.map(({ code }) => code)).toEqual(['gap']);
  });

  test('lets a nested run skip what belongs to its root', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const nested = longLog(9).map((event): RunEvent => ({ ...event, root_run_id: 'run_0' }));
    for (const at of [2, 5, 5, 8]) wire.send(frameOf(nested[at]!));
    wire.end();
    await settled();
    expect(followed.sequence()).toEqual([3, 6, 9]);
    expect(followed.statuses()).toEqual(['connecting', 'open', 'closed']);
  });

  test('passes pieces of text on, which have no place in the log', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const delta = { ...place(), type: 'step_delta' as const, data: stepDelta().data };
    wire.send(frameOf(longLog(3)[0]!) + frameOf(delta) + frameOf(delta));
    await settled();
    expect(followed.events.slice(1)).toEqual([delta, delta]);
  });

  test('keeps the numbering of each run of a session apart', async () => {
    const wire = createWire();
    const followed = await follow([wire], { session: true });
    const first = longLog(3);
    const second = longLog(3).map((event): RunEvent => {
      return { ...event, run_id: 'run_2', root_run_id: 'run_2' };
    });
    const log = [first[0]!, second[0]!, first[1]!, first[2]!, second[1]!, second[2]!];
    wire.send(log.map((event, at) => frameOf(event, `${at}.0`)).join(''));
    await settled();
    expect(followed.events).toEqual(log);
    wire.end();
    await settled();
    followed.clock.advance(1000);
    await settled();
    expect(lastIds(followed)).toEqual([null, '5.0']);
  });
});

function place(): { run_id: string; root_run_id: string; session_id: string; timestamp: string } {
  const { run_id, root_run_id, session_id, timestamp } = longLog(3)[0]!;
  return { run_id, root_run_id, session_id, timestamp };
}

describe('a frame that is not what it should be', () => {
  test.each([
    ['broken JSON', 'id: 2\nevent: error\ndata: {"type":\n\n'],
    ['no JSON object', 'id: 2\nevent: error\ndata: [1]\n\n'],
    ['an event without its data', frameOf({ ...longLog(4)[1]!, data: {} } as never)],
    ['an event without a place', frameOf({ type: 'error', data: { error: 'x' } } as never, '2')],
  ])('%s is told, and the stream lives on behind it', async (_, bad) => {
    const wires = [createWire(), createWire()];
    const followed = await follow(wires);
    const log = longLog(4);
    wires[0]!.send(frameOf(log[0]!) + bad);
    await settled();
    expect(followed.errors.map(({ code }) => code)).toEqual(['bad_frame']);
    const rest = frameOf(log[2]!) + frameOf(log[3]!);
    wires[0]!.send(rest);
    await settled();
    followed.clock.advance(1000);
    await settled();
    wires[1]!.send(rest);
    await settled();
    expect(followed.sequence()).toEqual([1, 3, 4]);
  });

  test('an event of a newer server goes to its own callback and keeps its place', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const log = longLog(4);
    const newer = { ...log[1]!, type: 'run_teleported', data: { to: 'moon' } };
    wire.send(frameOf(log[0]!) + frameOf(newer as never) + frameOf(log[2]!) + frameOf(log[3]!));
    await settled();
    expect(followed.unknown).toEqual([newer]);
    expect(followed.sequence()).toEqual([1, 3, 4]);
    expect(followed.errors).toEqual([]);
  });

  test('a question that cannot be read whole is told and delivered all the same', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const [started, asked] = sessionLog([runStarted(), interactionRequest()]);
    const odd = structuredClone(asked) as { data: { interaction_request: { type: string } } };
    odd.data.interaction_request.type = 'hologram';
    wire.send(frameOf(started!) + frameOf(odd as never));
    await settled();
    expect(followed.errors.map(({ code }) => code)).toEqual(['bad_frame']);
    expect(followed.events).toEqual([started, odd]);
  });

  test('an exception of a callback reaches the host and does not break the stream', async () => {
    const wire = createWire();
    const thrown: unknown[] = [];
    const seen: StreamEvent[] = [];
    const catchIt = (error: unknown): void => void thrown.push(error);
    const before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', catchIt);
    try {
      await follow([wire], {
        onEvent(event) {
          seen.push(event);
          throw new Error('the host');
        },
      });
      for (const event of longLog(3)) wire.send(frameOf(event));
      await settled();
    } finally {
      process.off('uncaughtException', catchIt);
      for (const listener of before) process.on('uncaughtException', listener);
    }
    expect(seen).toEqual(longLog(3));
    expect(thrown).toEqual([new Error('the host'), new Error('the host'), new Error('the host')]);
  });

  test('an event larger than allowed is told once, tried once more, and ends the stream', async () => {
    const wires = [createWire(), createWire()];
    const clock = createFakeClock();
    const errors: ClientError[] = [];
    const connections: Connection[] = [];
    let requests = 0;
    const client = createHitlClient({
      clock,
      maxEventSize: 1000,
      fetch: async () => wires[requests++]!.response,
    });
    client.runEvents('run_1', {
      onEvent() {},
      onError: (error) => errors.push(error),
      onConnection: (connection) => connections.push(connection),
    });
    for (const wire of wires) {
      await settled();
      wire.send(`data: ${'x'.repeat(600)}`);
      wire.send('x'.repeat(600));
      await settled();
      clock.advance(1000);
    }
    await settled();
    expect(errors.map(({ code }) => code)).toEqual(['overflow', 'overflow']);
    expect(connections.at(-1)).toMatchObject({ status: 'closed', error: { code: 'overflow' } });
  });
});

describe('connecting again', () => {
  test.each([
    [400, 'invalid_request'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'run_not_found'],
  ] as const)('%d is final', async (status, code) => {
    const body = JSON.stringify(problem(code, 'No.'));
    const followed = await follow([new Response(body, { status })]);
    followed.clock.advance(3_600_000);
    await settled();
    expect(followed.requests).toHaveLength(1);
    expect(followed.connections.at(-1)).toMatchObject({
      status: 'closed',
      error: { code, status, message: 'No.' },
    });
  });

  test('204 is an end without an error', async () => {
    const followed = await follow([new Response(null, { status: 204 })]);
    followed.clock.advance(3_600_000);
    await settled();
    expect(followed.requests).toHaveLength(1);
    expect(followed.connections.at(-1)).toEqual({ status: 'closed' });
  });

  test('a page in place of events is final: it is a login, not a server', async () => {
    const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    const followed = await follow([page]);
    followed.clock.advance(3_600_000);
    await settled();
    expect(followed.requests).toHaveLength(1);
    expect(followed.connections.at(-1)).toMatchObject({
      status: 'closed',
      error: { code: 'bad_reply', status: 200 },
    });
  });

  test.each([408, 425, 429, 500, 502, 503, 504])('%d is tried again', async (status) => {
    const followed = await follow([new Response('<html>', { status }), 'never']);
    expect(followed.connections.at(-1)?.status).toBe('reconnecting');
    followed.clock.advance(500);
    await settled();
    expect(followed.requests).toHaveLength(2);
  });

  test('a server that cannot be reached is offline, tried with growing delays up to 30 s', async () => {
    const down = Array.from({ length: 9 }, () => new TypeError('fetch failed'));
    const followed = await follow(down, { random: () => 1 - 2 ** -53 });
    const delays: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const { status, retryInMs = 0, error } = followed.connections.at(-1)!;
      expect([status, error?.code]).toEqual(['offline', 'network']);
      delays.push(Math.round(retryInMs));
      followed.clock.advance(retryInMs);
      await settled();
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(followed.requests).toHaveLength(9);
  });

  test('a new event proves the server well: delays begin anew', async () => {
    const wire = createWire();
    const down = new TypeError('fetch failed');
    const followed = await follow([down, down, wire], { random: () => 1 - 2 ** -53 });
    followed.clock.advance(1000);
    await settled();
    followed.clock.advance(2000);
    await settled();
    wire.send(frameOf(longLog(3)[0]!));
    wire.end();
    await settled();
    expect(Math.round(followed.connections.at(-1)?.retryInMs ?? 0)).toBe(1000);
  });

  test('Retry-After is waited for, however small the jitter', async () => {
    const busy = new Response('', { status: 503, headers: { 'retry-after': '7' } });
    const followed = await follow([busy], { random: () => 0 });
    expect(followed.connections.at(-1)).toMatchObject({ retryInMs: 7000 });
  });

  test('retry sets the first delay, from then on', async () => {
    const wire = createWire();
    const followed = await follow([wire], { random: () => 1 - 2 ** -53 });
    wire.send(`retry: 5000\n\n${frameOf(longLog(3)[0]!)}`);
    wire.break();
    await settled();
    expect(Math.round(followed.connections.at(-1)?.retryInMs ?? 0)).toBe(5000);
  });

  test('45 seconds without a byte are a lost connection, a heartbeat is not', async () => {
    const wires = [createWire(), createWire()];
    const followed = await follow(wires);
    wires[0]!.send(frameOf(longLog(3)[0]!));
    await settled();
    followed.clock.advance(44_999);
    wires[0]!.send(': heartbeat\n\n');
    await settled();
    followed.clock.advance(44_999);
    await settled();
    expect(followed.requests).toHaveLength(1);
    followed.clock.advance(1);
    await settled();
    expect(wires[0]!.cancelled).toBe(true);
    expect(followed.connections.at(-1)).toMatchObject({
      status: 'offline',
      error: { code: 'timeout' },
    });
    followed.clock.advance(1000);
    await settled();
    expect(lastIds(followed)).toEqual([null, '1']);
  });

  test('a server that never answers is a lost connection, too', async () => {
    const followed = await follow(['never', 'never']);
    followed.clock.advance(45_000);
    await settled();
    followed.clock.advance(500);
    await settled();
    expect(followed.requests).toHaveLength(2);
    expect(followed.requests[0]?.signal.aborted).toBe(true);
  });

  test('waking does not sit out the delay', async () => {
    const wire = createWire();
    const followed = await follow([new TypeError('fetch failed'), wire]);
    followed.handle.wake();
    await settled();
    expect(followed.requests).toHaveLength(2);
    expect(followed.statuses()).toEqual(['connecting', 'offline', 'open']);
  });
});

describe('closing', () => {
  test('stops everything at once, in the middle of a chunk', async () => {
    const wire = createWire();
    const controller = new AbortController();
    const seen: number[] = [];
    const followed = await follow([wire], {
      signal: controller.signal,
      onEvent(event) {
        if ('seq' in event) seen.push(event.seq);
        if (seen.length === 2) controller.abort();
      },
    });
    wire.send(
      longLog(5)
        .map((event) => frameOf(event))
        .join(''),
    );
    await settled();
    expect(seen).toEqual([1, 2]);
    expect(wire.cancelled).toBe(true);
    expect(followed.clock.timers, 'no timer is left').toBe(0);
    expect(followed.statuses()).toEqual(['connecting', 'open']);
  });

  test('gives up a connection that is being opened, and one that is waited for', async () => {
    const opening = await follow(['never']);
    opening.handle.close();
    expect(opening.requests[0]?.signal.aborted).toBe(true);
    const waiting = await follow([new TypeError('fetch failed')]);
    waiting.handle.close();
    await settled();
    waiting.clock.advance(3_600_000);
    await settled();
    expect([opening.clock.timers, waiting.clock.timers]).toEqual([0, 0]);
    expect(waiting.requests).toHaveLength(1);
  });

  test('a signal that has fired already opens nothing', async () => {
    const followed = await follow([createWire()], { signal: AbortSignal.abort() });
    expect(followed.requests).toEqual([]);
  });

  test('an answer that comes after the close is let go', async () => {
    const wire = createWire();
    let answer: ((response: Response) => void) | undefined;
    const client = createHitlClient({
      fetch: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const handle = client.runEvents('run_1', { onEvent: () => expect.unreachable() });
    await settled();
    handle.close();
    answer?.(wire.response);
    await settled();
    expect(wire.cancelled).toBe(true);
  });
});

test('a position is handed on: a later stream goes on where the first one was', async () => {
  const wires = [createWire(), createWire()];
  const requests: Request[] = [];
  const client = createHitlClient({
    async fetch(request) {
      requests.push(request);
      return wires[requests.length - 1]!.response;
    },
  });
  const position = { seen: new Map<string, number>() };
  const log = longLog(4);
  const events: StreamEvent[] = [];
  const onEvent = (event: StreamEvent): void => void events.push(event);
  const first = client.runEvents('run_1', { onEvent, position });
  wires[0]!.send(frameOf(log[0]!) + frameOf(log[1]!));
  await settled();
  first.close();
  const second = client.runEvents('run_1', { onEvent, position });
  wires[1]!.send(log.map((event) => frameOf(event)).join(''));
  await settled();
  second.close();
  expect(requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2']);
  expect(events).toEqual(log);
});

/** Default: enough for every day; `HITL_RUNS=10000` for a long run. */
const RUNS = Number(process.env['HITL_RUNS'] ?? 100);

test('cut at any byte again and again, 200 events arrive as 1 to 200, each once', async () => {
  const log = longLog(200);
  const bytes = log.map((event) => new TextEncoder().encode(frameOf(event)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(30_000), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.nat(3),
      async (cuts, chunkSize, overlap) => {
        let connections = 0;
        const events: number[] = [];
        const ended = new Promise<void>((resolve) => {
          const client = createHitlClient({
            random: () => 0,
            async fetch(request) {
              const after = Number(request.headers.get('last-event-id') ?? 0);
              const from = Math.max(0, after - overlap);
              const rest = new Uint8Array(await new Blob(bytes.slice(from)).arrayBuffer());
              const cut = cuts[connections];
              connections += 1;
              return new Response(cutStream(rest, cut, chunkSize), {
                headers: { 'content-type': 'text/event-stream' },
              });
            },
          });
          client.runEvents('run_1', {
            onEvent: (event) => events.push('seq' in event ? event.seq : 0),
            onConnection: ({ status }) => status === 'closed' && resolve(),
          });
        });
        await ended;
        expect(events).toEqual(log.map(({ seq }) => seq));
      },
    ),
    { numRuns: RUNS },
  );
}, 600_000);

/** The bytes in chunks, up to the cut; then the connection is gone. */
function cutStream(
  bytes: Uint8Array,
  cut: number | undefined,
  chunkSize: number,
): ReadableStream<Uint8Array> {
  const end = Math.min(cut ?? bytes.length, bytes.length);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < end) {
        controller.enqueue(bytes.slice(at, Math.min(at + chunkSize, end)));
        at += chunkSize;
      } else if (end < bytes.length) {
        controller.error(new TypeError('terminated'));
      } else {
        controller.close();
      }
    },
  });
}
