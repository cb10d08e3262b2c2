import { problem } from '@hitl/protocol/endpoints';
import { describe, expect, test } from 'vitest';
import { createWire, frameOf, longLog } from '../testing/wire.ts';
import { settled } from '../testing/settled.fixture.ts';
import { follow, lastIds } from './follow.fixture.ts';

describe('reconnecting', () => {
  test.each([
    [400, 'invalid_request'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'run_not_found'],
  ] as const)('stops after %d', async (status, code) => {
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

  test('stops without an error after 204', async () => {
    const followed = await follow([new Response(null, { status: 204 })]);
    followed.clock.advance(3_600_000);
    await settled();
    expect(followed.requests).toHaveLength(1);
    expect(followed.connections.at(-1)).toEqual({ status: 'closed' });
  });

  test('stops at an HTML page, which is a login and not a server', async () => {
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

  test.each([408, 425, 429, 500, 502, 503, 504])('continues after %d', async (status) => {
    const followed = await follow([new Response('<html>', { status }), 'never']);
    expect(followed.connections.at(-1)?.status).toBe('reconnecting');
    followed.clock.advance(500);
    await settled();
    expect(followed.requests).toHaveLength(2);
  });

  test('retries an unreachable server with growing delays up to 30 s, as offline', async () => {
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

  test('starts with short delays again after a new event', async () => {
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

  test('waits for Retry-After, however small the jitter', async () => {
    const busy = new Response('', { status: 503, headers: { 'retry-after': '7' } });
    const followed = await follow([busy], { random: () => 0 });
    expect(followed.connections.at(-1)).toMatchObject({ retryInMs: 7000 });
  });

  test('uses the first delay set by retry', async () => {
    const wire = createWire();
    const followed = await follow([wire], { random: () => 1 - 2 ** -53 });
    wire.send(`retry: 5000\n\n${frameOf(longLog(3)[0]!)}`);
    wire.break();
    await settled();
    expect(Math.round(followed.connections.at(-1)?.retryInMs ?? 0)).toBe(5000);
  });

  test('follows 45 seconds without a byte, but not a heartbeat', async () => {
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

  test('follows a response that never comes', async () => {
    const followed = await follow(['never', 'never']);
    followed.clock.advance(45_000);
    await settled();
    followed.clock.advance(500);
    await settled();
    expect(followed.requests).toHaveLength(2);
    expect(followed.requests[0]?.signal.aborted).toBe(true);
  });

  test('happens immediately on a wake', async () => {
    const wire = createWire();
    const followed = await follow([new TypeError('fetch failed'), wire]);
    followed.handle.wake();
    await settled();
    expect(followed.requests).toHaveLength(2);
    expect(followed.statuses()).toEqual(['connecting', 'offline', 'open']);
  });
});
