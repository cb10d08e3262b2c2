import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { isProblem } from '@hitl/protocol/endpoints';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../src/testing/random.ts';
import { heldBytes } from '../held-bytes.fixture.ts';
import { createRequestMaker, type Known } from './http-requests.ts';
import { createWorld, type Received, type SentRequest, type World } from './http-world.ts';

const SECONDS = Number(process.env['HITL_FUZZ_SECONDS'] ?? 5);
const SEED = Number(process.env['HITL_FUZZ_SEED'] ?? randomInt(2 ** 31));

/** Number of requests before memory is first measured, when caches are filled. */
const WARM = 400;

/** A request in a form that can be sent again. */
function said({ method, path, headers, body }: SentRequest): string {
  const text =
    typeof body === 'string' ? body.slice(0, 600) : Buffer.from(body ?? '').toString('hex');
  return `seed ${SEED}: ${method} ${path} ${JSON.stringify(headers)} ${text}`;
}

/**
 * Requests the server's health continuously, and keeps the longest time to an answer: time of the
 * processor in this thread, where the server runs, as how busy the machine is says nothing about it.
 */
function watchHealth(world: World): { stop(): Promise<number> } {
  let longest = 0;
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const begin = process.threadCpuUsage();
      const { status } = await world.send({ method: 'GET', path: '/healthz', headers: {} });
      expect(status).toBe(200);
      const { user, system } = process.threadCpuUsage(begin);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await watching;
      return longest;
    },
  };
}

/** Whether Node refused a request, without a body, before the handler got it. */
function isOfNode({ status, body }: Received): boolean {
  return body === '' && [400, 408, 413, 417, 431].includes(status);
}

test(
  'whatever is sent to the endpoints, refusals are problems, and change, hold up and keep nothing',
  async () => {
    const world = await createWorld();
    const random = createRandom(SEED);
    const maker = createRequestMaker(random);
    const known: Known = {
      run_id: ['no-run'],
      session_id: ['no-session'],
      interaction_id: ['no-interaction'],
      tool_call_id: ['c1', 'c2'],
      user_id: ['ada', 'ada', 'ada', 'bob', 'root'],
    };
    const statuses = new Map<number, number>();
    const health = watchHealth(world);
    onTestFinished(() => void health.stop());
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const end = performance.now() + SECONDS * 1000;
    let count = 0;
    let warm = 0;

    while (performance.now() < end || count < WARM + 100) {
      const sent = maker.next(known);
      const before = world.rows();
      const received = await world.send(sent).catch((error: unknown) => {
        throw new Error(`No answer to ${said(sent)}`, { cause: error });
      });
      const { status, body, headers } = received;
      count += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status, said(sent)).toBeLessThan(500);
      expect(world.errors, said(sent)).toEqual([]);
      if (status >= 400) {
        if (!isOfNode(received) && sent.method !== 'HEAD') {
          expect(headers['content-type'], said(sent)).toBe('application/problem+json');
          const problem: unknown = JSON.parse(body);
          expect(isProblem(problem) && problem.status, said(sent)).toBe(status);
        }
        const after = world.rows();
        expect(changeBetween(before, after), `changed by ${said(sent)}`).toBe('');
      } else if (sent.method !== 'GET') {
        learn(known, body);
        await quiet(world);
      }
      if (count === WARM) warm = heldBytes();
    }

    const longest = await health.stop();
    delay.disable();
    const grown = await growth(world, maker, known);
    const report = {
      seed: SEED,
      requests: count,
      statuses: Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)),
      longest_health_check_ms: Math.round(longest),
      event_loop_delay_p99_ms: Math.round(delay.percentile(99) / 1e6),
      growth_kib: Math.round(grown / 1024),
      held_since_warm_kib: Math.round(((await restingBytes(world)) - warm) / 1024),
    };
    console.info(`endpoints fuzzed: ${JSON.stringify(report)}`);
    // On an idle machine it is below 250 ms. The limit only detects hangs.
    expect(longest, JSON.stringify(report)).toBeLessThan(5000);
    expect(grown, JSON.stringify(report)).toBeLessThan(2 ** 20);
  },
  (SECONDS + 120) * 1000,
);

