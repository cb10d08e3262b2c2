import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  authorizationRequest,
  inputRequest,
  interactionRequest,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  stepDelta,
  suspension,
  confirmResponse,
} from '@hitl/protocol/testing';
import { expect, onTestFinished, test } from 'vitest';
import {
  createHitlClient,
  createInboxStore,
  createRunStore,
  createSessionStore,
  type HitlClient,
} from '../../src/index.ts';
import { createFakeClock } from '../../src/testing/fake-clock.ts';
import { settled } from '../../src/testing/settled.fixture.ts';
import { frameOf } from '../../src/testing/wire.ts';

const SECONDS = Number(process.env['HITL_FUZZ_SECONDS'] ?? 4);
const SEED = Number(process.env['HITL_FUZZ_SEED'] ?? randomInt(2 ** 31));

/** Number of parts of the test in which growth is measured. */
const PARTS = 4;

/** Maximum size of an event in this test. */
const MAX_EVENT = 1 << 16;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Integers below a bound, the same for the same seed (mulberry32). */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const first = authorizationRequest();
const second = inputRequest({ id: 'int_2', tool_call_id: 'call_2' });
const EVENTS = sessionLog([
  runStarted(),
  stepCompleted(),
  ...suspension(first, second),
  ...settlement(first, confirmResponse(), { waiting: [second] }),
  interactionRequest(authorizationRequest({ id: 'int_3', tool_call_id: 'call_3' })),
]);
const SNAPSHOT = { interactions: [first, second], pending_ids: ['int_1', 'int_2', 'int_3'] };
const FRAMES = [
  ...EVENTS.map((event) => frameOf(event)),
  frameOf(stepDelta()),
  `event: snapshot\ndata: ${JSON.stringify(SNAPSHOT)}\n\n`,
  ': a comment\n\n',
  'retry: 1000\n\n',
];

const ODD = [
  '\0',
  '\r',
  '\n',
  '\r\n\r\n',
  '\uFEFF',
  'data:',
  'id: 99999999999999999999\n',
  'retry: 99999999999999999999\n',
  'event: snapshot\n',
  'data: null\n\n',
  'data: []\n\n',
  'data: {"type":"constructor"}\n\n',
  'data: {"type":"interaction_request","data":null}\n\n',
  'event: snapshot\ndata: {"interactions":[null,1,{"id":5},{"id":"x"}],"pending_ids":[null,{}]}\n\n',
  `data: ${'['.repeat(20_000)}\n\n`,
  `data: ${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}\n\n`,
  `data: ${'x'.repeat(MAX_EVENT + 10)}`,
  '"__proto__":{"polluted":true},',
  '\\ud800',
  '1e400',
  '-1',
  'null',
];

/** A stream as a broken or malicious server, or a bad connection, would send it. */
function mutatedStream(die: (below: number) => number): Uint8Array {
  const pieces = Array.from({ length: 1 + die(12) }, () => FRAMES[die(FRAMES.length)] ?? '');
  const inOrder = die(2) === 0 ? FRAMES.slice(0, 1 + die(FRAMES.length)) : pieces;
  let text = inOrder.join('');
  for (let count = die(5); count > 0; count -= 1) {
    const at = die(text.length);
    const until = at + die(200);
    const odd = ODD[die(ODD.length)] ?? '';
    const kinds = [
      text.slice(0, at) + odd + text.slice(at),
      text.slice(0, at) + odd + text.slice(until),
      text.slice(0, at) + text.slice(until),
      text.slice(0, until) + text.slice(at, until) + text.slice(until),
      text.replace(/:\d+/, `:${odd}`),
      text.replace(/"[^"]*"/, odd),
      text.replace(/"(type|id|seq|data)"/, '"other"'),
    ];
    text = kinds[die(kinds.length)] ?? text;
  }
  const bytes = new TextEncoder().encode(text);
  for (let count = die(4); count > 0; count -= 1) bytes[die(bytes.length)] = die(256);
  return bytes;
}

/** The bytes in chunks, as a network may cut them. */
function* chunksOf(bytes: Uint8Array, die: (below: number) => number): Generator<Uint8Array> {
  const most = [1, 7, 64, 1000, 65_536][die(5)] ?? 1;
  for (let at = 0; at < bytes.length;) {
    // Long streams would take too long byte by byte.
    const size = bytes.length > 5000 ? Math.max(most, 500) : 1 + die(most);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** A client whose streams all have these bytes, and whose calls all fail. */
function clientOf(bytes: () => Iterable<Uint8Array>, end: 'end' | 'break' = 'end') {
  const clock = createFakeClock();
  const client = createHitlClient({
    baseUrl: 'http://localhost',
    clock,
    random: () => 0,
    maxEventSize: MAX_EVENT,
    lingerMs: 0,
    fetch(request) {
      if (!request.url.includes('/events')) return Promise.reject(new TypeError('offline'));
      const chunks = bytes()[Symbol.iterator]();
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const next = chunks.next();
          if (next.done !== true) controller.enqueue(next.value);
          else if (end === 'end') controller.close();
          else controller.error(new TypeError('terminated'));
        },
      });
      const headers = { 'content-type': 'text/event-stream' };
      return Promise.resolve(new Response(body, { headers }));
    },
  });
  return { client, clock };
}

