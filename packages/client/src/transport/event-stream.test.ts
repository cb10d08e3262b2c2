import type { RunEvent, StreamEvent } from '@hitl/protocol';
import { stepDelta } from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { createHitlClient } from '../client/client.ts';
import { createWire, frameOf, longLog } from '../testing/wire.ts';
import { settled } from '../testing/settled.fixture.ts';
import { follow, lastIds, place } from './follow.fixture.ts';

describe('following a run', () => {
  test('delivers each event as it arrives, and ends with the run', async () => {
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

  test('reconnects after the last accepted event', async () => {
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

  test('treats the end of the response before the end of the run as a lost connection', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    wire.send(frameOf(longLog(3)[0]!));
    wire.end();
    await settled();
    expect(followed.connections.at(-1)?.status).toBe('reconnecting');
  });

  test('drops repeated events', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const log = longLog(6);
    for (const event of [0, 0, 1, 0, 1, 2, 1, 3, 4, 4, 5, 0]) wire.send(frameOf(log[event]!));
    await settled();
    expect(followed.events).toEqual(log);
  });

  test('requests missing events, and gets them', async () => {
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

  test('reports a gap that the server cannot fill, and continues after it', async () => {
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

  test('lets a nested run skip events of its root', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const nested = longLog(9).map((event): RunEvent => ({ ...event, root_run_id: 'run_0' }));
    for (const at of [2, 5, 5, 8]) wire.send(frameOf(nested[at]!));
    wire.end();
    await settled();
    expect(followed.sequence()).toEqual([3, 6, 9]);
    expect(followed.statuses()).toEqual(['connecting', 'open', 'closed']);
  });

  test('passes on pieces of text, which have no seq', async () => {
    const wire = createWire();
    const followed = await follow([wire]);
    const delta = { ...place(), type: 'step_delta' as const, data: stepDelta().data };
    wire.send(frameOf(longLog(3)[0]!) + frameOf(delta) + frameOf(delta));
    await settled();
    expect(followed.events.slice(1)).toEqual([delta, delta]);
  });

  test('numbers each run of a session separately', async () => {
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

test('a later stream continues from the position of the first one', async () => {
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

describe('closing', () => {
  test('stops everything immediately, even in the middle of a chunk', async () => {
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

  test('cancels a connection being opened, and one waiting to be', async () => {
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

  test('opens nothing if the signal has already fired', async () => {
    const followed = await follow([createWire()], { signal: AbortSignal.abort() });
    expect(followed.requests).toEqual([]);
  });

  test('drops a response that comes after the close', async () => {
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
