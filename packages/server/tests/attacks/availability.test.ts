import { once } from 'node:events';
import { expect, test } from 'vitest';
import { askedCall, attacked, rawConnection } from './limits.fixture.ts';

/** What this process holds, garbage aside. */
function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('the 21st event stream of a user is refused, and a closed one makes room', async () => {
  const server = await attacked();
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => server.stream('/interactions/events', 'ada')),
  );
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const refused = await server.get('/interactions/events', 'ada');
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', limit: 'streams_per_user' },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.stream('/interactions/events', 'bob')).status).toBe(200);
  await streams[0]?.body?.cancel();
  await expect
    .poll(async () => (await server.stream('/interactions/events', 'ada')).status)
    .toBe(200);
});

test('an answer that would be streamed beyond the limit is refused before it counts', async () => {
  const server = await attacked({ limits: { streams_per_user: 1 } });
  const { body: request } = await server.post('/interactions', askedCall(1), 'ada');
  await server.stream('/interactions/events', 'ada');
  const path = `/interactions/${String(request['id'])}`;
  const answer = { request_id: request['id'], type: 'confirm', confirmed: true, responded_at: NOW };
  const streamed = await fetch(`${server.url}${path}/respond`, {
    method: 'POST',
    headers: { authorization: 'Bearer ada', 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  });
  expect(streamed.status).toBe(429);
  expect(await server.get(path, 'ada')).toMatchObject({ body: { status: 'pending' } });
  expect(await server.post(`${path}/respond`, answer, 'ada')).toMatchObject({ status: 200 });
});

const NOW = '2026-01-01T00:00:00.000Z';

test('who sends too many requests is told when to come back, and nobody else is', async () => {
  const server = await attacked({ limits: { requests_per_minute: 5 } });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    statuses.push((await server.get('/agents', 'ada')).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  const refused = await server.get('/agents', 'ada');
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', limit: 'requests_per_minute' },
  });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(12);
  expect((await server.get('/agents', 'bob')).status).toBe(200);
  expect((await server.get('/healthz', 'ada')).status).toBe(200);
});

test('guessing tokens is limited by address, and does not lock out those who have one', async () => {
  const server = await attacked({ limits: { anonymous_requests_per_minute: 3 } });
  const guesses: number[] = [];
  for (let count = 0; count < 5; count += 1) guesses.push((await server.get('/agents')).status);
  expect(guesses).toEqual([401, 401, 401, 429, 429]);
  expect((await server.get('/agents', 'ada')).status).toBe(200);
});

test('a hundred streams that nobody reads share what they are shown', async () => {
  const server = await attacked({ limits: { streams_per_user: 100 } });
  for (let number = 0; number < 40; number += 1) {
    const { status } = await server.post(
      '/interactions',
      askedCall(number, 'x'.repeat(2 ** 19)),
      'ada',
    );
    expect(status).toBe(201);
  }
  const before = heldBytes();
  const sockets = await Promise.all(Array.from({ length: 100 }, () => rawConnection(server.port)));
  for (const socket of sockets) {
    socket.write(
      'GET /interactions/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ada\r\n\r\n',
    );
  }
  // The first kilobytes reach everybody; what follows is taken by nobody.
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  expect((await server.get('/healthz')).status).toBe(200);
  // Unshared, it would be two gigabytes.
  expect(heldBytes() - before).toBeLessThan(200 * 2 ** 20);
});