const STORES: readonly ((
  client: HitlClient,
) => ReturnType<typeof createInboxStore | typeof createRunStore | typeof createSessionStore>)[] = [
  (client) => createInboxStore(client),
  (client) => createRunStore(client, 'run_1'),
  (client) => createSessionStore(client, 'ses_1'),
];

/** Collects everything unhandled until the test ends. */
function watchUnhandled(): unknown[] {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note).on('uncaughtException', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note).off('uncaughtException', note);
  });
  return unhandled;
}

test(
  'whatever a stream sends, stores keep a state, throw nothing and disconnect',
  { timeout: (SECONDS + 60) * 1000 },
  async () => {
    const unhandled = watchUnhandled();
    const die = createDice(SEED);
    const start = performance.now();
    const stores: WeakRef<object>[] = [];
    // A leak grows in every part; memory that was not collected yet is freed in another part.
    const grown: number[] = [];
    let rounds = 0;
    let held = heldBytes();
    while (grown.length < PARTS) {
      const bytes = mutatedStream(die);
      const { client, clock } = clientOf(
        () => chunksOf(bytes, die),
        die(2) === 0 ? 'end' : 'break',
      );
      const store = (STORES[die(STORES.length)] ?? STORES[0])?.(client);
      if (store !== undefined) stores.push(new WeakRef(store));
      const said = `seed ${SEED}, round ${rounds}: ${JSON.stringify(new TextDecoder().decode(bytes).slice(0, 400))}`;
      let calls = 0;
      const leave = store?.subscribe(() => {
        calls += 1;
      });
      await settled();
      // Again, as after a lost connection.
      clock.advance(60_000);
      await settled();
      expect(() => JSON.stringify(store?.getSnapshot()), said).not.toThrow();
      expect(store?.getSnapshot(), said).toHaveProperty('connection.status');
      expect(calls, said).toBeGreaterThan(0);
      leave?.();
      clock.advance(60_000);
      await settled();
      expect(clock.timers, said).toBe(0);
      expect(unhandled, said).toEqual([]);
      rounds += 1;
      const part = grown.length + 1;
      if (rounds < 20 * part || performance.now() - start < (SECONDS * 1000 * part) / PARTS)
        continue;
      const now = heldBytes();
      grown.push(now - held);
      held = now;
    }
    console.info(
      `streams fuzzed: ${JSON.stringify({ seed: SEED, rounds, grown_kib: grown.map((bytes) => Math.round(bytes / 1024)) })}`,
    );
    expect({}).not.toHaveProperty('polluted');
    expect(Math.min(...grown)).toBeLessThan(4 * 2 ** 20);
    const kept = (): number => {
      collect();
      return stores.filter((store) => store.deref() !== undefined).length;
    };
    // The last one is still in use by this function. Others may be, for a while, by what ends.
    await expect.poll(kept).toBeLessThanOrEqual(1);
  },
);

test.each([
  ['one line without an end', 'x'],
  ['lines of data without an event', 'data: x\n'],
  ['one comment without an end', ':'],
])('memory is bounded by the maximum size of an event: %s', async (_, piece) => {
  const unhandled = watchUnhandled();
  const chunk = new TextEncoder().encode(piece.repeat(Math.ceil(65_536 / piece.length)));
  let sent = 0;
  let most = 0;
  const before = heldBytes();
  function* endless(): Generator<Uint8Array> {
    for (let count = 0; count < 800; count += 1) {
      sent += chunk.length;
      if (count % 100 === 99) most = Math.max(most, heldBytes() - before);
      yield chunk.slice();
    }
  }
  const { client, clock } = clientOf(endless);
  const store = createInboxStore(client);
  const leave = store.subscribe(() => {});
  for (let count = 0; count < 40; count += 1) {
    await settled();
    clock.advance(60_000);
  }
  expect(store.getSnapshot().connection.status).not.toBe('open');
  expect(most).toBeLessThan(8 * 2 ** 20);
  expect(sent).toBeGreaterThan(0);
  expect(unhandled).toEqual([]);
  leave();
});