/** The first difference of two states; empty if they are equal. */
function changeBetween(before: string, after: string): string {
  if (before === after) return '';
  let at = 0;
  while (before[at] === after[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 200), at + 200);
  return `${around(before)}\n=>\n${around(after)}`;
}

/** The minimum growth of memory over repetitions of the same refusals. */
async function growth(
  world: World,
  maker: ReturnType<typeof createRequestMaker>,
  known: Known,
): Promise<number> {
  const refused: SentRequest[] = [];
  while (refused.length < 60) {
    const sent = maker.next(known);
    const { status } = await world.send(sent);
    if (status >= 400 && status !== 413) refused.push(sent);
    else await quiet(world);
  }
  const round = async (): Promise<void> => {
    for (const sent of refused) await world.send(sent);
  };
  await round();
  // A leak grows each time; uncollected garbage is gone the next time.
  let least = Infinity;
  for (let tries = 0; tries < 3; tries += 1) {
    const before = await restingBytes(world);
    for (let rounds = 0; rounds < 5; rounds += 1) await round();
    least = Math.min(least, (await restingBytes(world)) - before);
  }
  return least;
}

/**
 * The bytes held while no connection is open. A refusal is sent before the request's body has
 * arrived, so that a body of megabytes may still be under way when the client has its response.
 */
async function restingBytes(world: World): Promise<number> {
  // Streams and connections end with their readers.
  await expect.poll(() => world.leftOpen(), { timeout: 60_000 }).toBe(0);
  heldBytes();
  // Buffers are freed by finalizers, which run after a collection.
  await new Promise((resolve) => setImmediate(resolve));
  return heldBytes();
}

/** Records the newest ids in the responses of the server. */
function learn(known: Known, body: string): void {
  for (const [, name, id] of body.matchAll(/"(id|\w+_id)":"([\w-]{1,64})"/g)) {
    const kinds = name === 'id' ? (['run_id', 'interaction_id'] as const) : [name];
    for (const kind of kinds) {
      const ids =
        kind !== undefined && Object.hasOwn(known, kind) ? known[kind as keyof Known] : [];
      if (kind === 'user_id' || id === undefined || ids.includes(id)) continue;
      ids.push(id);
      if (ids.length > 30) ids.splice(1, 1);
    }
  }
}

/** Waits until the effects of accepted requests are stored, since runs continue in the background. */
async function quiet(world: World): Promise<void> {
  for (let before = world.rows(), calm = 0; calm < 3;) {
    await new Promise((resolve) => setImmediate(() => setTimeout(resolve, 2)));
    const now = world.rows();
    calm = now === before && world.isIdle() ? calm + 1 : 0;
    before = now;
  }
}

test('bytes that are no HTTP are refused or cut off, and the next request is answered', async () => {
  const world = await createWorld();
  const random = createRandom(SEED);
  const below = (count: number): number => Math.floor(random() * count);
  const heads = [
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /runs HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    'POST /runs HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n',
    'GET /healthz HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET /healthz HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(4000)}\r\n`,
    'GET /healthz HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
  ];
  for (let count = 0; count < 120; count += 1) {
    const head = heads[below(heads.length)] ?? '';
    const bytes = Buffer.from(head, 'latin1');
    for (let flips = below(4); flips > 0; flips -= 1) bytes[below(bytes.length)] = below(256);
    const first = await answerTo(world.port, bytes);
    expect(
      first,
      `seed ${SEED}: ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`,
    ).not.toMatch(/^HTTP\/1\.1 5/);
  }
  expect((await world.send({ method: 'GET', path: '/healthz', headers: {} })).status).toBe(200);
  expect(world.errors).toEqual([]);
});

/** The response to some bytes, until the server or the end of the bytes closes the connection. */
function answerTo(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      text += String(data);
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
    socket.end(bytes);
  });
}
